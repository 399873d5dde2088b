import { useEffect, useState } from 'react';
import { StaticHtml, type StaticHtmlRef } from '#engine/static-html';
import { readSummary } from '../../../core/analytics/calls.ts';
import { EMPTY_SUMMARY, totalInteractions } from '../../../core/analytics/summary.ts';
import { callPath, type Sent } from '../../../core/call.ts';
import { listedCategories } from '../../../core/categories.ts';
import { countFacets, findCompanies, readCompany, readInsights } from '../../../core/companies/calls.ts';
import { isOfOneTime, isYearly } from '../../../core/companies/per-person.ts';
import { parseRevenue } from '../../../core/companies/revenue.ts';
import { storyOfDay } from '../../../core/companies/story-of-day.ts';
import { type HomeSection, placeSections } from '../../../core/directory/home.ts';
import { findPoints } from '../../../core/explore/calls.ts';
import { dayOf } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromLoader, callUnvalidated } from '../../shared/api.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { useSiteName } from '../../shared/layout/site-name.ts';
import { pageContext } from '../../shared/page-context.ts';
import { othersOf, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { SearchField } from '../../shared/search/search-field.tsx';
import { State } from '../../shared/ui/state.tsx';
import { usePageVisit } from '../analytics/record.ts';
import { axesOf } from '../explore/scales.ts';
import { Description } from '../page/description.tsx';
import { languageOf, pageError, revalidateExceptForPanel } from '../page/load-page.ts';
import {
  describeInDocument,
  memoizeStatic,
  registerStatic,
  renderStatic,
} from '../page/render-static.server.tsx';
import { rootOf } from '../page/root.server.ts';
import { Seo } from '../page/seo.tsx';
import { itemList } from '../page/structured-data.ts';
import { showCollections, showMonth } from '../reading/at-home.server.tsx';
import type { Route } from './+types/page.ts';
import { showChanges } from './changes-at-home.server.tsx';
import { CountedNumber } from './counted-number.tsx';
import { type ContentSection, type DayAdditions, HomeContent } from './home-content.tsx';
import { noteVisit } from './last-visit.ts';
import { Facts, WaysIn } from './opening.tsx';
import { OpeningPicture } from './opening-picture.tsx';
import { PictureDrawing } from './picture-drawing.tsx';
import { DRAWN, FEW_PEOPLE, storyCandidates } from './story-candidates.ts';
import { StoryLine } from './story-line.tsx';

const TOP_OF_CATEGORY = 3;
const HOME_BARS = 5;
/** Among so many with the highest figures are those of which a chart may show them. */
const HOME_CANDIDATES = 60;
const NEWEST = 6;

const renderPicture = memoizeStatic(PictureDrawing);

/** A part of the page below its heading, as the browser is given it. */
type PagePart =
  | { id: 'static'; html: StaticHtmlRef }
  | { id: 'picture' }
  | { id: 'beginning' }
  | { id: 'today'; stats: readonly [number, number, number, number] };

export async function loader(args: Route.LoaderArgs) {
  const { context } = args;
  const language = languageOf(args);
  const { directory, today, site } = context.get(pageContext);
  const sections = directory.homeSections;
  /** Loads data shared by sections; null if all of these sections are hidden. */
  const readFor = <T,>(readers: readonly HomeSection[], read: () => Promise<T>): Promise<T | null> =>
    sections.some((section) => readers.includes(section)) ? read() : Promise.resolve(null);
  const drawn = { language, limit: DRAWN };
  const listed = (query: Sent<typeof findCompanies>['query']) =>
    callUnvalidated(context, findCompanies, { query: { language, ...query } }).catch(pageError);
  const [summary, points, facets, insights, top, divided, newest, blocks] = await Promise.all([
    // Zeros where the summary cannot be had (specification, section 8).
    readFor(['categories', 'today'], () =>
      callFromLoader(context, readSummary, {}).then(
        ({ answer }) => answer,
        () => EMPTY_SUMMARY,
      ),
    ),
    readFor(['story', 'picture'], () =>
      callFromLoader(context, findPoints, { query: drawn }).then(({ answer }) => answer, pageError),
    ),
    // How many companies a category has, its block says too.
    sections.includes('facts') || !sections.includes('categories')
      ? callUnvalidated(context, countFacets, { query: { language } }).then(({ answer }) => answer, pageError)
      : null,
    readFor(['facts'], () =>
      callUnvalidated(context, readInsights, { query: { language } }).then(({ answer }) => answer, pageError),
    ),
    readFor(['charts'], () => listed({ sort: 'revenue', employees_max: FEW_PEOPLE, limit: HOME_CANDIDATES })),
    readFor(['charts'], () => listed({ sort: 'revenue_per_person', limit: HOME_CANDIDATES })),
    // The first ways in say how many companies there are, whatever is shown below them.
    listed({ sort: 'newest', limit: sections.includes('recent') ? NEWEST : 1 }),
    readFor(['categories'], () =>
      Promise.all(
        listedCategories().map(async (category) => {
          const { answer, total } = await listed({ category, limit: TOP_OF_CATEGORY });
          return { category, companies: answer, total };
        }),
      ),
    ),
  ]);
  // Read here: the reader of revenues is larger than the page.
  const known = (top?.answer ?? [])
    .flatMap((company) => {
      const dollars = isYearly(company) ? parseRevenue(company.revenue) : null;
      return dollars === null ? [] : [{ company, dollars }];
    })
    .slice(0, HOME_BARS);
  // Figures of different times are not divided.
  const perPerson = (divided?.answer ?? [])
    .flatMap((company) => {
      const { id, name, category, revenue_per_person: dollars } = company;
      if (dollars === null || !isOfOneTime(company)) return [];
      return [{ company: { id, name, category }, dollars }];
    })
    .slice(0, HOME_BARS);
  const detailOf = (id: string) =>
    callUnvalidated(context, readCompany, { params: { id }, query: { language } }).then(
      ({ answer }) => answer,
      pageError,
    );
  const chosen = sections.includes('story') ? storyOfDay(storyCandidates(points?.points ?? []), today) : null;
  const [story, ...recent] = await Promise.all([
    chosen ? detailOf(chosen.id) : null,
    // A row of a list does not say when it was added.
    ...(sections.includes('recent') ? newest.answer.map(({ id }) => detailOf(id)) : []),
  ]);
  const { searchParams } = args.url;
  const others = othersOf(searchParams);
  const counts = Object.fromEntries(
    blocks
      ? blocks.map(({ category, total }) => [category, total])
      : (facets?.category ?? []).map(({ value, count }) => [value, count]),
  );
  const picture =
    !points || points.points.length === 0 || !sections.includes('picture')
      ? null
      : {
          drawing: registerStatic(args, renderPicture(args, [{ points }])),
          axes: axesOf(points.points),
          pointsPath: `/api${callPath(findPoints, { query: drawn })}`,
          hasHollow: points.points.some(({ yearly }) => !yearly),
        };
  const waysIn = renderStatic(
    args,
    <WaysIn total={newest.total} counts={counts} action={directory.homeActionIn(language)} />,
  );
  const storyHtml = story ? renderStatic(args, <StoryLine company={story} others={others} />) : null;
  const content = {
    others,
    known,
    perPerson,
    recent: byDay(recent, site.timeZone),
    blocks: blocks ?? [],
    views: summary?.categoryBreakdown ?? {},
  };

  // One after the other: static parts are numbered in the order in which they are rendered.
  const changesHtml = await readFor(['changes'], () => showChanges(args));
  const collectionsHtml = await readFor(['collections'], () => showCollections(args));
  const monthHtml = await readFor(['month'], () => showMonth(args, others));
  const { beside, below } = placeSections(sections);
  const parts: PagePart[] = [];
  const add = (html: StaticHtmlRef) => parts.push({ id: 'static', html });
  // Of an empty directory there is nothing to count and nothing to draw.
  if (newest.total === 0) parts.push({ id: 'beginning' });
  for (const group of joinContent(below)) {
    const [first] = group;
    if (first === 'today' && summary) {
      const { totalVisits, uniqueVisitors, totalCompanyViews } = summary;
      parts.push({
        id: 'today',
        stats: [totalVisits, uniqueVisitors, totalCompanyViews, totalInteractions(summary)],
      });
    } else if (newest.total === 0) continue;
    else if (first === 'story' && storyHtml !== null) add(storyHtml);
    else if (first === 'changes' && changesHtml !== null) add(changesHtml);
    else if (first === 'collections' && collectionsHtml !== null) add(collectionsHtml);
    else if (first === 'month' && monthHtml !== null) add(monthHtml);
    else if (first === 'picture') parts.push({ id: 'picture' });
    else if (first === 'facts') {
      const facts = {
        companies: newest.total,
        countries: facets?.country.length ?? 0,
        medianPeople: insights?.median_employees ?? null,
        medianPerPerson: insights?.median_revenue_per_person ?? null,
      };
      add(renderStatic(args, <Facts facts={facts} />));
    } else if (isContent(first))
      add(renderStatic(args, <HomeContent sections={group.filter(isContent)} {...content} />));
  }
  const items = itemList(
    known.map(({ company }) => company),
    rootOf(args),
  );
  return {
    picture,
    waysIn,
    story: beside.includes('story') ? storyHtml : null,
    isPictureBeside: beside.includes('picture'),
    parts,
    described: top ? describeInDocument(args, items) : null,
  };
}

const STATIC_SECTIONS: readonly HomeSection[] = ['recent', 'charts', 'categories'] satisfies ContentSection[];
const isContent = (section: HomeSection | undefined): section is ContentSection =>
  section !== undefined && STATIC_SECTIONS.includes(section);

/** Sections in their order; those of the content that follow each other are one piece of static HTML. */
function joinContent(sections: readonly HomeSection[]): HomeSection[][] {
  const groups: HomeSection[][] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last && isContent(section) && isContent(last[0])) last.push(section);
    else groups.push([section]);
  }
  return groups;
}

// A first visit does not load the list of what changed.
const loadSinceVisit = async () => (await import('./since-visit.tsx')).SinceVisit;

export const shouldRevalidate = revalidateExceptForPanel;

export default function HomePage({
  loaderData: { picture, waysIn, story, isPictureBeside, parts, described },
}: Route.ComponentProps) {
  const { t } = useTranslation('home');
  const root = useRoot();
  const siteName = useSiteName();
  usePageVisit('home');
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => setSince(noteVisit(Date.now())), []);
  return (
    <>
      <Seo
        title={t('documentTitle')}
        feed={paths.home()}
        description={t('documentDescription')}
        structured={[{ '@type': 'WebSite', name: siteName, url: root.site.url }]}
      />
      <section className="opening">
        <div>
          <p className="mb-2 font-medium text-soft md:text-lg">{t('question')}</p>
          <h1 className="text-3xl md:text-6xl">{t('title')}</h1>
          <p className="mt-3 max-w-xl text-soft md:mt-4 md:text-lg">{t('intro')}</p>
          <SearchField placeholder={t('searchPlaceholder')} className="mt-4 max-w-xl md:mt-5" />
          <StaticHtml html={waysIn} />
        </div>
        {story === null ? null : <StaticHtml html={story} className="opening-story" />}
        {picture && isPictureBeside ? <OpeningPicture {...picture} className="opening-picture" /> : null}
      </section>
      {since === null ? null : (
        <OnDemand load={loadSinceVisit} props={{ since }} fallback={null} failed={() => null} />
      )}
      {parts.map((part, i) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a page's parts is fixed
        if (part.id === 'static') return <StaticHtml key={i} html={part.html} />;
        if (part.id === 'today') return <Today key={part.id} stats={part.stats} />;
        if (part.id === 'beginning')
          return (
            <div key={part.id} className="border-line border-t py-16">
              <State kind="beginning" title={t('beginTitle')} text={t('beginText')} />
            </div>
          );
        return picture ? <OpeningPicture key={part.id} {...picture} className="py-8" /> : null;
      })}
      <Description html={described} />
    </>
  );
}

/** How the site is read today. What nobody has done yet says so in small letters. */
function Today({ stats }: { stats: readonly [number, number, number, number] }) {
  const { t } = useTranslation('home');
  const { language } = useRoot();
  const tiles = [
    { label: t('todayVisits'), note: t('todayVisitsNote') },
    { label: t('uniqueVisitors'), note: t('uniqueVisitorsNote') },
    { label: t('companyViews'), note: t('companyViewsNote') },
    { label: t('totalInteractions'), note: t('totalInteractionsNote') },
  ];
  return (
    <section aria-labelledby="today" className="border-line border-t py-8">
      <h2 id="today" className="text-2xl">
        {t('stats')}
      </h2>
      <dl className="mt-2 grid grid-cols-1 gap-x-6 sm:grid-cols-2 lg:grid-cols-4">
        {tiles.map(({ label, note }, i) => (
          <div
            key={label}
            className="flex items-baseline justify-between gap-4 border-line border-b py-3 lg:flex-col-reverse lg:justify-end lg:gap-1"
          >
            <dt>
              {label}
              <small className="block text-soft text-sm">{note}</small>
            </dt>
            <dd className="shrink-0">
              {stats[i] ? (
                <span className="figure text-2xl">
                  <CountedNumber id={label} value={stats[i]} language={language} />
                </span>
              ) : (
                <span className="text-soft">{t('noneYet')}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Groups what comes newest first by the day on which it was added. */
function byDay<C extends { created_at: string }>(
  companies: readonly C[],
  timeZone: string,
): DayAdditions<C>[] {
  const days: DayAdditions<C>[] = [];
  for (const company of companies) {
    const day = dayOf(company.created_at, timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.companies.push(company);
    else days.push({ day, companies: [company] });
  }
  return days;
}

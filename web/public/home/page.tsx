import { StaticHtml } from '#engine/static-html';
import { readSummary } from '../../../core/analytics/calls.ts';
import { EMPTY_SUMMARY, totalInteractions } from '../../../core/analytics/summary.ts';
import { callPath } from '../../../core/call.ts';
import { listedCategories } from '../../../core/categories.ts';
import { countFacets, findCompanies, readCompany, readInsights } from '../../../core/companies/calls.ts';
import { isOfOneTime, isYearly } from '../../../core/companies/per-person.ts';
import { parseRevenue } from '../../../core/companies/revenue.ts';
import { storyOfDay } from '../../../core/companies/story-of-day.ts';
import { findPoints } from '../../../core/explore/calls.ts';
import { dayOf } from '../../i18n/days-and-lists.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromLoader, callUnvalidated } from '../../shared/api.ts';
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
import type { Route } from './+types/page.ts';
import { CountedNumber } from './counted-number.tsx';
import { type DayAdditions, HomeContent } from './home-content.tsx';
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

const drawPicture = memoizeStatic(PictureDrawing);

export async function loader(asked: Route.LoaderArgs) {
  const { context } = asked;
  const language = languageOf(asked);
  const drawn = { language, limit: DRAWN };
  const [summary, points, facets, insights, top, divided, newest, ...blocks] = await Promise.all([
    // Zeros where the summary cannot be had (specification, section 8).
    callFromLoader(context, readSummary, {}).then(
      ({ answer }) => answer,
      () => EMPTY_SUMMARY,
    ),
    callFromLoader(context, findPoints, { query: drawn }).then(({ answer }) => answer, pageError),
    callUnvalidated(context, countFacets, { query: { language } }).then(({ answer }) => answer, pageError),
    callUnvalidated(context, readInsights, { query: { language } }).then(({ answer }) => answer, pageError),
    callUnvalidated(context, findCompanies, {
      query: { language, sort: 'revenue', employees_max: FEW_PEOPLE, limit: HOME_CANDIDATES },
    }).catch(pageError),
    callUnvalidated(context, findCompanies, {
      query: { language, sort: 'revenue_per_person', limit: HOME_CANDIDATES },
    }).catch(pageError),
    callUnvalidated(context, findCompanies, { query: { language, sort: 'newest', limit: NEWEST } }).catch(
      pageError,
    ),
    ...listedCategories().map(async (category) => {
      const { answer, total } = await callUnvalidated(context, findCompanies, {
        query: { category, language, limit: TOP_OF_CATEGORY },
      }).catch(pageError);
      return { category, companies: answer, total };
    }),
  ]);
  // Read here: the reader of revenues is larger than the page.
  const known = top.answer
    .flatMap((company) => {
      const dollars = isYearly(company) ? parseRevenue(company.revenue) : null;
      return dollars === null ? [] : [{ company, dollars }];
    })
    .slice(0, HOME_BARS);
  // Figures of different times are not divided.
  const perPerson = divided.answer
    .flatMap((company) => {
      const { id, name, category, revenue_per_person: dollars } = company;
      if (dollars === null || !isOfOneTime(company)) return [];
      return [{ company: { id, name, category }, dollars }];
    })
    .slice(0, HOME_BARS);
  const { today, site } = context.get(pageContext);
  const detailOf = (id: string) =>
    callUnvalidated(context, readCompany, { params: { id }, query: { language } }).then(
      ({ answer }) => answer,
      pageError,
    );
  const chosen = storyOfDay(storyCandidates(points.points), today);
  const [story, ...recent] = await Promise.all([
    chosen ? detailOf(chosen.id) : null,
    // A row of a list does not say when it was added.
    ...newest.answer.map(({ id }) => detailOf(id)),
  ]);
  const { searchParams } = asked.url;
  const others = othersOf(searchParams);
  const counts = Object.fromEntries(blocks.map(({ category, total }) => [category, total]));
  const facts = {
    companies: newest.total,
    countries: facets.country.length,
    medianPeople: insights.median_employees,
    medianPerPerson: insights.median_revenue_per_person,
  };
  const content = (
    <HomeContent
      others={others}
      known={known}
      perPerson={perPerson}
      recent={byDay(recent, site.timeZone)}
      blocks={blocks}
      views={summary.categoryBreakdown}
    />
  );
  const items = itemList(
    known.map(({ company }) => company),
    rootOf(asked),
  );
  return {
    stats: [
      summary.totalVisits,
      summary.uniqueVisitors,
      summary.totalCompanyViews,
      totalInteractions(summary),
    ] as const,
    picture:
      points.points.length === 0
        ? null
        : {
            drawing: registerStatic(asked, drawPicture(asked, [{ points }])),
            axes: axesOf(points.points),
            pointsPath: `/api${callPath(findPoints, { query: drawn })}`,
            hasHollow: points.points.some(({ yearly }) => !yearly),
          },
    waysIn: renderStatic(asked, <WaysIn total={newest.total} counts={counts} />),
    story: story ? renderStatic(asked, <StoryLine company={story} others={others} />) : null,
    // Of an empty directory there is nothing to count and nothing to draw.
    facts: newest.total === 0 ? null : renderStatic(asked, <Facts facts={facts} />),
    content: newest.total === 0 ? null : renderStatic(asked, content),
    described: describeInDocument(asked, items),
  };
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function HomePage({
  loaderData: { stats, picture, waysIn, story, facts, content, described },
}: Route.ComponentProps) {
  const { t } = useTranslation('home');
  const root = useRoot();
  const siteName = useSiteName();
  usePageVisit('home');
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
        {picture ? <OpeningPicture {...picture} className="opening-picture" /> : null}
      </section>
      {facts === null ? null : <StaticHtml html={facts} />}
      {content === null ? (
        <div className="border-line border-t py-16">
          <State kind="beginning" title={t('beginTitle')} text={t('beginText')} />
        </div>
      ) : (
        <StaticHtml html={content} />
      )}
      <Today stats={stats} />
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

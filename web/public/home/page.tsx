import { StaticHtml } from '#engine/static-html';
import { readSummary } from '../../../core/analytics/calls.ts';
import { EMPTY_SUMMARY, totalInteractions } from '../../../core/analytics/summary.ts';
import { callPath } from '../../../core/call.ts';
import { COMPANY_CATEGORIES } from '../../../core/categories.ts';
import { findCompanies } from '../../../core/companies/calls.ts';
import { isOfOneTime, isYearly } from '../../../core/companies/per-person.ts';
import { parseRevenue } from '../../../core/companies/revenue.ts';
import { findPoints } from '../../../core/explore/calls.ts';
import { DAY } from '../../../core/time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromLoader, callUnvalidated } from '../../shared/api.ts';
import { useSiteName } from '../../shared/layout/site-name.ts';
import { pageContext } from '../../shared/page-context.ts';
import { othersOf, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
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
import { HomeContent } from './home-content.tsx';
import { OpeningPicture } from './opening-picture.tsx';
import { PictureDrawing } from './picture-drawing.tsx';

const TOP_OF_CATEGORY = 3;
const BARS = 5;
/** People of a company in the first chart, at most. */
const FEW_PEOPLE = 50;
/** Among so many with the highest figures are those of which a chart may show them. */
const LOOKED_AT = 60;
const NEWEST = 6;
/** Companies in the picture: a page is not to grow with its directory. */
const DRAWN = 200;
/** In milliseconds: each has another story. */

const drawPicture = memoizeStatic(PictureDrawing);

export async function loader(asked: Route.LoaderArgs) {
  const { context } = asked;
  const language = languageOf(asked);
  const drawn = { language, limit: DRAWN };
  const [summary, points, top, divided, newest, ...blocks] = await Promise.all([
    // Zeros where the summary cannot be had (specification, section 8).
    callFromLoader(context, readSummary, {}).then(
      ({ answer }) => answer,
      () => EMPTY_SUMMARY,
    ),
    callFromLoader(context, findPoints, { query: drawn }).then(({ answer }) => answer, pageError),
    callUnvalidated(context, findCompanies, {
      query: { language, sort: 'revenue', employees_max: FEW_PEOPLE, limit: LOOKED_AT },
    }).catch(pageError),
    callUnvalidated(context, findCompanies, {
      query: { language, sort: 'revenue_per_person', limit: LOOKED_AT },
    }).catch(pageError),
    callUnvalidated(context, findCompanies, { query: { language, sort: 'newest', limit: NEWEST } }).catch(
      pageError,
    ),
    ...COMPANY_CATEGORIES.map(async (category) => {
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
    .slice(0, BARS);
  // Figures of different times are not divided.
  const perPerson = divided.answer
    .flatMap((company) => {
      const { id, name, category, revenue_per_person: dollars } = company;
      if (dollars === null || !isOfOneTime(company)) return [];
      return [{ company: { id, name, category }, dollars }];
    })
    .slice(0, BARS);
  const first = blocks.flatMap(({ companies }) => companies);
  const day = Math.floor(context.get(pageContext).now.getTime() / DAY);
  const story = first[day % Math.max(1, first.length)];
  const { searchParams } = asked.url;
  const content = (
    <HomeContent
      others={othersOf(searchParams)}
      known={known}
      perPerson={perPerson}
      recent={newest.answer}
      story={story}
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
          },
    content: renderStatic(asked, content),
    described: describeInDocument(asked, items),
  };
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function HomePage({
  loaderData: { stats, picture, content, described },
}: Route.ComponentProps) {
  const { t } = useTranslation('home');
  const root = useRoot();
  const siteName = useSiteName();
  usePageVisit('home');
  // Four zeros would say less than that the day has just begun.
  const isQuiet = stats.every((value) => value === 0);
  const labels = [t('todayVisits'), t('uniqueVisitors'), t('companyViews'), t('totalInteractions')];
  return (
    <>
      <Seo
        title={t('documentTitle')}
        feed={paths.home()}
        description={t('intro')}
        structured={[{ '@type': 'WebSite', name: siteName, url: root.site.url }]}
      />
      <section className="grid grid-cols-1 items-center gap-x-16 gap-y-8 pt-8 pb-10 md:pt-14 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <div>
          <p className="mb-3 font-medium text-soft md:text-lg">{t('question')}</p>
          <h1 className="text-4xl md:text-6xl">{t('title')}</h1>
          <p className="mt-6 max-w-xl text-lg text-soft">{t('intro')}</p>
        </div>
        {picture ? <OpeningPicture {...picture} /> : null}
      </section>
      <section className="pb-10">
        <dl
          className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line md:grid-cols-4"
          aria-label={t('stats')}
        >
          {labels.map((label, i) => (
            <div key={label} className="flex flex-col-reverse justify-end bg-raised p-4">
              <dt className="text-soft text-sm">{label}</dt>
              <dd className="figure text-3xl">
                {isQuiet ? (
                  <span className="text-soft">—</span>
                ) : (
                  <CountedNumber id={label} value={stats[i] ?? 0} language={root.language} />
                )}
              </dd>
            </div>
          ))}
        </dl>
        {isQuiet ? <p className="mt-3 text-soft text-sm">{t('quiet')}</p> : null}
      </section>
      <StaticHtml html={content} />
      <Description html={described} />
    </>
  );
}

import { readSummary } from '../../core/analytics/calls.ts';
import { EMPTY_SUMMARY, totalInteractions } from '../../core/analytics/summary.ts';
import { COMPANY_CATEGORIES, type CompanyCategory } from '../../core/categories.ts';
import { findCompanies, type ListedCompany } from '../../core/companies/calls.ts';
import { isOfOneTime, isYearly } from '../../core/companies/per-person.ts';
import { parseRevenue } from '../../core/companies/revenue.ts';
import { typedLanguage } from '../../core/text.ts';
import { usePageVisit } from '../analytics/record.ts';
import { callFromLoader } from '../api.ts';
import { BigFigures } from '../companies/big-figures.tsx';
import { CompanyLink } from '../companies/company-link.tsx';
import { LogoTile } from '../companies/logo-tile.tsx';
import { useRevenueText } from '../companies/revenue-text.tsx';
import { itemList } from '../companies/structured-data.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { pageContext } from '../page-context.ts';
import { paths } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { PageLink } from '../shell/link.tsx';
import { languageOf, pageError, revalidateExceptForPanel } from '../shell/load-page.ts';
import { Seo } from '../shell/seo.tsx';
import { useSiteName } from '../shell/site-name.ts';
import { CategoryShape } from '../ui/category-shape.tsx';
import { formatAmount, formatNumber } from '../ui/format.ts';
import type { Route } from './+types/page.ts';
import { BarChart } from './bar-chart.tsx';
import { StoryLine } from './story-line.tsx';

const TOP_OF_CATEGORY = 3;
const BARS = 5;
/** Among so many with the highest quotient are those whose figures may be divided. */
const DIVIDED_AMONG = 60;
const NEWEST = 6;
/** In milliseconds: each has another story. */
const DAY = 24 * 60 * 60 * 1000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const language = languageOf(request);
  const [summary, top, divided, newest, ...blocks] = await Promise.all([
    // Zeros where the summary cannot be had (specification, section 8).
    callFromLoader(context, readSummary, {}).then(
      ({ answer }) => answer,
      () => EMPTY_SUMMARY,
    ),
    callFromLoader(context, findCompanies, { query: { language, sort: 'revenue', limit: BARS } }).catch(
      pageError,
    ),
    callFromLoader(context, findCompanies, {
      query: { language, sort: 'revenue_per_person', limit: DIVIDED_AMONG },
    }).catch(pageError),
    callFromLoader(context, findCompanies, { query: { language, sort: 'newest', limit: NEWEST } }).catch(
      pageError,
    ),
    ...COMPANY_CATEGORIES.map(async (category) => {
      const { answer, total } = await callFromLoader(context, findCompanies, {
        query: { category, language, limit: TOP_OF_CATEGORY },
      }).catch(pageError);
      return { category, companies: answer, total };
    }),
  ]);
  // Read here: the reader of revenues is larger than the page.
  const known = top.answer.flatMap((company) => {
    const dollars = parseRevenue(company.revenue);
    return dollars === null ? [] : [{ company, dollars }];
  });
  // A price that was paid is no year's revenue, and figures of different times are not divided.
  const perPerson = divided.answer
    .flatMap((company) => {
      const { id, name, category, revenue_per_person: dollars } = company;
      if (dollars === null || !isYearly(company) || !isOfOneTime(company)) return [];
      return [{ company: { id, name, category }, dollars }];
    })
    .slice(0, BARS);
  const recent = newest.answer.map(({ id, name, category, logo, employees, revenue_per_person }) => ({
    id,
    name,
    category,
    logo,
    employees,
    revenue_per_person,
  }));
  const first = blocks.flatMap(({ companies }) => companies);
  const day = Math.floor(context.get(pageContext).now.getTime() / DAY);
  const story = first[day % Math.max(1, first.length)];
  return { summary, known, perPerson, recent, blocks, story };
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { summary, known, perPerson, recent, blocks, story } = loaderData;
  const { t } = useTranslation('home');
  const root = useRoot();
  const revenueText = useRevenueText();
  const siteName = useSiteName();
  usePageVisit('home');
  const stats = [
    [t('todayVisits'), summary.totalVisits],
    [t('uniqueVisitors'), summary.uniqueVisitors],
    [t('companyViews'), summary.totalCompanyViews],
    [t('totalInteractions'), totalInteractions(summary)],
  ] as const;
  // Four zeros would say less than that the day has just begun.
  const isQuiet = stats.every(([, value]) => value === 0);
  return (
    <>
      <Seo
        title={t('documentTitle')}
        feed={paths.home()}
        description={t('intro')}
        structured={[
          { '@type': 'WebSite', name: siteName, url: root.site.url },
          itemList(
            known.map(({ company }) => company),
            root,
          ),
        ]}
      />
      <section className="grid grid-cols-1 items-end gap-x-16 gap-y-8 pt-8 pb-10 md:pt-16 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <div>
          <p className="mb-3 font-medium text-soft md:text-lg">{t('question')}</p>
          <h1 className="text-4xl md:text-6xl">{t('title')}</h1>
          <p className="mt-6 max-w-xl text-lg text-soft">{t('intro')}</p>
        </div>
        <div>
          <dl
            className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line"
            aria-label={t('stats')}
          >
            {stats.map(([label, value]) => (
              <div key={label} className="flex flex-col-reverse justify-end bg-raised p-4">
                <dt className="text-soft text-sm">{label}</dt>
                <dd className="figure text-3xl">
                  {isQuiet ? <span className="text-soft">—</span> : formatNumber(value, root.language)}
                </dd>
              </div>
            ))}
          </dl>
          {isQuiet ? <p className="mt-5 text-soft text-sm">{t('quiet')}</p> : null}
        </div>
      </section>
      <section className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <BarChart
          id="revenue-chart"
          title={t('chartTitle')}
          note={t('chartNote')}
          bars={known.map((bar) => ({ ...bar, text: revenueText(bar.company.revenue) }))}
        />
        <BarChart
          id="per-person-chart"
          title={t('perPersonTitle')}
          note={t('perPersonNote')}
          bars={perPerson.map((bar) => ({ ...bar, text: formatAmount(bar.dollars, 'USD', root.language) }))}
        />
      </section>
      <p className="mt-4 mb-12">
        <PageLink
          to={paths.explore()}
          className="link inline-flex min-h-11 items-center font-medium text-accent"
        >
          {t('explore')}
        </PageLink>
      </p>
      {story ? <StoryLine company={story} /> : null}
      <RecentAdditions companies={recent} />
      {blocks.map((block) => (
        <CategoryBlock
          key={block.category}
          {...block}
          viewsToday={summary.categoryBreakdown[block.category] ?? 0}
        />
      ))}
    </>
  );
}

function RecentAdditions({
  companies,
}: {
  companies: readonly Pick<
    ListedCompany,
    'id' | 'name' | 'category' | 'logo' | 'employees' | 'revenue_per_person'
  >[];
}) {
  const { t } = useTranslation(['home', 'categories']);
  const { language } = useRoot();
  if (companies.length === 0) return null;
  return (
    <section aria-labelledby="recent" className="border-line border-t py-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="recent" className="text-2xl">
          {t('recent')}
        </h2>
        <PageLink
          to={`${paths.category('all')}?sort=newest`}
          aria-label={`${t('viewAll')}: ${t('recent')}`}
          className="link inline-flex min-h-11 items-center font-medium text-accent"
        >
          {t('viewAll')}
        </PageLink>
      </div>
      <ul className="mt-4 grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {companies.map((company) => (
          <li key={company.id} className="min-w-0">
            <CompanyLink
              company={company}
              className="group flex items-center gap-4 rounded py-2 hover:bg-tint"
            >
              <LogoTile company={company} size="small" />
              <span className="min-w-0">
                <span
                  lang={typedLanguage(company.name, language)}
                  className="wrap-anywhere block leading-snug group-hover:underline group-hover:decoration-accent"
                >
                  {company.name}
                </span>
                <span className="flex items-center gap-1.5 text-soft text-sm">
                  <CategoryShape category={company.category} />
                  {t(`categories:${company.category}.name`)}
                </span>
              </span>
            </CompanyLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface BlockProps {
  category: CompanyCategory;
  companies: ListedCompany[];
  total: number;
  viewsToday: number;
}

function CategoryBlock({ category, companies, total, viewsToday }: BlockProps) {
  const { t } = useTranslation(['home', 'categories', 'companies']);
  const { language } = useRoot();
  const name = t(`categories:${category}.name`);
  return (
    <section
      data-category={category}
      aria-labelledby={`category-${category}`}
      className="grid grid-cols-1 gap-x-16 gap-y-6 border-line border-t py-12 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`category-${category}`} className="flex items-baseline gap-2 text-2xl">
          <CategoryShape category={category} />
          {name}
        </h2>
        <p className="number mt-1 text-soft text-sm">
          {t('companies', { count: total })} · {t('viewsToday', { count: viewsToday })}
        </p>
        <p className="mt-3 text-soft">{t(`categories:${category}.description`)}</p>
        <PageLink
          to={paths.category(category)}
          aria-label={`${t('viewAll')}: ${name}`}
          className="link mt-3 inline-flex min-h-11 items-center font-medium text-category"
        >
          {t('viewAll')}
          {/* The name is the label's; the text is for those who read links without it. */}
          <span className="sr-only">: {name}</span>
        </PageLink>
      </div>
      {companies.length === 0 ? (
        <p className="self-center text-soft">{t('empty')}</p>
      ) : (
        <ol className="divide-y divide-line">
          {companies.map((company, i) => (
            <li key={company.id}>
              <CompanyLink
                company={company}
                className="group grid grid-cols-[1.75rem_2.75rem_minmax(0,1fr)] gap-x-4 gap-y-1 py-4 hover:bg-tint md:grid-cols-[1.75rem_2.75rem_minmax(0,1fr)_13rem]"
              >
                <span className="figure pt-2 text-right text-lg text-soft">{i + 1}</span>
                <LogoTile company={company} size="small" />
                <div className="min-w-0">
                  <h3
                    lang={typedLanguage(company.name, language)}
                    className="text-lg leading-snug group-hover:underline group-hover:decoration-accent"
                  >
                    {company.name}
                  </h3>
                  <span
                    lang={typedLanguage(company.description, language)}
                    className="line-clamp-2 text-[0.9375rem] text-soft"
                  >
                    {company.description}
                  </span>
                </div>
                <span className="col-start-3 md:col-start-4">
                  <BigFigures company={company} />
                  {company.founded === null ? null : (
                    <span className="number block text-soft text-sm">
                      {t('companies:founded')}: {company.founded}
                    </span>
                  )}
                </span>
              </CompanyLink>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

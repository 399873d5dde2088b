import { readSummary } from '../../core/analytics/calls.ts';
import { EMPTY_SUMMARY, totalInteractions } from '../../core/analytics/summary.ts';
import { COMPANY_CATEGORIES, type CompanyCategory } from '../../core/categories.ts';
import { findCompanies, type ListedCompany } from '../../core/companies/calls.ts';
import { parseRevenue } from '../../core/companies/revenue.ts';
import { typedLanguage } from '../../core/text.ts';
import { usePageVisit } from '../analytics/record.ts';
import { callFromLoader } from '../api.ts';
import { BigFigures } from '../companies/big-figures.tsx';
import { CompanyLink } from '../companies/company-link.tsx';
import { LogoTile } from '../companies/logo-tile.tsx';
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
import { formatNumber } from '../ui/format.ts';
import type { Route } from './+types/page.ts';
import { RevenueChart } from './revenue-chart.tsx';
import { StoryLine } from './story-line.tsx';

const TOP_OF_CATEGORY = 3;
const BARS = 5;
/** In milliseconds: each has another story. */
const DAY = 24 * 60 * 60 * 1000;

export async function loader({ request, context }: Route.LoaderArgs) {
  const language = languageOf(request);
  const [summary, top, ...blocks] = await Promise.all([
    // Zeros where the summary cannot be had (specification, section 8).
    callFromLoader(context, readSummary, {}).then(
      ({ answer }) => answer,
      () => EMPTY_SUMMARY,
    ),
    callFromLoader(context, findCompanies, { query: { language, sort: 'revenue', limit: BARS } }).catch(
      pageError,
    ),
    ...COMPANY_CATEGORIES.map(async (category) => {
      const { answer, headers } = await callFromLoader(context, findCompanies, {
        query: { category, language, limit: TOP_OF_CATEGORY },
      }).catch(pageError);
      return { category, companies: answer, total: Number(headers.get('x-total-count')) };
    }),
  ]);
  // Read here: the reader of revenues is larger than the page.
  const known = top.answer.flatMap((company) => {
    const dollars = parseRevenue(company.revenue);
    return dollars === null ? [] : [{ company, dollars }];
  });
  const first = blocks.flatMap(({ companies }) => companies);
  const day = Math.floor(context.get(pageContext).now.getTime() / DAY);
  return { summary, known, blocks, story: first[day % Math.max(1, first.length)] };
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function HomePage({ loaderData: { summary, known, blocks, story } }: Route.ComponentProps) {
  const { t } = useTranslation('home');
  const root = useRoot();
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
      <section className="grid grid-cols-1 gap-10 pt-8 pb-12 md:pt-16 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:gap-16">
        <div>
          <p className="mb-3 font-medium text-soft md:text-lg">{t('question')}</p>
          <h1 className="text-4xl md:text-6xl">{t('title')}</h1>
          <p className="mt-6 max-w-xl text-lg text-soft">{t('intro')}</p>
          <dl
            className="mt-8 grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line"
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
        <RevenueChart known={known} />
      </section>
      {story ? <StoryLine company={story} /> : null}
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

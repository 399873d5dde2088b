import { StaticHtml } from '#engine/static-html';
import { type Insights, readInsights } from '../../../core/companies/calls.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromLoader } from '../../shared/api.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { usePageVisit } from '../analytics/record.ts';
import { languageOf, pageError, revalidateExceptForPanel } from '../page/load-page.ts';
import { PageHead } from '../page/page-head.tsx';
import { renderStatic } from '../page/render-static.server.tsx';
import { Seo } from '../page/seo.tsx';
import type { Route } from './+types/all-page.ts';
import { CompanyList } from './company-list.tsx';
import { loadList } from './load-list.ts';

export async function loader(asked: Route.LoaderArgs) {
  const language = languageOf(asked);
  const [list, insights] = await Promise.all([
    loadList(asked, 'all'),
    callFromLoader(asked.context, readInsights, { query: { language } }).catch(pageError),
  ]);
  return { list, insights: renderStatic(asked, <InsightsBox insights={insights.answer} />) };
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function AllPage({ loaderData: { list, insights } }: Route.ComponentProps) {
  const { t } = useTranslation('categories');
  usePageVisit('all-companies');
  const name = t('all.name');
  const description = t('all.description');
  return (
    <>
      <Seo
        title={name}
        description={description}
        picture={paths.category('all')}
        feed={paths.category('all')}
      />
      <PageHead title={name} description={description}>
        <StaticHtml html={insights} />
      </PageHead>
      <CompanyList list={list} category="all" />
    </>
  );
}

/** What the companies of the directory have in figures, as static HTML. */
function InsightsBox({ insights }: { insights: Insights }) {
  const { t } = useTranslation(['companies', 'common']);
  const { language } = useRoot();
  const dollars = (amount: number | null) =>
    amount === null ? t('common:unknown') : formatAmount(amount, 'USD', language);
  const figures = [
    [t('over1M'), formatNumber(insights.over_1m, language)],
    [t('over10M'), formatNumber(insights.over_10m, language)],
    [t('over100M'), formatNumber(insights.over_100m, language)],
    [
      t('averageEmployees'),
      insights.average_employees === null
        ? t('common:unknown')
        : formatNumber(insights.average_employees, language),
    ],
    [
      t('averageAge'),
      insights.average_age === null ? t('common:unknown') : t('years', { count: insights.average_age }),
    ],
    [
      t('medianEmployees'),
      insights.median_employees === null
        ? t('common:unknown')
        : formatNumber(insights.median_employees, language),
    ],
    [t('medianRevenue'), dollars(insights.median_revenue)],
    [t('medianPerPerson'), dollars(insights.median_revenue_per_person)],
  ];
  return (
    <section aria-labelledby="insights" className="mt-3 border-line border-t pt-3 md:mt-10 md:pt-6">
      <h2 id="insights" className="text-xl max-md:sr-only">
        {t('insights')}
      </h2>
      {/* One line on a phone, moved by the finger or by the keys. */}
      <dl tabIndex={0} className="strip md:mt-4 md:grid md:grid-cols-4 md:gap-x-6 md:gap-y-5">
        {figures.map(([label, value]) => (
          <div key={label} className="flex flex-col-reverse justify-end max-md:shrink-0">
            <dt className="whitespace-nowrap text-soft text-sm">{label}</dt>
            <dd className="figure text-xl md:text-3xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

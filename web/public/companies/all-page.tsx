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
import { useListSummary } from './list-summary.ts';
import { loadList } from './load-list.ts';

export async function loader(args: Route.LoaderArgs) {
  const language = languageOf(args);
  const [list, insights] = await Promise.all([
    loadList(args, 'all'),
    callFromLoader(args.context, readInsights, { query: { language } }).catch(pageError),
  ]);
  return { list, insights: renderStatic(args, <InsightsBox insights={insights.answer} />) };
}

export const shouldRevalidate = revalidateExceptForPanel;

export default function AllPage({ loaderData: { list, insights } }: Route.ComponentProps) {
  const { t } = useTranslation('categories');
  const describe = useListSummary();
  usePageVisit('all-companies');
  const name = t('all.name');
  const description = t('all.description');
  return (
    <>
      <Seo
        title={name}
        description={describe(description, list)}
        picture={paths.category('all')}
        feed={paths.category('all')}
      />
      <PageHead title={name} description={description}>
        <StaticHtml html={insights} />
      </PageHead>
      <CompanyList list={list} category="all" name={name} />
    </>
  );
}

/** What the companies of the directory have in figures, as static HTML. */
function InsightsBox({ insights }: { insights: Insights }) {
  const { t } = useTranslation(['companies', 'common']);
  const { language } = useRoot();
  const dollars = (amount: number | null) =>
    amount === null ? t('common:unknown') : formatAmount(amount, 'USD', language);
  const number = (value: number | null) =>
    value === null ? t('common:unknown') : formatNumber(value, language);
  const figures = [
    [t('over1M'), number(insights.over_1m)],
    [t('over10M'), number(insights.over_10m)],
    [t('over100M'), number(insights.over_100m)],
    [t('medianEmployees'), number(insights.median_employees)],
    [t('averageEmployees'), number(insights.average_employees)],
    [
      t('averageAge'),
      insights.average_age === null ? t('common:unknown') : t('years', { count: insights.average_age }),
    ],
  ];
  const medians = [
    [t('medianRevenue'), dollars(insights.median_revenue)],
    [t('medianPerPerson'), dollars(insights.median_revenue_per_person)],
  ];
  return (
    <section aria-labelledby="insights" className="mt-3 border-line border-t pt-3 md:mt-6 md:pt-4">
      <h2 id="insights" className="mb-3 text-xl max-md:sr-only">
        {t('insights')}
      </h2>
      {/* One line on a phone, moved by the finger or by the keys. */}
      <dl tabIndex={0} className="strip md:grid md:grid-cols-6 md:gap-x-4">
        <Figures figures={figures} />
      </dl>
      <details>
        <summary className="inline-flex min-h-11 items-center text-sm">
          <span className="link">{t('moreInsights')}</span>
        </summary>
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          <Figures figures={medians} />
        </dl>
        <p className="mt-2 max-w-prose text-soft text-sm">{t('averageNote')}</p>
      </details>
    </section>
  );
}

function Figures({ figures }: { figures: readonly (readonly string[])[] }) {
  return figures.map(([label, value]) => (
    <div key={label} className="flex flex-col-reverse justify-end max-md:shrink-0">
      <dt className="text-soft text-sm max-md:whitespace-nowrap">{label}</dt>
      <dd className="figure text-xl md:text-2xl">{value}</dd>
    </div>
  ));
}

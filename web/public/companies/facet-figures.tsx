import type { CompanyCategory } from '../../../core/categories.ts';
import type { Insights } from '../../../core/companies/calls.ts';
import { formatAmount, formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRevenueText } from '../../shared/companies/revenue-text.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { StaticLink } from '../page/static-link.tsx';

export interface FacetFigures {
  /** Those with the highest revenue, the highest first. */
  bars: {
    id: string;
    name: string;
    category: CompanyCategory;
    revenue: string;
    employees: number | null;
    dollars: number;
  }[];
  medians: Pick<Insights, 'median_employees' | 'median_revenue' | 'median_revenue_per_person'>;
}

/** The smallest bar is still seen, in percent. */
const SHORTEST_FIGURE_BAR = 1.5;

/**
 * What companies earn beside how many they are: bars in the cells of a table, which reads the same aloud
 * and needs no script, as static HTML.
 */
export function FigureBars({ figures: { bars, medians: known } }: { figures: FacetFigures }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const revenueText = useRevenueText();
  const dollars = (amount: number | null) => (amount === null ? null : formatAmount(amount, 'USD', language));
  const people = known.median_employees;
  const medians = [
    [t('medianRevenue'), dollars(known.median_revenue)],
    [t('medianEmployees'), people === null ? null : formatNumber(people, language)],
    [t('medianPerPerson'), dollars(known.median_revenue_per_person)],
  ].filter(([, value]) => value !== null);
  const richest = Math.max(...bars.map((bar) => bar.dollars), 1);
  const largest = Math.max(...bars.map(({ employees }) => employees ?? 0), 1);
  return (
    <figure aria-labelledby="figures" className="mt-3 border-line border-t pt-3 md:mt-8 md:pt-6">
      <h2 id="figures" className="text-xl max-md:sr-only">
        {t('facetFigures')}
      </h2>
      <dl tabIndex={0} className="strip empty:hidden md:mt-4 md:grid md:grid-cols-4 md:gap-x-6 md:gap-y-4">
        {medians.map(([label, value]) => (
          <div key={label} className="flex flex-col-reverse justify-end max-md:shrink-0">
            <dt className="whitespace-nowrap text-soft text-sm">{label}</dt>
            <dd className="figure text-xl md:text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
      <details className="folds">
        <summary className="flex min-h-11 items-center text-sm md:hidden">
          <span className="link">{t('facetFigures')}</span>
        </summary>
        <table className="number mt-2 w-full md:mt-6 max-w-3xl table-fixed text-left text-sm">
          <thead className="text-soft">
            <tr>
              {(['company', 'revenueShort', 'metric_employees'] as const).map((column) => (
                <th key={column} scope="col" className="py-1 pr-4 align-bottom font-normal">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-y">
            {bars.map(({ id, name, category, revenue, employees, dollars: amount }) => (
              <tr key={id} data-category={category}>
                <th scope="row" className="wrap-anywhere py-2 pr-4 font-normal">
                  <StaticLink to={paths.company(id)} className="link">
                    {name}
                  </StaticLink>
                </th>
                <td className="wrap-anywhere py-2 pr-4">
                  {revenueText(revenue)}
                  <BarOf part={amount / richest} />
                </td>
                <td className="py-2">
                  {employees === null ? '—' : formatNumber(employees, language)}
                  {employees === null ? null : <BarOf part={employees / largest} soft />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-3 text-soft text-sm">{t('facetFiguresNote')}</p>
      </details>
    </figure>
  );
}

/** Widths are attributes of SVG, because the content security policy allows no style attributes. */
function BarOf({ part, soft = false }: { part: number; soft?: boolean }) {
  return (
    <svg aria-hidden="true" width="100%" height="8" className="mt-1 block">
      <rect width="100%" height="8" rx="2" className="fill-tint" />
      <rect
        width={`${Math.max(SHORTEST_FIGURE_BAR, part * 100)}%`}
        height="8"
        rx="2"
        className={soft ? 'fill-soft' : 'fill-category'}
      />
    </svg>
  );
}

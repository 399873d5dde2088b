import { sql } from 'kysely';
import type { Insights } from '../../../core/companies/calls.ts';
import type { Database } from '../../platform/database/types.ts';
import { type CompanyQuery, searchConnection, searchResults, selectMatching } from './list-query.ts';
import { median } from './median.ts';

/**
 * The Category Insights box (specification, 'All-companies page') with medians, of all shown companies
 * that match, however many. @param year the current one
 */
export async function readInsights(
  database: Database,
  { q, ...choices }: Pick<CompanyQuery, 'category' | 'language' | 'filters'> & { q?: string | undefined },
  year: number,
): Promise<Insights> {
  const db = await searchConnection(database);
  const { language } = choices;
  const results = await searchResults(database, db, { q, language, includeHidden: false });
  const atLeast = (dollars: number) =>
    sql<number>`coalesce(sum(case when c.revenue_amount >= ${sql.lit(dollars)}
      or lower(c.revenue) like '%acquisition%' then 1 else 0 end), 0)`;
  const sums = await selectMatching(db, { ...choices, results, includeHidden: false, by: 'each' })
    .select((eb) => [
      atLeast(1e6).as('over_1m'),
      atLeast(1e7).as('over_10m'),
      atLeast(1e8).as('over_100m'),
      eb.fn.avg<number | null>('c.employees').as('average_employees'),
      eb.fn.avg<number | null>('c.founded').as('average_founded'),
      median(database, 'employees').as('median_employees'),
      median(database, 'revenue_amount').as('median_revenue'),
      median(database, 'revenue_per_person').as('median_revenue_per_person'),
    ])
    .executeTakeFirstOrThrow();
  const rounded = (value: number | null) => (value === null ? null : Math.round(Number(value)));
  return {
    over_1m: Number(sums.over_1m),
    over_10m: Number(sums.over_10m),
    over_100m: Number(sums.over_100m),
    average_employees: rounded(sums.average_employees),
    average_age: sums.average_founded === null ? null : Math.round(year - Number(sums.average_founded)),
    median_employees: rounded(sums.median_employees),
    median_revenue: rounded(sums.median_revenue),
    median_revenue_per_person: rounded(sums.median_revenue_per_person),
  };
}

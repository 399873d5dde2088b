import { sql } from 'kysely';
import type { Insights } from '../../core/companies/calls.ts';
import type { Database } from '../database/types.ts';
import { companiesWanted, reader, searched, type Wanted } from './store.ts';

/** Where a number stands, and that it is known. */
const MEASURED = {
  employees: sql<boolean>`c.employees is not null`,
  revenue_amount: sql<boolean>`c.revenue_amount >= 0`,
  revenue_per_person: sql<boolean>`c.revenue_per_person >= 0`,
} as const;

/**
 * The Category Insights box (specification, 'All-companies page') with medians, of all shown companies
 * that match, however many. @param year the current one
 */
export async function readInsights(
  database: Database,
  { q, ...choices }: Pick<Wanted, 'category' | 'language' | 'filters'> & { q?: string | undefined },
  year: number,
): Promise<Insights> {
  const db = await reader(database);
  const { language } = choices;
  const results = await searched(database, db, { q, language, includeHidden: false });
  const matching = () => companiesWanted(db, { ...choices, results, includeHidden: false });
  const atLeast = (dollars: number) =>
    sql<number>`coalesce(sum(case when c.revenue_amount >= ${sql.lit(dollars)}
      or lower(c.revenue) like '%acquisition%' then 1 else 0 end), 0)`;
  const sums = await matching()
    .select((eb) => [
      atLeast(1e6).as('over_1m'),
      atLeast(1e7).as('over_10m'),
      atLeast(1e8).as('over_100m'),
      eb.fn.avg<number | null>('c.employees').as('employees'),
      eb.fn.avg<number | null>('c.founded').as('founded'),
    ])
    .executeTakeFirstOrThrow();

  async function median(column: keyof typeof MEASURED): Promise<number | null> {
    const known = matching().where(MEASURED[column]);
    const { count } = await known
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const companies = Number(count);
    if (companies === 0) return null;
    const middle = await known
      .select(`c.${column} as value`)
      .orderBy(`c.${column}`)
      .limit(companies % 2 === 0 ? 2 : 1)
      .offset((companies - 1) >> 1)
      .execute();
    return Math.round(middle.reduce((sum, { value }) => sum + Number(value), 0) / middle.length);
  }

  const [employees, revenue, perPerson] = await Promise.all([
    median('employees'),
    median('revenue_amount'),
    median('revenue_per_person'),
  ]);
  return {
    over_1m: Number(sums.over_1m),
    over_10m: Number(sums.over_10m),
    over_100m: Number(sums.over_100m),
    average_employees: sums.employees === null ? null : Math.round(Number(sums.employees)),
    average_age: sums.founded === null ? null : Math.round(year - Number(sums.founded)),
    median_employees: employees,
    median_revenue: revenue,
    median_revenue_per_person: perPerson,
  };
}

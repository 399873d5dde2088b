import { sql } from 'kysely';
import type { IssueFilter } from '../../core/companies/admin-calls.ts';
import { type Findings, ISSUES, type Issue, type Reason, reasonsFor } from '../../core/companies/issues.ts';
import { monthsBefore, yearOf } from '../clock.ts';
import type { Database, Db } from '../database/types.ts';

/** From when on a figure and a check are new enough. */
type Ages = Pick<IssueFilter, 'years' | 'months'> & { today: string };

/** Which rows of `company_issues` have what is to be looked after. */
function isAmong(issue: Issue, { years, months, today }: Ages) {
  switch (issue) {
    case 'old':
      return sql<boolean>`oldest_year is not null and oldest_year < ${yearOf(today) - years}`;
    case 'unchecked':
      return sql<boolean>`checked_at is null or checked_at < ${monthsBefore(today, months)}`;
    case 'unsourced':
      return sql<boolean>`unsourced = 1`;
    case 'contradiction':
      return sql<boolean>`contradiction = 1`;
  }
}

/** The ids of the companies with something to look after. */
export const havingIssue = (db: Db, issue: Issue, ages: Ages) =>
  db.selectFrom('company_issues').select('company_id').where(isAmong(issue, ages));

/** How many companies there are of each issue, counted once until the directory changes. */
export function countCompanyIssues(
  { read, cached }: Database,
  { category, ...ages }: IssueFilter,
  today: string,
): Promise<Record<Issue, number>> {
  const key = `issues ${category ?? 'all'} ${ages.years} ${ages.months} ${today}`;
  return cached(key, async () => {
    let all = read.selectFrom('company_issues');
    if (category && category !== 'all') all = all.where('category', '=', category);
    const counts = await all
      .select(
        ISSUES.map((issue) =>
          sql<number>`coalesce(sum(case when ${isAmong(issue, { ...ages, today })} then 1 else 0 end), 0)`.as(
            issue,
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    return Object.fromEntries(ISSUES.map((issue) => [issue, Number(counts[issue])])) as Record<Issue, number>;
  });
}

/** Why each company is among those of the issue that is asked for; of all companies without ids. */
export async function readReasons(
  db: Db,
  { issue, ...ages }: Ages & { issue?: Issue | undefined },
  ids: readonly string[] | undefined,
): Promise<(id: string) => Reason[]> {
  if (!issue) return () => [];
  let rows = db
    .selectFrom('company_issues')
    .select(['company_id', 'checked_at', 'findings'])
    .where(isAmong(issue, ages));
  if (ids) rows = rows.where('company_id', 'in', ids);
  const year = yearOf(ages.today) - ages.years;
  const byId = new Map(
    (await rows.execute()).map(({ company_id, checked_at, findings }) => [
      company_id,
      reasonsFor(issue, JSON.parse(findings) as Findings, { checked_at, year }),
    ]),
  );
  return (id) => byId.get(id) ?? [];
}

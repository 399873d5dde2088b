import { sql } from 'kysely';
import type { IssueCountFilter } from '../../../core/companies/admin-calls.ts';
import {
  type Findings,
  type Issue,
  type IssueReason,
  OWN_ISSUES,
  type OwnIssue,
  reasonsFor,
} from '../../../core/companies/issues.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { monthsBefore, yearOf } from '../../platform/time/clock.ts';
import { countFailingSources, withFailingSources } from '../links/index.ts';

/** From when on a figure and a check are new enough. */
type Ages = Pick<IssueCountFilter, 'years' | 'months'> & { today: string };

/** Which rows of `company_issues` have what is to be looked after. */
function hasIssue(issue: OwnIssue, { years, months, today }: Ages) {
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
export function havingIssue(db: Db, issue: Issue, ages: Ages) {
  const rows = db.selectFrom('company_issues').select('company_id');
  return issue === 'broken'
    ? rows.where('company_id', 'in', withFailingSources(db))
    : rows.where(hasIssue(issue, ages));
}

/** How many companies there are of each issue; what they say themselves is counted once until the directory changes. */
export async function countCompanyIssues(
  { read, cached }: Database,
  { category, ...ages }: IssueCountFilter,
  today: string,
): Promise<Record<Issue, number>> {
  let all = read.selectFrom('company_issues');
  if (category && category !== 'all') all = all.where('category', '=', category);
  const key = `issues ${category ?? 'all'} ${ages.years} ${ages.months} ${today}`;
  const own = cached(key, async () => {
    const counts = await all
      .select(
        OWN_ISSUES.map((issue) =>
          sql<number>`coalesce(sum(case when ${hasIssue(issue, { ...ages, today })} then 1 else 0 end), 0)`.as(
            issue,
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    return Object.fromEntries(OWN_ISSUES.map((issue) => [issue, Number(counts[issue])])) as Record<
      OwnIssue,
      number
    >;
  });
  // Asking a source changes nothing in the directory.
  const failing = all
    .where('company_id', 'in', withFailingSources(read))
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  const [counts, broken] = await Promise.all([own, failing]);
  return { ...counts, broken: Number(broken.n) };
}

/** Why each company is among those of the issue that is asked for; of all companies without ids. */
export async function readReasons(
  db: Db,
  { issue, ...ages }: Ages & { issue?: Issue | undefined },
  ids: readonly string[] | undefined,
): Promise<(id: string) => IssueReason[]> {
  if (!issue) return () => [];
  if (issue === 'broken') {
    const sources = await countFailingSources(db, ids);
    return (id) => [{ kind: issue, sources: sources.get(id) ?? 0 }];
  }
  let rows = db
    .selectFrom('company_issues')
    .select(['company_id', 'checked_at', 'findings'])
    .where(hasIssue(issue, ages));
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

import { sql } from 'kysely';
import type { DuplicatePair } from '../../../core/companies/duplicate-calls.ts';
import { DUPLICATE_REASONS, type DuplicateReason } from '../../../core/companies/duplicate-reasons.ts';
import type { Language } from '../../../core/languages.ts';
import type { AuthoredUnit, Database } from '../../platform/database/types.ts';
import { lockCompanies } from '../companies/index.ts';

/** Companies with one key of which each two are a pair. Of more, each is a pair with the first one only. */
const PAIRED_MAX = 10;

/** Pairs `a` and `b` of companies in the order of their ids, each once, with what they have in common; without dismissed ones. */
const openPairs = sql`(
  with shared as (
    select kind, value, min(company_id) as first, count(*) as size
    from company_keys group by kind, value having count(*) > 1
  ), paired as (
    select s.first as a, k.company_id as b, s.kind from shared s
    join company_keys k on k.kind = s.kind and k.value = s.value and k.company_id > s.first
    union all
    select j.company_id, k.company_id, s.kind from shared s
    join company_keys j on j.kind = s.kind and j.value = s.value and j.company_id > s.first
    join company_keys k on k.kind = s.kind and k.value = s.value and k.company_id > j.company_id
    where s.size <= ${sql.lit(PAIRED_MAX)}
  )
  select a, b, ${sql.join(DUPLICATE_REASONS.map((reason) => sql`max(case when kind = ${sql.lit(reason)} then 1 else 0 end) as ${sql.ref(reason)}`))}
  from paired
  where not exists (select 1 from dismissed_duplicates d where d.company_id = a and d.other_id = b)
  group by a, b
)`;

export async function countDuplicates({ scan }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${openPairs} as pairs`.execute(scan);
  return Number(rows[0]?.n);
}

/** A page of the pairs, those with most in common first. */
export async function findDuplicatePairs(
  database: Database,
  { language, limit, offset }: { language: Language; limit: number; offset: number },
): Promise<{ pairs: DuplicatePair[]; total: number }> {
  const columns = DUPLICATE_REASONS.map((reason) => sql.ref(reason));
  const [total, { rows: page }] = await Promise.all([
    countDuplicates(database),
    sql<{ a: string; b: string } & Record<DuplicateReason, number>>`select * from ${openPairs} as pairs
      order by ${sql.join(columns, sql` + `)} desc, ${sql.join(columns.map((column) => sql`${column} desc`))}, a, b
      limit ${limit} offset ${offset}`.execute(database.scan),
  ]);
  if (page.length === 0) return { pairs: [], total };
  const rows = await database.read
    .selectFrom('companies as c')
    .innerJoin('company_listings as l', 'l.company_id', 'c.id')
    .select(['c.id', 'l.name', 'c.website', 'l.founder', 'c.founded', 'c.logo', 'c.show_on_site'])
    .where('l.language', '=', language)
    .where('c.id', 'in', [...new Set(page.flatMap(({ a, b }) => [a, b]))])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, { ...row, show_on_site: row.show_on_site === 1 }]));
  const pairs = page.flatMap(({ a, b, ...has }): DuplicatePair[] => {
    const [one, other] = [byId.get(a), byId.get(b)];
    const reasons = DUPLICATE_REASONS.filter((reason) => Number(has[reason]) === 1);
    return one && other ? [{ companies: [one, other], reasons }] : [];
  });
  return { pairs, total };
}

/** Says that two companies are not one, or takes that back. @throws company_not_found */
export async function setDismissed(
  unit: AuthoredUnit,
  ids: readonly string[],
  dismissed: boolean,
): Promise<void> {
  const { tx, actor, now } = unit;
  await lockCompanies(tx, ids);
  const [company_id = '', other_id = ''] = ids.toSorted();
  if (dismissed)
    await tx
      .insertInto('dismissed_duplicates')
      .values({ company_id, other_id, at: now.toISOString(), admin: actor.name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await tx
      .deleteFrom('dismissed_duplicates')
      .where('company_id', '=', company_id)
      .where('other_id', '=', other_id)
      .execute();
  unit.changed('act', ids.join(', '), { after: { dismissed } });
}

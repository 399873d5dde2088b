import { sql } from 'kysely';
import type { CompanyCategory } from '../../core/categories.ts';
import type { RankedCompany, Reason } from '../../core/companies/calls.ts';
import type { Language } from '../../core/languages.ts';
import type { Database, Db } from '../database/types.ts';
import { orderBy, orderOf } from './list-order.ts';
import { withRanks } from './ranks.ts';
import { companyNotFound, findListed } from './store.ts';

/** What each thing in common is worth: a founder more than all else together. */
const WORTH = { founder: 100, kind: 10, country: 6, tag: 4, category: 3 } as const;
/** Of a team up to twice as large or half as large. */
const WORTH_OF_SIZE = 5;
/** What two companies can have in common. */
const IN_COMMON = ['founder', 'kind', 'country', 'tag'] as const;
/** Companies of a value up to which all are looked at; of one that more have, the best by rank. */
const CANDIDATES = 200;

type Related = RankedCompany & { reason: Reason };

/**
 * The shown companies nearest to a company: with the same founder, of the same kind, from the same
 * country, of the same size; those of the same distance by rank.
 * @throws company_not_found
 */
export async function findRelated(
  database: Database,
  { id, language, limit }: { id: string; language: Language; limit: number },
): Promise<Related[]> {
  const db = database.read;
  const company = await db
    .selectFrom('companies')
    .select(['id', 'category', 'employees'])
    .where('id', '=', id)
    .where('show_on_site', '=', 1)
    .executeTakeFirst();
  if (!company) throw companyNotFound(id);
  const candidates = await findCandidates(db, id);
  const worth = sql<number>`sum(case f.facet ${sql.join(
    IN_COMMON.map((facet) => sql`when ${facet} then ${sql.lit(WORTH[facet])}`),
    sql` `,
  )} else 0 end)`;
  const inCommon =
    candidates.length === 0
      ? []
      : await db
          .selectFrom('company_facets as f')
          .innerJoin('company_facets as own', (join) =>
            join
              .onRef('own.facet', '=', 'f.facet')
              .onRef('own.value', '=', 'f.value')
              .on('own.company_id', '=', id),
          )
          .innerJoin('companies as c', 'c.id', 'f.company_id')
          .select((eb) => [
            'f.company_id',
            'c.employees',
            'c.category',
            worth.as('worth'),
            eb.fn.max<number>(sql`case when f.facet = 'founder' then 1 else 0 end`).as('founder'),
            eb.fn.max<number>(sql`case when f.facet = 'kind' then 1 else 0 end`).as('kind'),
            eb.fn.max<number>(sql`case when f.facet = 'country' then 1 else 0 end`).as('country'),
          ])
          .where('c.show_on_site', '=', 1)
          .where('f.company_id', 'in', candidates)
          .groupBy(['f.company_id', 'c.employees', 'c.category', 'c.score', 'c.id'])
          .orderBy('worth', 'desc')
          .orderBy('c.score', 'desc')
          .orderBy('c.id')
          .execute();
  const isOfSize = (employees: number | null) =>
    !!employees && !!company.employees && Math.abs(Math.log2(employees / company.employees)) <= 1;
  const near = inCommon
    .map((row) => ({
      id: row.company_id,
      worth:
        Number(row.worth) +
        (isOfSize(row.employees) ? WORTH_OF_SIZE : 0) +
        (row.category === company.category ? WORTH.category : 0),
      reason: reasonOf(row, isOfSize(row.employees)),
    }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, limit);
  const known = [id, ...near.map((one) => one.id)];
  const chosen = [
    ...near,
    ...(await best(db, company.category, { without: known, limit: limit - near.length })),
  ];
  const companies = await findListed(
    db,
    chosen.map((one) => one.id),
    language,
  );
  const ranked = await withRanks(database, companies, { category: 'all', inRankOrder: false, first: true });
  const byId = new Map(ranked.map((one) => [one.id, one]));
  return chosen.flatMap(({ id: of, reason }) => {
    const found = byId.get(of);
    return found ? [{ ...found, reason }] : [];
  });
}

/** The companies that have something in common with one, from which the nearest are chosen. */
async function findCandidates(db: Db, id: string): Promise<string[]> {
  const own = await db
    .selectFrom('company_facets')
    .select(['facet', 'value'])
    .where('company_id', '=', id)
    .where('facet', 'in', IN_COMMON)
    .execute();
  const found = await Promise.all(
    own.map(async ({ facet, value }) => {
      const having = db
        .selectFrom('company_facets as f')
        .select('f.company_id')
        .where('f.facet', '=', facet)
        .where('f.value', '=', value);
      const some = await having.limit(CANDIDATES + 1).execute();
      if (some.length <= CANDIDATES) return some.map((row) => row.company_id);
      // So many have it that a walk down the ranking soon has met enough of them.
      const best = await db
        .selectFrom('companies as c')
        .select('c.id')
        .where('c.show_on_site', '=', 1)
        .where((eb) => eb.exists(having.where('f.company_id', '=', sql.ref<string>('c.id'))))
        .orderBy(orderBy(orderOf('score')))
        .limit(CANDIDATES)
        .execute();
      return best.map((row) => row.id);
    }),
  );
  return [...new Set(found.flat())].filter((other) => other !== id);
}

/** The strongest thing that two companies have in common. */
function reasonOf(common: { founder: number; kind: number; country: number }, isOfSize: boolean): Reason {
  if (Number(common.founder) === 1) return 'founder';
  if (Number(common.kind) === 1) return 'kind';
  if (Number(common.country) === 1) return 'country';
  return isOfSize ? 'size' : 'tag';
}

/** The best of its category, where there is not enough that has anything in common. */
async function best(
  db: Db,
  category: CompanyCategory,
  { without, limit }: { without: readonly string[]; limit: number },
): Promise<{ id: string; reason: Reason }[]> {
  if (limit <= 0) return [];
  const rows = await db
    .selectFrom('companies as c')
    .select('c.id')
    .where('c.show_on_site', '=', 1)
    .where('c.category', '=', category)
    .where('c.id', 'not in', without)
    .orderBy(orderBy(orderOf('score')))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => ({ id, reason: 'category' }));
}

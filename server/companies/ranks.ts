import { sql } from 'kysely';
import type { Category } from '../../core/categories.ts';
import { isCompanyCategory } from '../../core/categories.ts';
import type { ListedCompany, RankedCompany } from '../../core/companies/calls.ts';
import type { Database } from '../database/types.ts';
import { orderOfRank, rankedBefore } from './list-order.ts';
import { reader } from './store.ts';

/** How many shown companies have a higher score, by score; counted once until the directory changes. */
function countAbove(database: Database, category: Category | undefined): Promise<Map<number, number>> {
  return database.cached(`companies above ${category ?? 'all'}`, async () => {
    let query = (await reader(database)).selectFrom('companies').where('show_on_site', '=', 1);
    if (isCompanyCategory(category)) query = query.where('category', '=', category);
    const rows = await query
      .select((eb) => ['score', eb.fn.countAll<number>().as('companies')])
      .groupBy('score')
      .orderBy('score', 'desc')
      .execute();
    const above = new Map<number, number>();
    let higher = 0;
    for (const { score, companies } of rows) {
      above.set(score, higher);
      higher += Number(companies);
    }
    return above;
  });
}

/** Companies up to which those before each of them are counted; for more, all places are asked for. */
const COUNTED_MAX = 4;

/** The place of every shown company by its id; read in the order of the index once until the directory changes. */
function allPlaces(database: Database, category: Category | undefined): Promise<Map<string, number>> {
  return database.cached(`places ${category ?? 'all'}`, async () => {
    const db = await reader(database);
    const ordered = sql`
      select id from companies
      where show_on_site = 1 ${isCompanyCategory(category) ? sql`and category = ${category}` : sql``}
      order by ${orderOfRank}`;
    // As one text: a hundred thousand rows would take longer to be handed over than to be read.
    const { rows } = await sql<{ ids: string | null }>`
      select ${database.dialect === 'postgres' ? sql`string_agg(id, chr(10))` : sql`group_concat(id, char(10))`} as ids
      from (${ordered}) as ordered`.execute(db);
    const ids = rows[0]?.ids?.split('\n') ?? [];
    return new Map(ids.map((id, i) => [id, i + 1]));
  });
}

/**
 * Gives each company its place by score among the shown ones, of a category or of all. Those with a
 * higher score are known; of those with the same, the ones before it are counted in the index.
 */
async function findRanks(
  database: Database,
  category: Category | undefined,
  companies: readonly Pick<ListedCompany, 'id'>[],
): Promise<Map<string, number>> {
  if (companies.length === 0) return new Map();
  if (companies.length > COUNTED_MAX) return allPlaces(database, category);
  const above = await countAbove(database, category);
  // Ranges of an index, counted: asking another thread would take longer.
  const rows = await database.read
    .selectFrom('companies as c')
    .select((eb) => {
      const counts = rankedBefore('b', 'c').map((isBefore) => {
        let before = eb
          .selectFrom('companies as b')
          .where('b.show_on_site', '=', 1)
          .whereRef('b.score', '=', 'c.score')
          .where(isBefore);
        if (isCompanyCategory(category)) before = before.where('b.category', '=', category);
        return before.select((count) => count.fn.countAll<number>().as('n'));
      });
      return ['c.id', 'c.score', sql<number>`${sql.join(counts, sql` + `)}`.as('before')];
    })
    .where(
      'c.id',
      'in',
      companies.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map(({ id, score, before }) => [id, (above.get(score) ?? 0) + Number(before) + 1]));
}

/** The place of a shown company in its category; undefined where it was hidden in between. */
export async function rankOf(
  database: Database,
  id: string,
  category: Category,
): Promise<number | undefined> {
  return (await findRanks(database, category, [{ id }])).get(id);
}

/** A page of a list with the ranks of its companies. @param inRankOrder whether it is a part of the ranking itself */
export async function withRanks(
  database: Database,
  companies: readonly ListedCompany[],
  { category, inRankOrder, first }: { category: Category | undefined; inRankOrder: boolean; first: boolean },
): Promise<RankedCompany[]> {
  if (!inRankOrder) {
    const ranks = await findRanks(database, category, companies);
    return companies.flatMap((company) => {
      // One that was hidden in between has none.
      const rank = ranks.get(company.id);
      return rank === undefined ? [] : [{ ...company, rank }];
    });
  }
  const ranks = first ? undefined : await findRanks(database, category, companies.slice(0, 1));
  const start = ranks?.get(companies[0]?.id ?? '') ?? 1;
  return companies.map((company, i) => ({ ...company, rank: start + i }));
}

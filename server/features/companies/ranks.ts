import { type Expression, type RawBuilder, sql } from 'kysely';
import { type Category, type CompanyCategory, isCompanyCategory } from '../../../core/categories.ts';
import type { ListedCompany, RankedCompany } from '../../../core/companies/calls.ts';
import type { CacheTag } from '../../platform/database/cache-tags.ts';
import { type IdList, idList, isAmong } from '../../platform/database/id-list.ts';
import { compiled } from '../../platform/database/statements.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { companyIndex, loadedRanking, loadRanking, RANKING, rankedBefore } from '../company-index/index.ts';
import { searchConnection, withoutIndex } from './list-query.ts';

/** Tags of the order of a ranking and the ranks in it. */
export const RANK_TAGS: readonly CacheTag[] = ['directory', 'likes'];

/** How many shown companies have a higher score, by score; counted once until the directory changes. */
export function countAbove(database: Database, category: Category | undefined): Promise<Map<number, number>> {
  return database.cached(`companies above ${category ?? 'all'}`, async () => {
    let query = (await searchConnection(database)).selectFrom('companies').where('show_on_site', '=', 1);
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

/** Companies up to which those before each of them are counted; for more, the places of all are known. */
const COUNTED_MAX = 4;

/**
 * Gives each company its place by score among the shown ones, of a category or of all.
 * @param given numbers of them in the index, where they were read a moment ago
 */
export async function findRanks(
  database: Database,
  category: Category | undefined,
  companies: readonly Pick<ListedCompany, 'id'>[],
  given?: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const ids = companies.map(({ id }) => id);
  const among = { category, includeHidden: false };
  if (ids.length <= COUNTED_MAX && !(given && loadedRanking(database, among)))
    return countRanks(database, category, ids);
  const [{ places }, read] = await Promise.all([
    searchConnection(database).then((db) => loadRanking(database, db, among)),
    companyIndex.readNumbers(
      database.read,
      ids.filter((id) => !given?.has(id)),
    ),
  ]);
  const ranks = new Map<string, number>();
  for (const id of ids) {
    const rank = places[given?.get(id) ?? read.get(id) ?? -1];
    if (rank) ranks.set(id, rank);
  }
  // What was changed a moment ago has another number, and what an import wrote has none for a while.
  const others = await countRanks(
    database,
    category,
    ids.filter((id) => !ranks.has(id)),
  );
  return others.size === 0 ? ranks : new Map([...ranks, ...others]);
}

/**
 * Ranks by counting, for companies without a current number in the index: higher scores are counted for all companies
 * at once, those before a company with the same score by ranges of an index.
 */
async function countRanks(
  database: Database,
  category: Category | undefined,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const above = await countAbove(database, category);
  // Asking another thread would take longer.
  const db = database.read;
  const of = { ids: idList(db, ids) };
  const rows = isCompanyCategory(category)
    ? await selectBeforeInCategory(db, { ...of, category })
    : await selectBefore(db, of);
  return new Map(rows.map(({ id, score, before }) => [id, (above.get(score) ?? 0) + Number(before) + 1]));
}

/** How many companies of the same score are before one, of a category or of all: ranges of an index, counted. */
export const countingBefore = (
  db: Db,
  company: 'c' | 'o',
  category?: Expression<CompanyCategory> | CompanyCategory,
): RawBuilder<number> => {
  const counts = rankedBefore('b', company, RANKING.slice(1)).map((isBefore) => {
    let before = db
      .selectFrom('companies as b')
      .where('b.show_on_site', '=', 1)
      .where('b.score', '=', sql.ref<number>(`${company}.score`))
      .where(isBefore);
    if (category) before = before.where('b.category', '=', category);
    return before.select((count) => count.fn.countAll<number>().as('n'));
  });
  return sql<number>`${sql.join(counts, sql` + `)}`;
};

const companiesBefore = (db: Db, ids: IdList, category?: CompanyCategory) =>
  db
    .selectFrom('companies as c')
    .select(['c.id', 'c.score', countingBefore(db, 'c', category).as('before')])
    .where(isAmong(db, 'c.id', ids))
    .where(withoutIndex('c.show_on_site'), '=', 1);
const selectBefore = compiled((db: Db, { ids }: { ids: IdList }) => companiesBefore(db, ids));
const selectBeforeInCategory = compiled(
  (db: Db, { ids, category }: { ids: IdList; category: CompanyCategory }) =>
    companiesBefore(db, ids, category),
);

/** The place of a shown company in its category; undefined where it was hidden in between. */
export async function rankOf(
  database: Database,
  id: string,
  category: Category,
): Promise<number | undefined> {
  return (await findRanks(database, category, [{ id }])).get(id);
}

interface RankPlace {
  category: Category | undefined;
  /** Whether it is a part of the ranking itself. */
  inRankOrder: boolean;
  first: boolean;
  /** Numbers of companies in the index of the search, where they were read a moment ago. */
  numbers?: ReadonlyMap<string, number> | undefined;
}

/** A page of a list with the ranks of its companies. */
export async function withRanks(
  database: Database,
  companies: readonly ListedCompany[],
  { category, inRankOrder, first, numbers }: RankPlace,
): Promise<RankedCompany[]> {
  if (!inRankOrder) {
    const ranks = await findRanks(database, category, companies, numbers);
    return companies.flatMap((company) => {
      // A company that was hidden meanwhile has no rank.
      const rank = ranks.get(company.id);
      return rank === undefined ? [] : [{ ...company, rank }];
    });
  }
  const ranks = first ? undefined : await findRanks(database, category, companies.slice(0, 1));
  const start = ranks?.get(companies[0]?.id ?? '') ?? 1;
  return companies.map((company, i) => ({ ...company, rank: start + i }));
}

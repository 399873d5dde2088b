import { sql } from 'kysely';
import { oncePerPage } from '#engine/page-cache';
import { createSearchIndex, type SearchResults } from '#engine/search';
import { type Category, isCompanyCategory } from '../../../core/categories.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { searchTerms } from '../../../core/text.ts';
import { contains } from '../../platform/database/contains.ts';
import { INDEXED_DOCUMENTS } from '../../platform/database/search-tables.ts';
import { compiled } from '../../platform/database/statements.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { addressIn } from './addresses.ts';
import { toSearchDocument } from './documents.ts';
import { orderOfRank } from './list-order.ts';
import { synonymsIn } from './synonyms.ts';

type CompanyIndex = ReturnType<typeof createSearchIndex<Db, Database>>;
/** Companies by rank, with their places by number in the index. */
type StoredRanking = Awaited<ReturnType<CompanyIndex['readRanking']>>;

/** Companies among which a search looks. */
export interface Among {
  language: Language;
  category?: Category | undefined;
  includeHidden: boolean;
}
type RankedAmong = Pick<Among, 'category' | 'includeHidden'>;

const groupOf = (category: Category | undefined) => (isCompanyCategory(category) ? category : undefined);
const rankingKey = ({ category, includeHidden }: RankedAmong) =>
  `ranking ${groupOf(category) ?? 'all'} ${includeHidden}`;

/** The companies of a category, or all; shown ones by rank. Read once until the directory changes. */
export function loadRanking(
  database: Database,
  db: Db,
  { category, includeHidden }: RankedAmong,
): Promise<StoredRanking> {
  const group = groupOf(category);
  return database.cached<StoredRanking>(rankingKey({ category, includeHidden }), () =>
    companyIndex.readRanking(
      db,
      sql`${includeHidden ? sql`1 = 1` : sql`show_on_site = 1`} ${group ? sql`and category = ${group}` : sql``}`,
      // The console has orders of its own, and no index for this one.
      includeHidden ? sql`companies.id` : orderOfRank,
    ),
  );
}

/** The ranking, if it is loaded. */
export const loadedRanking = (database: Database, among: RankedAmong): StoredRanking | undefined =>
  database.kept<StoredRanking>(rankingKey(among));

/** Columns that a list shows, for queries of signs. */
const LISTED_TEXTS = [
  'l.name',
  'l.founder',
  'l.description',
  'l.name_en',
  'l.founder_en',
  'l.description_en',
] as const;

function listedFirst(
  db: Db,
  {
    language,
    group,
    includeHidden,
  }: { language: string; group?: string | undefined; includeHidden: boolean },
) {
  let query = db
    .selectFrom('companies as c')
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', language as Language),
    )
    .select('c.id');
  if (!includeHidden) query = query.where('c.show_on_site', '=', 1);
  if (isCompanyCategory(group)) query = query.where('c.category', '=', group);
  return query;
}

/** The search index of the companies. */
export const companyIndex: CompanyIndex = createSearchIndex<Db, Database>({
  languages: LANGUAGES,
  documents: INDEXED_DOCUMENTS,
  compile: compiled,
  async load(db, ids) {
    const [companies, texts] = await Promise.all([
      db.selectFrom('companies').selectAll().where('id', 'in', ids).execute(),
      db.selectFrom('company_texts').selectAll().where('company_id', 'in', ids).execute(),
    ]);
    const textsOf = Map.groupBy(texts, (text) => text.company_id);
    return companies.map((company) => toSearchDocument(company, textsOf.get(company.id) ?? []));
  },
  async publish(database, work) {
    await database.write(
      async (unit) => {
        await work(unit.tx);
        // Only lists show what the index has; merging segments must not end pages of companies.
        unit.changed('company', 'search', { tags: ['directory'] });
      },
      { stale: 'soon' },
    );
  },
  ranking: { load: loadRanking, loaded: loadedRanking },
  async findQueued({ dialect }, db, { q, ...scope }, limit) {
    let query = listedFirst(db, scope).where(companyIndex.isQueued('l.company_id'));
    for (const term of searchTerms(q)) query = query.where(contains(dialect, 'l.name_key', term));
    return (await query.limit(limit).execute()).map(({ id }) => id);
  },
  async findSigns({ dialect }, db, { q, ...scope }, limit) {
    let query = listedFirst(db, scope);
    for (const sign of q.split(/\s+/).filter(Boolean))
      query = query.where((eb) => eb.or(LISTED_TEXTS.map((column) => contains(dialect, column, sign))));
    return (await query.limit(limit).execute()).map(({ id }) => id);
  },
});

/**
 * Searches companies: by their website if the query is an address, else by its words and their synonyms. Several
 * calls of one page search once.
 */
export function searchCompanies(
  database: Database,
  db: Db,
  q: string,
  { language, category, includeHidden }: Among,
): Promise<SearchResults> {
  const group = groupOf(category);
  return oncePerPage(`search ${language} ${group} ${includeHidden} ${q}`, async () => {
    const address = addressIn(q);
    return companyIndex.search(database, db, {
      q,
      address: address && { name: address.name, keys: address.websites },
      synonyms: await synonymsIn(database, language),
      language,
      group,
      includeHidden,
    });
  });
}

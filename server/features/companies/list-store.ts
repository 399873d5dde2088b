import { LAST_STEP, type SearchResults } from '#engine/search';
import type { Category } from '../../../core/categories.ts';
import { LIST_MAX, type ListedCompany } from '../../../core/companies/calls.ts';
import { LISTED_FIELDS, type ListedField } from '../../../core/companies/fields.ts';
import type { CompanyFilters } from '../../../core/companies/filters.ts';
import type { Match } from '../../../core/companies/match.ts';
import { shownPerPerson } from '../../../core/companies/per-person.ts';
import type { Sort } from '../../../core/companies/sorts.ts';
import type { Language } from '../../../core/languages.ts';
import type { CacheTag } from '../../platform/database/cache-tags.ts';
import { listedOf, ownOf } from '../../platform/database/company-columns.ts';
import { readCursor, writeCursor } from '../../platform/database/cursor.ts';
import { type IdList, idList, isAmong } from '../../platform/database/id-list.ts';
import { compiled, PIPELINED, variants } from '../../platform/database/statements.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import {
  afterCursor,
  byStep,
  companyIndex,
  cursorColumns,
  cursorTypes,
  matchesOf,
  orderBy,
  orderOf,
  loadMatchedTexts as readFound,
} from '../company-index/index.ts';
import {
  type CompanyQuery,
  companiesListed,
  companyIsOneOf,
  countCompanies,
  countMatching,
  isNarrowed,
  isSearch,
  searchConnection,
  searchResults,
  selectMatching,
  withoutIndex,
} from './list-query.ts';

export interface CompanyFilter {
  category?: Category | undefined;
  language: Language;
  q?: string | undefined;
  /** Of each facet that is named, a company has one of the values; its numbers are in the ranges. */
  filters?: CompanyFilters | undefined;
  sort: Sort;
  limit: number;
  cursor?: string | undefined;
  /** Results of `q`, if the caller has searched already. */
  results?: SearchResults | undefined;
  /** Companies of the page whose matches are returned, at most. */
  matches?: number | undefined;
}

export interface ListPage {
  companies: ListedCompany[];
  /** All that match, on any page. */
  total: number;
  /** Leads to the next page; null on the last one. */
  next: string | null;
  /** Numbers in the search index by company id, if read with the rows. */
  numbers?: ReadonlyMap<string, number> | undefined;
  /** Results of the search, if there was a query. */
  results?: SearchResults | undefined;
  /** Matched fields by company id, for the companies that the caller asked about. */
  matches: ReadonlyMap<string, Match>;
}

/** What a row of a ranking shows until the company is edited, of the company `c` and its listing `l`. */
const STABLE_COLUMNS = [
  'c.id',
  'l.name',
  'l.description',
  'l.founder',
  ...LISTED_FIELDS.map((field) => `c.${field}` as const),
  'l.text_fields',
  'c.revenue_per_person',
  'l.name_en as nameEn',
  'l.founder_en as founderEn',
  'l.description_en as descriptionEn',
] as const;
/** Columns that change without a save of the company. */
const COUNTER_COLUMNS = ['c.likes', 'c.views'] as const;
/** Tags of the counters and of the number in the search index: indexing a queued company changes `directory`. */
const NUMBER_TAGS: readonly CacheTag[] = ['directory', 'likes', 'visits'];
export const LISTED_COLUMNS = [...STABLE_COLUMNS, ...COUNTER_COLUMNS] as const;

/** A row of a list as an answer has it. */
export function toListed<
  Row extends { revenue_per_person: number; fields: string | null; text_fields: string | null },
>(
  row: Row,
): Omit<Row, ListedField | 'text_fields' | 'revenue_per_person'> &
  Pick<ListedCompany, ListedField | 'revenue_per_person'> {
  const { fields, text_fields, ...rest } = row;
  return {
    ...(rest as unknown as Omit<Row, ListedField | 'text_fields' | 'revenue_per_person'>),
    ...listedOf(row),
    ...ownOf(fields, text_fields),
    revenue_per_person: shownPerPerson(row.revenue_per_person),
  };
}

/**
 * List rows of companies by id, each with its number in the search index (null while queued). Rows are cached
 * until the company is edited; counters change without edits and are read separately.
 */
export async function findListed(
  database: Database,
  ids: readonly string[],
  language: Language,
): Promise<Map<string, ListedCompany & { number: number | null }>> {
  const db = database.read;
  const [rows, moving] = await Promise.all([
    database.cachedEach(`row ${language}`, ids, async (missing) =>
      byId((await selectListed(db, { ids: idList(db, missing), language })).map(toListed)),
    ),
    database.cachedEach(
      'moving',
      ids,
      async (missing) => byId(await selectCounters(db, { ids: idList(db, missing) })),
      NUMBER_TAGS,
    ),
  ]);
  return byId(
    [...rows.values()].flatMap((row) => {
      const numbers = moving.get(row.id);
      return numbers ? [{ ...row, ...numbers }] : [];
    }),
  );
}

/** The numbers that rows came with, by their ids. */
export const numberById = (rows: readonly { id: string; number?: number | null }[]): Map<string, number> =>
  new Map(
    rows.flatMap(({ id, number }) => (number === null || number === undefined ? [] : [[id, Number(number)]])),
  );

const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

const selectFound = compiled((db: Db, { ids, language }: { ids: IdList; language: Language }) =>
  companiesListed(db, { language, includeHidden: true })
    .select([...LISTED_COLUMNS, ...keyColumns(orderOf('score'))])
    .where(isAmong(db, 'c.id', ids))
    .where(withoutIndex('c.show_on_site'), '=', 1),
);

/** First page of a search in known order. Rows and match passages are read in parallel. */
async function findFirst(
  { read }: Database,
  results: SearchResults,
  ordered: ReturnType<NonNullable<SearchResults['inOrder']>>,
  { language, limit, matches = 0 }: Pick<CompanyFilter, 'language' | 'limit' | 'matches'>,
): Promise<ListPage> {
  const { total, highlighted, nameSteps } = results;
  // The match of a name or founder is in the row: texts are read ahead only for other matches.
  const elsewhere = ordered.slice(0, Math.min(limit, matches)).filter(([, step]) => step >= nameSteps);
  const localized =
    elsewhere.length > 0
      ? readFound(
          read,
          elsewhere.map(([id]) => id),
          language,
        )
      : undefined;
  // Not awaited if reading the rows fails, so its own failure must not go unhandled.
  localized?.catch(() => {});
  const ids = ordered.map(([id]) => id);
  const rows = new Map(
    (await selectFound(read, { ids: idList(read, ids), language })).map((row) => [row.id, row]),
  );
  // A company that was hidden meanwhile has no row.
  const shown = ordered.slice(0, limit).flatMap(([id, step]) => {
    const row = rows.get(id);
    return row ? [{ row, step }] : [];
  });
  const companies = shown.map(({ row }) => toListed(row));
  const end = ordered.length > limit ? shown.at(-1) : undefined;
  const keys = end && sortKeysOf(end.row, orderOf('score').length);
  return {
    companies,
    total,
    next: keys ? writeCursor('relevance', [end.step, ...keys]) : null,
    results,
    matches: await matchesOf(read, companies.slice(0, matches), language, highlighted, localized),
  };
}

const selectListed = compiled(
  (db: Db, { ids, language }: { ids: IdList; language: Language }) =>
    companiesListed(db, { language, includeHidden: true })
      .select(STABLE_COLUMNS)
      .where(isAmong(db, 'c.id', ids)),
  PIPELINED,
);

const selectCounters = compiled(
  (db: Db, { ids }: { ids: IdList }) =>
    db
      .selectFrom('companies as c')
      .select(['c.id', ...COUNTER_COLUMNS, companyIndex.numberOf('c.id').as('number')])
      .where(isAmong(db, 'c.id', ids)),
  PIPELINED,
);

/** Orders of shown companies without a query that have an index. */
const INDEXED: ReadonlySet<Sort> = new Set(['score', 'relevance', 'revenue', 'revenue_per_person', 'newest']);

/** Whether an order is that of the ranks, in a list without a query. */
export const isRanking = (sort: Sort): boolean => sort === 'score' || sort === 'relevance';

/** What a cursor behind a row of an order carries, as columns of the row. */
const keyColumns = (order: ReturnType<typeof orderOf>) =>
  cursorColumns(order).map((column, i) => column.as(`key${i}`));
const sortKeysOf = (row: object, keys: number): unknown[] =>
  Array.from({ length: keys }, (_, i) => (row as Record<string, unknown>)[`key${i}`]);

/**
 * The first shown companies in an order that an index has, of all or of a category; with their numbers in the
 * index where the order does not tell their ranks.
 */
const selectFirst = (sort: Sort, isOfCategory: boolean) =>
  compiled(
    (db: Db, of: { category: Category | undefined; language: Language; most: number }) =>
      companiesListed(db, {
        language: of.language,
        includeHidden: false,
        category: isOfCategory ? of.category : undefined,
      })
        .select([...LISTED_COLUMNS, ...keyColumns(orderOf(sort))])
        .$if(!isRanking(sort), (query) => query.select(companyIndex.numberOf('c.id').as('number')))
        .orderBy(orderBy(orderOf(sort)))
        .limit(of.most),
    // Only the ranking has an index for each category: down the others one looks for its companies among all.
    isOfCategory && !isRanking(sort) ? {} : PIPELINED,
  );
const firstRows = variants((sort: Sort) => ({
  all: selectFirst(sort, false),
  category: selectFirst(sort, true),
}));

/** A part of a list, one after another: those that match a condition, in an order of their own. */
interface ListSegment {
  order: ReturnType<typeof orderOf>;
  /** Companies of the segment: `ids` for a few, `bits` for many. */
  ids?: readonly string[];
  bits?: NonNullable<SearchResults['broad']>['all'];
  /** The first key of every cursor in it, where it is the same for all: the order has only the others. */
  step?: number;
}

/**
 * A broad search finds more than can be told apart one by one: those that are found best come first,
 * then the better ones of the rest by rank, then the others.
 * @param most how many of those found best are wanted, where it is the first ones
 */
function segmentsOf(sort: Sort, results?: SearchResults, most?: number): ListSegment[] {
  if (!results || sort !== 'relevance') return [{ order: orderOf(sort) }];
  const { broad } = results;
  const steps = broad && results.first ? new Map([...results.steps].slice(0, most)) : results.steps;
  const ids = [...steps.keys()];
  const best: ListSegment = { order: orderOf(sort, byStep(steps)), ids };
  if (!broad) return [best];
  const rest = [broad.better, broad.rest].map(
    (bits, i): ListSegment => ({ order: orderOf('score'), bits, step: LAST_STEP + 1 + i }),
  );
  return [...(ids.length > 0 ? [best] : []), ...rest];
}

/** The keys in a part after which a cursor goes on, 'all' where it stands before it, 'none' behind it. */
function keysAfter(sort: Sort, { order, step }: ListSegment, cursor: string, isBroad: boolean) {
  const types = cursorTypes(order);
  if (step === undefined) {
    const keys = readCursor(sort, types, cursor);
    return isBroad && Number(keys[0]) > LAST_STEP ? 'none' : keys;
  }
  const [at, ...keys] = readCursor(sort, ['integer', ...types], cursor);
  if (Number(at) === step) return keys;
  return Number(at) < step ? 'all' : 'none';
}

/** The companies that match, in order: the shown ones, or all for administrators. */
export async function findCompanies(
  database: Database,
  { category, language, q, filters, sort, limit: most, cursor, ...asked }: CompanyFilter,
  { includeHidden = false } = {},
): Promise<ListPage> {
  const limit = Math.min(most, LIST_MAX);
  const isFiltered = isNarrowed(filters);
  // Everything else looks at each company.
  const isQuick = INDEXED.has(sort) && !isSearch(q) && !isFiltered;
  const db = isQuick ? database.read : await searchConnection(database);
  const results =
    asked.results ?? (await searchResults(database, db, { q, category, language, includeHidden }));
  const { matches = 0 } = asked;
  const ordered = sort === 'relevance' && !cursor && !isFiltered ? results?.inOrder?.(limit + 1) : undefined;
  if (results && ordered) return findFirst(database, results, ordered, { language, limit, matches });
  const query: CompanyQuery = { category, language, filters, includeHidden, results };
  const total =
    results && (!isFiltered || results.total === 0)
      ? results.total
      : isFiltered
        ? await countMatching(db, query)
        : await countCompanies(database, query);
  if (total === 0) return { companies: [], total, next: null, results, matches: new Map() };

  // Among so many, a walk in the order soon has met enough of them.
  const isWalk = INDEXED.has(sort) && !results && !includeHidden && isFiltered;
  if (isWalk && total ** 2 > (await countCompanies(database, { category, includeHidden })))
    query.by = 'order';

  // A name is in the listing of a language, which no index of companies has.
  const isEach = !isQuick && !query.by && !results && sort !== 'name';

  if (isQuick && !cursor && !includeHidden) {
    const select = firstRows(sort)[category === undefined || category === 'all' ? 'all' : 'category'];
    const found = await select(database.read, { category, language, most: limit + 1 });
    const last = found.length > limit ? found[limit - 1] : undefined;
    return {
      companies: found.slice(0, limit).map(toListed),
      numbers: numberById(found),
      total,
      next: last ? writeCursor(sort, sortKeysOf(last, orderOf(sort).length)) : null,
      results,
      matches: new Map(),
    };
  }

  const rows: { company: ListedCompany; keys: unknown[] }[] = [];
  const parts = segmentsOf(sort, results, cursor || isFiltered ? undefined : limit + 1);
  for (const part of parts) {
    const { order, step } = part;
    const after = cursor && rows.length === 0 ? keysAfter(sort, part, cursor, parts.length > 1) : 'all';
    if (rows.length > limit || after === 'none') continue;
    const missing = limit + 1 - rows.length;
    let { ids } = part;
    if (part.bits && !isFiltered) {
      const last = after === 'all' ? undefined : String(after.at(-1));
      ids = results?.first?.(part.bits, missing, last);
    }
    let among: CompanyQuery = ids || part.bits ? { ...query, results: undefined } : query;
    if (isEach) {
      // The index of their numbers says which ones come first; only those are read.
      let all = selectMatching(db, { ...query, by: 'each' })
        .select('c.id')
        .orderBy(orderBy(order));
      if (after !== 'all') all = all.where(afterCursor(order, after));
      ids = (await all.limit(missing).execute()).map(({ id }) => id);
      among = { language, includeHidden };
    }
    // A page by its ids is read sooner than another thread is asked for it.
    const isPage = ids !== undefined && ids.length <= LIST_MAX + 1;
    let page = companiesListed(isPage ? database.read : db, among).select([
      ...LISTED_COLUMNS,
      ...keyColumns(order),
    ]);
    if (ids) page = page.where(companyIsOneOf(ids));
    else if (part.bits) page = page.where(companyIndex.isIn(db, part.bits, 'c.id'));
    if (after !== 'all') page = page.where(afterCursor(order, after));
    const found = await page.orderBy(orderBy(order)).limit(missing).execute();
    for (const row of found) {
      const keys = sortKeysOf(row, order.length);
      rows.push({ company: toListed(row), keys: step === undefined ? keys : [step, ...keys] });
    }
  }
  const end = rows.length > limit ? rows[limit - 1] : undefined;
  const companies = rows.slice(0, limit).map(({ company }) => company);
  return {
    companies,
    total,
    next: end ? writeCursor(sort, end.keys) : null,
    results,
    matches: await matchesOf(
      database.read,
      companies.slice(0, matches),
      language,
      results?.highlighted ?? [],
    ),
  };
}

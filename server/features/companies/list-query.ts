import { type RawBuilder, sql } from 'kysely';
import type { SearchResults } from '#engine/search';
import type { Category } from '../../../core/categories.ts';
import { FACETS } from '../../../core/companies/facet-pages.ts';
import type { CompanyFilters } from '../../../core/companies/filters.ts';
import { choicesByField } from '../../../core/companies/own-filters.ts';
import { RANGES, type Range, type RangeStep, rangeFromFilters } from '../../../core/companies/ranges.ts';
import type { Language } from '../../../core/languages.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { type Among, companyIndex, searchCompanies } from '../company-index/index.ts';
import { havingChoice } from './own-facets.ts';

/** Which companies a list is of. */
export interface CompanyQuery {
  category?: Category | undefined;
  language: Language;
  /** Of each facet that is named, a company has one of the values; its numbers are in the ranges. */
  filters?: CompanyFilters | undefined;
  /** Results of a search, if the list has a query. */
  results?: SearchResults | undefined;
  includeHidden: boolean;
  /**
   * What decides how they are found. `order`: an index that has them in their order, where the first ones
   * of many are wanted; `each`: the index of their numbers, where all are looked at.
   */
  by?: 'order' | 'each' | undefined;
}

/** Whether a query has a character. */
export const isSearch = (q: string | undefined): q is string => q !== undefined && q.trim() !== '';

/** Results of a query; undefined for an empty query. */
export async function searchResults(
  database: Database,
  db: Db,
  { q, ...among }: Among & { q?: string | undefined },
): Promise<SearchResults | undefined> {
  return isSearch(q) ? searchCompanies(database, db, q, among) : undefined;
}

/** Companies up to which looking at each of them takes less time than asking another thread. */
const SCANNED_HERE_MAX = 2000;

/** Where all companies are looked at. */
export async function searchConnection(database: Database): Promise<Db> {
  const all = await countCompanies(database, { category: 'all', includeHidden: true });
  return all <= SCANNED_HERE_MAX ? database.read : database.scan;
}

/** Before somebody searches among so many companies that the first search would take long. */
export async function prepareSearch(database: Database): Promise<void> {
  const all = await countCompanies(database, { category: 'all', includeHidden: true });
  if (all > SCANNED_HERE_MAX) await companyIndex.prepare(database, database.scan);
}

/** The columns of the ranges. */
const RANGE_COLUMNS = {
  employees: 'employees',
  revenue: 'revenue_amount',
  revenue_per_person: 'revenue_per_person',
  founded: 'founded',
} as const satisfies Record<Range, string>;

/** The condition that a company's number is in a range, as whole numbers are; what is unknown is in none. */
export function isWithin(range: Range, { min, max }: RangeStep): RawBuilder<boolean> {
  const column = sql.ref(RANGE_COLUMNS[range]);
  const bound = (value: number) => sql`cast(${value} as double precision)`;
  const from = sql`${column} >= ${bound((min ?? 0) - 0.5)}`;
  return max === null ? sql<boolean>`(${from})` : sql<boolean>`(${from} and ${column} < ${bound(max + 0.5)})`;
}

/** Subqueries of the ids of companies that a filter lets through: one for each facet and own field, one for all ranges. */
function narrowings(filters: CompanyFilters = {}) {
  const byFacet = FACETS.flatMap((facet) => {
    const values = filters[facet];
    if (!values) return [];
    return [
      (db: Db) =>
        db
          .selectFrom('company_facets')
          .select('company_id')
          .where('facet', '=', facet)
          .where('value', 'in', values.length > 0 ? values : ['']),
    ];
  });
  const byOwnField = choicesByField(filters.field).map((choices) => (db: Db) => havingChoice(db, choices));
  const ranges = RANGES.flatMap((range) => {
    const chosen = rangeFromFilters(filters, range);
    return chosen ? [isWithin(range, chosen)] : [];
  });
  if (ranges.length === 0) return [...byFacet, ...byOwnField];
  const inRanges = (db: Db) => {
    let companies = db.selectFrom('companies').select('id as company_id');
    for (const range of ranges) companies = companies.where(range);
    return companies;
  };
  return [...byFacet, ...byOwnField, inRanges];
}

/** Whether a list is narrowed by more than its category and a search. */
export const isNarrowed = (filters?: CompanyFilters): boolean => narrowings(filters).length > 0;

/** SQL condition: company `c` has one of the ids. */
export const companyIsOneOf = (ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`c.id in (${sql.join(ids)})`;

/** SQL condition: company `c` is a result of a search. */
function isResult(db: Db, { steps, broad }: SearchResults): RawBuilder<boolean> {
  const known = companyIsOneOf([...steps.keys()]);
  return broad ? sql<boolean>`(${known} or ${companyIndex.isIn(db, broad.all, 'c.id')})` : known;
}

/** A column for which no index is used: unary plus, see https://sqlite.org/optoverview.html */
export const withoutIndex = (column: `c.${'employees' | 'revenue_amount'}` | `${'c' | 'o'}.show_on_site`) =>
  sql<number>`+ ${sql.ref(column)}`;
const withoutIndexOn = (column: 'c.id' | 'c.category') => sql<string>`${sql.ref(column)} || ''`;

/** The companies `c` that are wanted, in no order. */
export function selectMatching(db: Db, { category, results, filters, includeHidden, by }: CompanyQuery) {
  const narrower = narrowings(filters);
  const isEach = by === 'each' && narrower.length === 0 && !results;
  let companies = db.selectFrom('companies as c');
  if (!includeHidden)
    companies = companies.where(isEach ? withoutIndex('c.show_on_site') : 'c.show_on_site', '=', 1);
  if (category && category !== 'all')
    companies = companies.where(isEach ? withoutIndexOn('c.category') : 'c.category', '=', category);
  for (const ids of narrower)
    companies = companies.where(by === 'order' ? withoutIndexOn('c.id') : 'c.id', 'in', ids(db));
  return results ? companies.where(isResult(db, results)) : companies;
}

export async function countMatching(db: Db, query: CompanyQuery): Promise<number> {
  const count = await selectMatching(db, query)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(count.total);
}

/** How many companies there are, counted once until the directory changes. */
export function countCompanies(
  { read, cached }: Database,
  { category, includeHidden }: Pick<CompanyQuery, 'category' | 'includeHidden'>,
): Promise<number> {
  return cached(`companies ${category ?? 'all'} ${includeHidden}`, async () => {
    let query = read.selectFrom('companies');
    if (!includeHidden) query = query.where('show_on_site', '=', 1);
    if (category && category !== 'all') query = query.where('category', '=', category);
    const count = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return Number(count.total);
  });
}

/** The companies that are wanted, with their listings `l`. */
export const companiesListed = (db: Db, query: CompanyQuery) =>
  selectMatching(db, query).innerJoin('company_listings as l', (join) =>
    join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', query.language),
  );

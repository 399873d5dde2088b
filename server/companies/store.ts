import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Category, CompanyCategory } from '../../core/categories.ts';
import { type CompanyDetail, LIST_MAX, type ListedCompany } from '../../core/companies/calls.ts';
import { FACETS } from '../../core/companies/facet-pages.ts';
import type { Founder } from '../../core/companies/facts.ts';
import { LISTED_FIELDS } from '../../core/companies/fields.ts';
import type { CompanyFilters } from '../../core/companies/filters.ts';
import { withDollars } from '../../core/companies/headline.ts';
import { shownPerPerson } from '../../core/companies/per-person.ts';
import { askedOf, RANGES, type Range, type Step } from '../../core/companies/ranges.ts';
import type { Sort } from '../../core/companies/sorts.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../core/languages.ts';
import { problem } from '../../core/problem.ts';
import { companyTerms } from '../../core/text.ts';
import { compiled } from '../database/compiled.ts';
import { contains } from '../database/contains.ts';
import { readCursor, writeCursor } from '../database/cursor.ts';
import type { CompanyTable, CompanyTextTable } from '../database/schema.ts';
import type { Database, Db, Dialect, Unit } from '../database/types.ts';
import { listedOf, sharedOf, textOf } from './columns.ts';
import { afterCursor, cursorColumns, cursorTypes, orderBy, orderOf } from './list-order.ts';
import { nameIn, textIn } from './listing.ts';

export interface CompanyFilter {
  category?: Category | undefined;
  language: Language;
  q?: string | undefined;
  /** Of each facet that is named, a company has one of the values; its numbers are in the ranges. */
  filters?: CompanyFilters | undefined;
  sort: Sort;
  limit: number;
  cursor?: string | undefined;
}

export interface CompanyPage {
  companies: ListedCompany[];
  /** All that match, on any page. */
  total: number;
  /** Leads to the next page; null on the last one. */
  next: string | null;
}

/** What a row of a ranking shows, of the company `c` and its listing `l`. */
export const LISTED_COLUMNS = [
  'c.id',
  'l.name',
  'l.description',
  'l.founder',
  ...LISTED_FIELDS.map((field) => `c.${field}` as const),
  'c.revenue_per_person',
  'c.likes',
  'c.views',
  'l.name_en as nameEn',
  'l.founder_en as founderEn',
  'l.description_en as descriptionEn',
] as const;

/** A row of a list as an answer has it. */
export function toListed<Row extends { revenue_per_person: number }>(row: Row) {
  return { ...row, ...listedOf(row), revenue_per_person: shownPerPerson(row.revenue_per_person) };
}

/** Found companies up to which a page is made of their ids; where there are more, the order is walked. */
const IDS_MAX = 500;

export type Wanted = Pick<CompanyFilter, 'category' | 'language' | 'filters'> & {
  terms: string[];
  includeHidden: boolean;
};

/** Companies up to which looking at each of them takes less time than asking another thread. */
const SCANNED_HERE_MAX = 2000;

/** Where all companies are looked at. */
export async function reader(database: Database): Promise<Db> {
  const all = await countCompanies(database, { category: 'all', includeHidden: true });
  return all <= SCANNED_HERE_MAX ? database.read : database.scan;
}

/** Whether a list is narrowed by more than its category and a search. */
export const isNarrowed = (filters: CompanyFilters = {}): boolean =>
  FACETS.some((facet) => filters[facet]) || RANGES.some((range) => askedOf(filters, range));

/** The columns of the ranges. */
const RANGE_COLUMNS = {
  employees: 'employees',
  revenue: 'revenue_amount',
  revenue_per_person: 'revenue_per_person',
  founded: 'founded',
} as const satisfies Record<Range, string>;

/** The condition that a company's number is in a range, as whole numbers are; what is unknown is in none. */
export function isWithin(range: Range, { min, max }: Step): RawBuilder<boolean> {
  const column = sql.ref(RANGE_COLUMNS[range]);
  const bound = (value: number) => sql`cast(${value} as double precision)`;
  const from = sql`${column} >= ${bound((min ?? 0) - 0.5)}`;
  return max === null ? sql<boolean>`(${from})` : sql<boolean>`(${from} and ${column} < ${bound(max + 0.5)})`;
}

/** The ids of the companies of each facet that is asked for, and of the ranges. */
function having(db: Db, filters: CompanyFilters = {}) {
  const ofFacets = FACETS.flatMap((facet) => {
    const values = filters[facet];
    if (!values) return [];
    return [
      db
        .selectFrom('company_facets')
        .select('company_id')
        .where('facet', '=', facet)
        .where('value', 'in', values.length > 0 ? values : ['']),
    ];
  });
  const ranges = RANGES.flatMap((range) => {
    const asked = askedOf(filters, range);
    return asked ? [isWithin(range, asked)] : [];
  });
  if (ranges.length === 0) return ofFacets;
  let within = db.selectFrom('companies').select('id as company_id');
  for (const range of ranges) within = within.where(range);
  return [...ofFacets, within];
}

/** The rows of the search index of the companies that are wanted. */
export function searched(
  db: Db,
  dialect: Dialect,
  { category, language, terms, filters, includeHidden }: Wanted,
) {
  let found = db.selectFrom('company_searches').where('language', '=', language);
  if (!includeHidden) found = found.where('show_on_site', '=', 1);
  if (category && category !== 'all') found = found.where('category', '=', category);
  for (const term of terms) found = found.where(contains(dialect, 'search_text', term));
  for (const ids of having(db, filters)) found = found.where('company_id', 'in', ids);
  return found;
}

/** What a search finds: the ids where they are few, and how many there are. */
async function search(db: Db, dialect: Dialect, wanted: Wanted): Promise<{ total: number; ids?: string[] }> {
  const found = searched(db, dialect, wanted);
  const rows = await found
    .select('company_id')
    .limit(IDS_MAX + 1)
    .execute();
  if (rows.length <= IDS_MAX) return { total: rows.length, ids: rows.map((row) => row.company_id) };
  const count = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { total: Number(count.total) };
}

/** How many companies there are, counted once until the directory changes. */
export function countCompanies(
  { read, cached }: Database,
  { category, includeHidden }: Pick<Wanted, 'category' | 'includeHidden'>,
): Promise<number> {
  return cached(`companies ${category ?? 'all'} ${includeHidden}`, async () => {
    let query = read.selectFrom('companies');
    if (!includeHidden) query = query.where('show_on_site', '=', 1);
    if (category && category !== 'all') query = query.where('category', '=', category);
    const count = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return Number(count.total);
  });
}

/** The companies `c` that match, with their listings `l`, in no order. */
export function companiesListed(
  db: Db,
  dialect: Dialect,
  { category, language, terms, filters, includeHidden }: Wanted,
) {
  let listed = db
    .selectFrom('companies as c')
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', language),
    );
  if (!includeHidden) listed = listed.where('c.show_on_site', '=', 1);
  if (category && category !== 'all') listed = listed.where('c.category', '=', category);
  for (const ids of having(db, filters)) listed = listed.where('c.id', 'in', ids);
  for (const term of terms) {
    listed = listed.where((eb) =>
      contains(
        dialect,
        eb
          .selectFrom('company_searches as s')
          .select('s.search_text')
          .where('s.language', '=', language)
          .whereRef('s.company_id', '=', 'c.id')
          .$asScalar(),
        term,
      ),
    );
  }
  return listed;
}

/** The rows of a list of some companies, in no order. */
export async function findListed(
  db: Db,
  ids: readonly string[],
  language: Language,
): Promise<ListedCompany[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('companies as c')
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', language),
    )
    .select([...LISTED_COLUMNS])
    .where('c.id', 'in', ids)
    .execute();
  return rows.map(toListed);
}

/** Whether an order is that of the ranks, where nothing is searched for. */
export const isRanking = (sort: Sort): boolean => sort === 'score' || sort === 'relevance';

/** The companies that match, in order: the shown ones, or all for administrators. */
export async function findCompanies(
  database: Database,
  { category, language, q, filters, sort, limit: most, cursor }: CompanyFilter,
  { includeHidden = false } = {},
): Promise<CompanyPage> {
  const { read, dialect } = database;
  const limit = Math.min(most, LIST_MAX);
  const terms = companyTerms(q);
  const isFiltered = isNarrowed(filters);
  const wanted = { category, language, terms, filters, includeHidden };
  const order = orderOf(sort, { dialect, language, terms });
  // Only the ranking has indexes of its own; everything else looks at each company.
  const db = isRanking(sort) && terms.length === 0 && !isFiltered ? read : await reader(database);
  const found: { total: number; ids?: string[] } =
    terms.length > 0 || isFiltered
      ? await search(db, dialect, wanted)
      : { total: await countCompanies(database, wanted) };
  if (found.total === 0) return { companies: [], total: 0, next: null };

  let page = companiesListed(
    db,
    dialect,
    found.ids ? { ...wanted, terms: [], filters: undefined } : wanted,
  ).select([...LISTED_COLUMNS, ...cursorColumns(order).map((column, i) => column.as(`key${i}`))]);
  if (found.ids) page = page.where('c.id', 'in', found.ids);
  if (cursor) page = page.where(afterCursor(order, readCursor(sort, cursorTypes(order), cursor)));
  const rows = await page
    .orderBy(orderBy(order))
    .limit(limit + 1)
    .execute();
  const companies = rows.slice(0, limit).map(toListed);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    companies,
    total: found.total,
    next: last
      ? writeCursor(
          sort,
          order.map((_, i) => (last as Record<string, unknown>)[`key${i}`]),
        )
      : null,
  };
}

export function companyNotFound(id: string) {
  return problem('company_not_found', `There is no company '${id.slice(0, 60)}'.`);
}

/** A company with the text that is shown of it, as the API gives it. */
export function toDetail(
  company: Selectable<CompanyTable>,
  texts: readonly Selectable<CompanyTextTable>[],
  text: Selectable<CompanyTextTable>,
): CompanyDetail {
  const english = textIn(texts, DEFAULT_LANGUAGE) ?? text;
  const shared = sharedOf(company);
  const shown = textOf(text);
  return {
    ...company,
    ...shared,
    ...shown,
    city: shown.city ?? english.city,
    founders: shared.founders.map(({ id, name }) => ({ id, name: nameIn(name, text.language) ?? id })),
    figures: shared.figures.map(withDollars),
    revenue_per_person: shownPerPerson(company.revenue_per_person),
    founder: text.founder ?? company.founder,
    nameEn: english.name,
    founderEn: english.founder ?? company.founder,
    descriptionEn: english.description,
    language: text.language,
    available_languages: LANGUAGES.filter((known) => texts.some((other) => other.language === known)),
    machine_translated: text.origin === 'machine' && text.reviewed === 0,
    outdated: text.pending_since !== null,
  };
}

/** One company in a language. `includeHidden` is for administrators. @throws company_not_found */
export async function readCompany(
  db: Db,
  id: string,
  language: Language,
  includeHidden = false,
): Promise<CompanyDetail> {
  const [company, texts] = await Promise.all([
    db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst(),
    db.selectFrom('company_texts').selectAll().where('company_id', '=', id).execute(),
  ]);
  const text = textIn(texts, language);
  if (!company || !text || (company.show_on_site !== 1 && !includeHidden)) throw companyNotFound(id);
  return toDetail(company, texts, text);
}

const selectShown = compiled((db: Db, { id }: { id: string }) =>
  db.selectFrom('companies').select('category').where('id', '=', id).where('show_on_site', '=', 1),
);

/** The category of a company that visitors can see, undefined where there is none. */
export async function shownCategory(db: Db, id: string): Promise<CompanyCategory | undefined> {
  const [row] = await selectShown(db, { id });
  return row?.category;
}

/** The same. @throws company_not_found */
export async function requireShownCompany(db: Db, id: string): Promise<CompanyCategory> {
  const category = await shownCategory(db, id);
  if (!category) throw companyNotFound(id);
  return category;
}

type Counter = 'likes' | 'views';

/** Adds to the likes of a company and returns their new number. */
export async function addLikes(unit: Unit, id: string, change: number): Promise<number> {
  const row = await unit.tx
    .updateTable('companies')
    .set((eb) => ({ likes: eb('likes', '+', change) }))
    .where('id', '=', id)
    .returning('likes')
    .executeTakeFirst();
  if (!row) throw companyNotFound(id);
  unit.changed('count', id);
  return row.likes;
}

/** Adds to the number of a company's comments. */
export function addComments(unit: Unit, id: string, change: number): void {
  unit.increment(`companies ${id} comments_count`, change, async (tx, count) => {
    await tx
      .updateTable('companies')
      .set((eb) => ({ comments_count: eb('comments_count', '+', count) }))
      .where('id', '=', id)
      .execute();
  });
}

export async function readCounter(db: Db, id: string, counter: Counter): Promise<number> {
  const row = await db.selectFrom('companies').select(counter).where('id', '=', id).executeTakeFirst();
  if (!row) throw companyNotFound(id);
  return row[counter];
}

/** Records a like. Returns whether it is a new one: the same visitor's second changes nothing. */
export async function insertLike(tx: Db, companyId: string, visitor: string, at: string): Promise<boolean> {
  const row = await tx
    .insertInto('likes')
    .values({ company_id: companyId, visitor, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a like back. Returns whether there was one. */
export async function deleteLike(tx: Db, companyId: string, visitor: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('likes')
    .where('company_id', '=', companyId)
    .where('visitor', '=', visitor)
    .returning('company_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What a founder is called in a language, as the company says that was changed last. */
export async function founderName(db: Db, id: string, language: Language): Promise<string | undefined> {
  const row = await db
    .selectFrom('company_facets as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .select('c.founders')
    .where('f.facet', '=', 'founder')
    .where('f.value', '=', id)
    .where('c.show_on_site', '=', 1)
    .orderBy('c.updated_at', 'desc')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst();
  const founder = row && (JSON.parse(row.founders) as Founder[]).find((one) => one.id === id);
  return founder && nameIn(founder.name, language);
}

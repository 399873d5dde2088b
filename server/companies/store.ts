import type { Selectable } from 'kysely';
import type { Category, CompanyCategory } from '../../core/categories.ts';
import { type CompanyDetail, LIST_MAX, type ListedCompany, source } from '../../core/companies/calls.ts';
import type { Sort } from '../../core/companies/sorts.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../core/languages.ts';
import { problem } from '../../core/problem.ts';
import { searchTerms } from '../../core/text.ts';
import { contains } from '../database/contains.ts';
import { readCursor, writeCursor } from '../database/cursor.ts';
import type { Database, Db, Dialect } from '../database/open.ts';
import type { CompanyTable, CompanyTextTable } from '../database/schema.ts';
import { afterCursor, cursorColumns, cursorTypes, orderBy } from './list-order.ts';
import { textIn } from './listing.ts';

export interface CompanyFilter {
  category?: Category | undefined;
  language: Language;
  q?: string | undefined;
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
  'c.category',
  'l.founder',
  'c.revenue',
  'c.employees',
  'c.founded',
  'c.website',
  'c.logo',
  'c.score',
  'c.likes',
  'c.views',
  'c.show_on_site',
  'l.name_en as nameEn',
  'l.founder_en as founderEn',
  'l.description_en as descriptionEn',
] as const;

function companiesListed(
  db: Db,
  { category, language, q }: Pick<CompanyFilter, 'category' | 'language' | 'q'>,
  dialect: Dialect,
  includeHidden: boolean,
) {
  let query = db
    .selectFrom('companies as c')
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', language),
    );
  if (!includeHidden) query = query.where('c.show_on_site', '=', 1);
  if (category && category !== 'all') query = query.where('c.category', '=', category);
  for (const term of searchTerms(q)) query = query.where(contains(dialect, 'l.search_text', term));
  return query;
}

/**
 * The companies that match, in order: the shown ones, or all for administrators. One query for the
 * page, one for the number of all.
 */
export async function findCompanies(
  { read: db, dialect }: Database,
  filter: CompanyFilter,
  { includeHidden = false } = {},
): Promise<CompanyPage> {
  const limit = Math.min(filter.limit, LIST_MAX);
  const listed = companiesListed(db, filter, dialect, includeHidden);
  let page = listed.select([
    ...LISTED_COLUMNS,
    ...cursorColumns(filter.sort).map((column, i) => column.as(`key${i}`)),
  ]);
  if (filter.cursor) {
    const keys = readCursor(filter.sort, cursorTypes(filter.sort), filter.cursor);
    page = page.where(afterCursor(filter.sort, keys));
  }
  const [rows, count] = await Promise.all([
    page
      .orderBy(orderBy(filter.sort))
      .limit(limit + 1)
      .execute(),
    listed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const companies = rows.slice(0, limit).map((row) => ({ ...row, show_on_site: row.show_on_site === 1 }));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    companies,
    total: Number(count.total),
    next: last
      ? writeCursor(
          filter.sort,
          cursorColumns(filter.sort).map((_, i) => (last as Record<string, unknown>)[`key${i}`]),
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
  return {
    ...company,
    show_on_site: company.show_on_site === 1,
    name: text.name,
    description: text.description,
    founder: text.founder ?? company.founder,
    nameEn: english.name,
    founderEn: english.founder ?? company.founder,
    descriptionEn: english.description,
    story: text.story,
    highlights: JSON.parse(text.highlights) as string[],
    language: text.language,
    available_languages: LANGUAGES.filter((known) => texts.some((other) => other.language === known)),
    revenue_basis: company.revenue_basis as CompanyDetail['revenue_basis'],
    sources: source.array().parse(JSON.parse(company.sources)),
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

/** The category of a company that visitors can see. @throws company_not_found */
export async function requireShownCompany(db: Db, id: string): Promise<CompanyCategory> {
  const row = await db
    .selectFrom('companies')
    .select('category')
    .where('id', '=', id)
    .where('show_on_site', '=', 1)
    .executeTakeFirst();
  if (!row) throw companyNotFound(id);
  return row.category;
}

type Counter = 'likes' | 'views';

/** Adds to a counter of a company and returns its new value. */
export async function addToCounter(tx: Db, id: string, counter: Counter, change: number): Promise<number> {
  const row = await tx
    .updateTable('companies')
    .set((eb) => ({ [counter]: eb(counter, '+', change) }))
    .where('id', '=', id)
    .returning(counter)
    .executeTakeFirst();
  if (!row) throw companyNotFound(id);
  return row[counter];
}

/** In a write: adds to the number of a company's comments. */
export function addComments(database: Database, id: string, change: number): void {
  database.add(`companies ${id} comments_count`, change, async (tx, count) => {
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

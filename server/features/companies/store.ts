import { type Selectable, sql } from 'kysely';
import type { CompanyCategory } from '../../../core/categories.ts';
import type { CompanyDetail } from '../../../core/companies/calls.ts';
import type { Founder } from '../../../core/companies/facts.ts';
import { EMPTY_TEXTS, emptyShared, type HIDABLE_FIELDS } from '../../../core/companies/fields.ts';
import { withDollars } from '../../../core/companies/headline.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { shownPerPerson } from '../../../core/companies/per-person.ts';
import { directory, oncePerDirectory } from '../../../core/directory/current.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../core/languages.ts';
import { nameIn, textIn } from '../../../core/localized.ts';
import { ownOf, readTextFields, sharedOf } from '../../platform/database/company-columns.ts';
import { isPostgres } from '../../platform/database/id-list.ts';
import type { CompanyTable, CompanyTextTable } from '../../platform/database/schema.ts';
import { compiled, PIPELINED } from '../../platform/database/statements.ts';
import type { Db, Unit } from '../../platform/database/types.ts';
import { selectCompany, selectListingTexts } from './listing.ts';

/** What is said of a company in a language, and what of it is taken from other languages. */
interface LocalizedText {
  text: Selectable<CompanyTextTable>;
  english?: Selectable<CompanyTextTable> | undefined;
  /** In which languages it is told. */
  languages: readonly string[];
}

/** A company with the displayed text, in the format of the API. */
export function toCompanyDetail(
  company: Selectable<CompanyTable>,
  { text, languages, ...told }: LocalizedText,
): CompanyDetail {
  const english = told.english ?? text;
  const { fields: _, ...shared } = sharedOf(company);
  const { fields: __, ...shown } = readTextFields(text);
  const { fields, ...row } = company;
  return {
    ...row,
    ...shared,
    ...shown,
    ...ownOf(fields, text.fields, english.fields),
    city: shown.city ?? english.city,
    founders: shared.founders.map(({ id, name }) => ({ id, name: nameIn(name, text.language) ?? id })),
    figures: shared.figures.map(withDollars),
    revenue_per_person: shownPerPerson(company.revenue_per_person),
    founder: text.founder ?? company.founder,
    nameEn: english.name,
    founderEn: english.founder ?? company.founder,
    descriptionEn: english.description,
    language: text.language,
    available_languages: LANGUAGES.filter((known) => languages.includes(known)),
    machine_translated: text.origin === 'machine' && text.reviewed === 0,
    outdated: text.pending_since !== null,
  };
}

/** A text in a language, and the English one; with each in which languages there are texts. */
const selectTextsIn = compiled(
  (db: Db, { id, language }: { id: string; language: Language }) =>
    db
      .selectFrom('company_texts as t')
      .selectAll('t')
      .select(
        sql<string>`(select ${sql.raw(isPostgres(db) ? 'string_agg' : 'group_concat')}(language, ' ')
          from company_texts where company_id = t.company_id)`.as('languages'),
      )
      .where('t.company_id', '=', id)
      .where('t.language', 'in', [language, DEFAULT_LANGUAGE]),
  PIPELINED,
);

/** Of a company that has no English text, all are read: the first of them stands for it. */
async function loadLocalizedText(db: Db, id: string, language: Language): Promise<LocalizedText | undefined> {
  const some = await selectTextsIn(db, { id, language });
  const languages = some[0]?.languages.split(' ') ?? [];
  if (languages.includes(DEFAULT_LANGUAGE) || some.length === languages.length) {
    const texts = pickText(some, language);
    if (texts) return { ...texts, languages };
  }
  return pickText(await selectListingTexts(db, { id }), language);
}

/** What is told in a language, of all texts. */
export function pickText(
  texts: readonly Selectable<CompanyTextTable>[],
  language: Language,
): LocalizedText | undefined {
  const text = textIn(texts, language);
  const languages = texts.map((one) => one.language);
  return text && { text, english: textIn(texts, DEFAULT_LANGUAGE), languages };
}

/** One company in a language. `includeHidden` is for administrators. @throws company_not_found */
export async function readCompany(
  db: Db,
  id: string,
  language: Language,
  includeHidden = false,
): Promise<CompanyDetail> {
  const [[company], told] = await Promise.all([
    selectCompany(db, { id }),
    loadLocalizedText(db, id, language),
  ]);
  if (!company || !told || (company.show_on_site !== 1 && !includeHidden)) throw companyNotFound(id);
  const detail = toCompanyDetail(company, told);
  return includeHidden ? detail : { ...detail, ...hiddenValues() };
}

const EMPTY_FIELDS = { ...emptyShared(), ...EMPTY_TEXTS };
/** Empty values for the fields that the directory hides from readers. */
const hiddenValues = oncePerDirectory(
  () =>
    Object.fromEntries(directory().fields.hidden.map((field) => [field, EMPTY_FIELDS[field]])) as Partial<
      Pick<CompanyDetail, (typeof HIDABLE_FIELDS)[number]>
    >,
);

const selectShown = compiled(
  (db: Db, { id }: { id: string }) =>
    db.selectFrom('companies').select('category').where('id', '=', id).where('show_on_site', '=', 1),
  PIPELINED,
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
  unit.changed('count', id, { tags: ['likes'] });
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

const selectNumbers = compiled(
  (db: Db, { id }: { id: string }) =>
    db.selectFrom('companies').select(['likes', 'views', 'comments_count']).where('id', '=', id),
  PIPELINED,
);

/** What moves about a company. @throws company_not_found */
export async function readNumbers(
  db: Db,
  id: string,
): Promise<Pick<Selectable<CompanyTable>, 'likes' | 'views' | 'comments_count'>> {
  const [row] = await selectNumbers(db, { id });
  if (!row) throw companyNotFound(id);
  return row;
}

export async function readCounter(db: Db, id: string, counter: Counter): Promise<number> {
  const row = await db.selectFrom('companies').select(counter).where('id', '=', id).executeTakeFirst();
  if (!row) throw companyNotFound(id);
  return row[counter];
}

/** Records a like. @returns whether it is new: a visitor counts once */
export async function insertLike(tx: Db, companyId: string, visitor: string, at: string): Promise<boolean> {
  const row = await tx
    .insertInto('likes')
    .values({ company_id: companyId, visitor, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasLike(db: Db, companyId: string, visitor: string): Promise<boolean> {
  const row = await db
    .selectFrom('likes')
    .select('company_id')
    .where('company_id', '=', companyId)
    .where('visitor', '=', visitor)
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

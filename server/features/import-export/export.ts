import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Category } from '../../../core/categories.ts';
import { mergedValues } from '../../../core/companies/own-fields.ts';
import {
  type ExportedCompany,
  exportedCompanySchema,
  type LegacyExportedCompany,
  legacyExportedCompanySchema,
  type MultilingualExport,
} from '../../../core/import-export/calls.ts';
import { csvColumns, toRow } from '../../../core/import-export/csv.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../core/languages.ts';
import { textIn } from '../../../core/localized.ts';
import { readTextFields, sharedOf } from '../../platform/database/company-columns.ts';
import { isOneOf } from '../../platform/database/id-list.ts';
import type { Db } from '../../platform/database/types.ts';

/** Companies that are in memory at once. */
const EXPORT_PAGE = 200;

const NOTES =
  'Import this file in the console under Company Management, Data Migration. What a file does not name stays as it is; comments are never part of it.';

/** A company without values of own fields has no trace of them. */
const withoutNone = <Fields extends { fields: unknown }>({ fields, ...rest }: Fields) =>
  fields === null ? rest : { ...rest, fields };

/** The companies of an export: of a category, or those of some ids; without both it has all. */
export interface ExportScope {
  category?: Category | undefined;
  ids?: readonly string[] | undefined;
}

async function readPage(
  db: Db,
  after: string,
  { category, ids: wanted }: ExportScope,
): Promise<ExportedCompany[]> {
  let query = db.selectFrom('companies').selectAll().where('id', '>', after).orderBy('id').limit(EXPORT_PAGE);
  if (category && category !== 'all') query = query.where('category', '=', category);
  if (wanted) query = query.where(isOneOf(db, 'id', wanted));
  const companies = await query.execute();
  if (companies.length === 0) return [];
  const ids = companies.map((company) => company.id);
  const texts = await db.selectFrom('company_texts').selectAll().where('company_id', 'in', ids).execute();
  const byCompany = Map.groupBy(texts, (text) => text.company_id);
  return companies.map((company) => {
    const own = byCompany.get(company.id) ?? [];
    const { id, likes, views, created_at } = company;
    const content: ExportedCompany['content'] = {};
    for (const language of LANGUAGES) {
      const text = own.find((other) => other.language === language);
      if (text)
        content[language] = {
          ...withoutNone(readTextFields(text)),
          founder: text.founder ?? company.founder,
        };
    }
    return exportedCompanySchema.parse({
      id,
      ...withoutNone(sharedOf(company)),
      likes,
      views,
      created_at,
      content,
    });
  });
}

/** Companies by id, hidden ones too, a page at a time. */
async function* exportedCompanies(db: Db, scope: ExportScope): AsyncGenerator<ExportedCompany> {
  let after = '';
  for (;;) {
    const page = await readPage(db, after, scope);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** How many companies an export has. */
export async function countExported(db: Db, { category, ids }: ExportScope = {}): Promise<number> {
  let query = db.selectFrom('companies').select((eb) => eb.fn.countAll<number>().as('count'));
  if (category && category !== 'all') query = query.where('category', '=', category);
  if (ids) query = query.where(isOneOf(db, 'id', ids));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Every company with all its languages, as section 3 of the specification describes the file. */
export function exportMultilingual(db: Db, now: Date, scope: ExportScope = {}): Readable {
  async function* parts(): AsyncGenerator<string> {
    const included = new Set<Language>();
    let count = 0;
    yield '{"companies":[';
    for await (const company of exportedCompanies(db, scope)) {
      for (const language of LANGUAGES) if (company.content[language]) included.add(language);
      yield `${count++ === 0 ? '\n' : ',\n'}${JSON.stringify(company)}`;
    }
    const rest: Omit<MultilingualExport, 'companies'> = {
      languages: [...LANGUAGES],
      count,
      export_type: 'multilingual',
      export_timestamp: now.toISOString(),
      languages_included: LANGUAGES.filter((language) => included.has(language)),
      total_companies: count,
      notes: NOTES,
    };
    yield `\n],${JSON.stringify(rest).slice(1)}\n`;
  }
  return Readable.from(parts());
}

function toLegacy(
  { content, ...company }: ExportedCompany,
  preferred: Language,
): LegacyExportedCompany | undefined {
  const texts = LANGUAGES.flatMap((language) => {
    const text = content[language];
    return text ? [{ language, ...text }] : [];
  });
  const text = textIn(texts, preferred);
  const english = textIn(texts, DEFAULT_LANGUAGE);
  if (!text || !english) return undefined;
  return legacyExportedCompanySchema.parse({
    ...company,
    ...text,
    fields: mergedValues(company.fields, text.fields) ?? undefined,
    nameEn: english.name,
    founderEn: english.founder,
    descriptionEn: english.description,
  });
}

/** A bare array of flat companies, each in the language or, where it lacks that one, in English or any. */
export function exportLegacy(db: Db, language: Language, scope: ExportScope): Readable {
  async function* parts(): AsyncGenerator<string> {
    let separator = '[\n';
    for await (const company of exportedCompanies(db, scope)) {
      const flat = toLegacy(company, language);
      if (!flat) continue;
      yield `${separator}${JSON.stringify(flat)}`;
      separator = ',\n';
    }
    yield separator === '[\n' ? '[]\n' : '\n]\n';
  }
  return Readable.from(parts());
}

/** Every company as a row, with the byte order mark that spreadsheets want for UTF-8. */
export function exportTable(db: Db, scope: ExportScope = {}): Readable {
  async function* rows(): AsyncGenerator<string[]> {
    yield [...csvColumns()];
    for await (const company of exportedCompanies(db, scope)) yield toRow(company);
  }
  const written = stringify({ bom: true, record_delimiter: 'windows', quote_record_delimiter: true });
  const source = Readable.from(rows());
  source.on('error', (error) => written.destroy(error));
  written.on('close', () => source.destroy());
  return source.pipe(written);
}

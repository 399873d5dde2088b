import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isCompanyCategory } from '../../../core/categories.ts';
import { shownPerPerson } from '../../../core/companies/per-person.ts';
import { directory } from '../../../core/directory/current.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import {
  type Anniversary,
  type Correction,
  correctionFileSchema,
  type FirstCustomers,
} from '../../../core/reading/calls.ts';
import { isOneOf } from '../../platform/database/id-list.ts';
import type { Database } from '../../platform/database/types.ts';
import { shownIds } from '../companies/index.ts';

/** Text fields listed by the calls of this feature. */
type ReadField = 'timeline' | 'first_customers';

/** Columns of a company `c` and its listing `l`, as the answers have them. */
const SHOWN_COLUMNS = [
  'c.id',
  'l.name',
  'c.category',
  'c.logo',
  'c.employees',
  'c.revenue_per_person',
] as const;
const toShown = <Row extends { revenue_per_person: number }>(row: Row) => ({
  ...row,
  revenue_per_person: shownPerPerson(row.revenue_per_person),
});

/** Rows of a text that shown companies have, in the order of the ranking, in a language or else in English. */
function readNotes(database: Database, field: ReadField, preferred: Language) {
  return database.cached(`texts ${field} ${preferred}`, async () => {
    const rows = await database.scan
      .selectFrom('company_texts as t')
      .innerJoin('companies as c', 'c.id', 't.company_id')
      .innerJoin('company_listings as l', (join) =>
        join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', preferred),
      )
      .select([...SHOWN_COLUMNS, 't.language', `t.${field} as text`])
      .where('c.show_on_site', '=', 1)
      .where('t.language', 'in', [preferred, DEFAULT_LANGUAGE])
      .where(`t.${field}`, 'is not', null)
      .orderBy('c.score', 'desc')
      .orderBy('c.id')
      .execute();
    const own = new Set(rows.filter(({ language }) => language === preferred).map(({ id }) => id));
    return rows
      .filter(({ id, language }) => language === preferred || !own.has(id))
      .map(({ text, language, ...company }) => ({ text: text ?? '', language, company: toShown(company) }));
  });
}

const isHidden = (field: ReadField) => directory().fields.hidden.includes(field);

export async function eventsOfMonth(
  database: Database,
  month: number,
  language: Language,
): Promise<Anniversary[]> {
  if (isHidden('timeline')) return [];
  const rows = await readNotes(database, 'timeline', language);
  return rows
    .flatMap((row) =>
      (JSON.parse(row.text) as { year: number; month?: number | null; text: string }[]).flatMap((event) =>
        event.month === month ? [{ ...row, year: event.year, month, text: event.text }] : [],
      ),
    )
    .sort((a, b) => b.year - a.year);
}

export async function firstCustomersOf(
  database: Database,
  category: string | undefined,
  language: Language,
): Promise<FirstCustomers[]> {
  if (isHidden('first_customers')) return [];
  const rows = await readNotes(database, 'first_customers', language);
  return rows.filter(
    ({ text, company }) => text !== '' && (!isCompanyCategory(category) || company.category === category),
  );
}

const CORRECTIONS = new URL('../../../content/corrections.json', import.meta.url);
type CorrectionFile = z.output<typeof correctionFileSchema>;
let shippedCorrections: readonly CorrectionFile[] | undefined;

/** Reads and checks the shipped corrections, once. */
export function readCorrections(): readonly CorrectionFile[] {
  shippedCorrections ??= z.array(correctionFileSchema).parse(JSON.parse(readFileSync(CORRECTIONS, 'utf8')));
  return shippedCorrections;
}

/** The corrections of companies that readers see, the latest first. */
export async function correctionsIn(database: Database, language: Language): Promise<Correction[]> {
  const corrections = readCorrections();
  const ids = await shownIds(
    database.read,
    corrections.map(({ company }) => company),
  );
  const rows = await database.read
    .selectFrom('companies as c')
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', language),
    )
    .select(SHOWN_COLUMNS)
    .where(isOneOf(database.read, 'c.id', [...ids.values()]))
    .execute();
  const shown = new Map(rows.map((row) => [row.id, toShown(row)]));
  return corrections
    .flatMap(({ company: id, wrong, right, ...rest }) => {
      const company = shown.get(ids.get(id) ?? '');
      if (!company) return [];
      return [
        { ...rest, company, wrong: nameIn(wrong, language) ?? '', right: nameIn(right, language) ?? '' },
      ];
    })
    .sort((a, b) => b.day.localeCompare(a.day));
}

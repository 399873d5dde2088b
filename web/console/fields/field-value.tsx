import type { Control, Field, FieldPart, FieldText } from '../../../core/companies/field-kinds.ts';
import { findField } from '../../../core/companies/fields.ts';
import { ownLabel } from '../../../core/companies/own-fields.ts';
import { countryName } from '../../../core/country-name.ts';
import type { Language } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import { nameIn } from '../../../core/localized.ts';
import { refusal } from '../../../core/refusal.ts';
import { formatNumber } from '../../i18n/format.ts';
import { namedText, type Translate, textOf } from '../../i18n/translate.ts';
import { languageName } from '../../shared/console/format.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { cellsOf } from './field-draft.ts';

type ValueTexts = Translate<'edit' | 'categories' | 'companies'>;

/** A text of a descriptor: the interface's, or the configuration's. */
export const fieldText = (t: ValueTexts, text: FieldText, language: Language): string =>
  typeof text === 'string' ? textOf(t, text) : (nameIn(text, language) ?? '');

/** What a field is called. Needs the texts of `edit`. */
export function fieldName(t: Translate<'edit'>, field: string, language: Language): string {
  return ownLabel(field, language) ?? namedText(t, 'edit:fields.', field);
}

/** The name of a field, with its language where it has one. Needs the texts of `edit`. */
export function fieldLabel(
  t: Translate<'edit'>,
  field: string,
  of: Language | null,
  language: Language,
): string {
  const name = fieldName(t, field, language);
  return of ? t('edit:fieldIn', { field: name, language: languageName(of, language) }) : name;
}

/** The field that a change is of; one that a model filled in without a language is of either kind. */
const findAny = (field: string, of: Language | null) => findField(field, of) ?? findField(field, 'en');

/** A stored value as a text that can be compared word by word; an empty one is empty. */
export function valueText(t: ValueTexts, field: string, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return '';
  const { control, optionText, parts } = findAny(field, null) ?? {};
  // Years have no separator.
  if (typeof value === 'number') return control === 'year' ? String(value) : formatNumber(value, language);
  if (control === 'country') return countryName(String(value), language);
  if (parts) {
    const rows = Array.isArray(value) ? value : [value];
    return rows.map((row) => rowText(t, parts, row, language)).join('\n');
  }
  if (Array.isArray(value)) {
    const inWords = (item: string) => (optionText ? fieldText(t, optionText(item), language) : item);
    return value
      .map((item) =>
        typeof item === 'string' ? inWords(item) : sourceText(t, item as ShownSource, language),
      )
      .join('\n');
  }
  if (optionText) return fieldText(t, optionText(String(value)), language);
  return String(value);
}

/** Whether two values are compared word by word; else one takes the place of the other. */
export function isProse(field: string, of: Language | null): boolean {
  return ['long-text', 'list', 'sources', 'table', 'choices'].includes(findAny(field, of)?.control ?? '');
}

const REFUSALS = {
  text: 'text',
  'long-text': 'text',
  number: 'number',
  year: 'year',
  choice: 'choice',
  switch: 'choice',
  country: 'choice',
  address: 'address',
  sources: 'address',
  path: 'path',
  list: 'list',
  choices: 'choice',
  date: 'date',
  record: 'rows',
  table: 'rows',
  own: 'rows',
} as const satisfies Record<Control, string>;

/** Validation message of a field; undefined without a problem. Needs the texts of `edit` and `refusals`. */
export function fieldProblem(
  t: Translate<'edit' | 'refusals'>,
  field: Field | undefined,
  kind: 'required' | 'invalid' | undefined,
  language: Language,
): string | undefined {
  if (kind === undefined || !field) return undefined;
  const { control, min = 0, max = 0, most = 0 } = field;
  if (kind === 'required') return refusalText(t, refusal('required'));
  const bound = (value: number) => (control === 'year' ? String(value) : formatNumber(value, language));
  return t(`edit:invalid.${REFUSALS[control]}`, { min: bound(min), max: bound(max), most: bound(most) });
}

/** The parts of a row that say something, in a line. */
function rowText(t: ValueTexts, parts: readonly FieldPart[], row: unknown, language: Language): string {
  const cells = cellsOf(parts, row);
  return parts
    .flatMap(({ path, control, optionText }) => {
      const cell = cells[path];
      if (!cell) return [];
      if (optionText) return [textOf(t, optionText(cell))];
      return [control === 'number' ? formatNumber(Number(cell), language) : cell];
    })
    .join(' · ');
}

interface ShownSource {
  url?: string;
  supports?: string[];
}

function sourceText(
  t: Translate<'companies'>,
  { url = '', supports = [] }: ShownSource,
  language: Language,
): string {
  const topics = supports.map((topic) => namedText(t, 'companies:topic_', topic));
  return topics.length > 0 ? `${url} · ${formatList(topics, language)}` : url;
}

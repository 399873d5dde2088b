import { type Language, LOCALES } from '../../core/languages.ts';
import { namedText, type Translate } from '../i18n/translate.ts';
import { formatNumber, languageName } from '../ui/format.ts';

type FieldTexts = Translate<'edit' | 'categories' | 'companies'>;

/** The name of a field, with its language where it has one. Needs the texts of `edit`. */
export function fieldLabel(
  t: Translate<'edit'>,
  field: string,
  of: Language | null,
  language: Language,
): string {
  const name = namedText(t, 'edit:fields.', field);
  return of ? t('edit:fieldIn', { field: name, language: languageName(of, language) }) : name;
}

/** A stored value as a text that can be compared word by word; an empty one is empty. */
export function valueText(t: FieldTexts, field: string, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return t(value ? 'edit:shown' : 'edit:hidden');
  // Years have no separator.
  if (typeof value === 'number')
    return /^founded$|_as_of$/.test(field) ? String(value) : formatNumber(value, language);
  if (field === 'category') return namedText(t, 'categories:', `${value}.name`);
  if (field === 'country')
    return new Intl.DisplayNames(LOCALES[language], { type: 'region' }).of(String(value)) ?? String(value);
  if (field === 'revenue_basis') return namedText(t, 'companies:basis_', String(value));
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : sourceText(t, item as Source))).join('\n');
  return String(value);
}

interface Source {
  url?: string;
  supports?: string[];
}

function sourceText(t: FieldTexts, { url = '', supports = [] }: Source): string {
  const topics = supports.map((topic) => namedText(t, 'companies:topic_', topic));
  return topics.length > 0 ? `${url} · ${topics.join(', ')}` : url;
}

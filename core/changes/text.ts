import { ANONYMOUS_AUTHOR } from '../comments/rules.ts';
import { countryName } from '../country-name.ts';
import type { Language } from '../languages.ts';
import type { PublicChange } from './calls.ts';

/** Texts of a change: of the feature `companies`, and the names of categories. */
export interface ChangeTexts {
  /** The text of a key of `companies`. */
  text(key: string): string;
  /** Placeholder for a person without a name. */
  anonymous: string;
  /** A label and what it is about, with the colon of the language. */
  labelled(label: string, value: string): string;
  /** The name of a category; the id itself where there is no such category any more. */
  category(id: string): string;
}

/** Keys of the texts of fields. */
const FIELD_KEYS: Record<PublicChange['field'], string> = {
  created: 'change_created',
  rank: 'change_rank',
  comment: 'change_comments',
  revenue: 'revenue',
  employees: 'employees',
  founded: 'founded',
  category: 'change_category',
  country: 'filter_country',
  status: 'status',
  website: 'website',
};

/**
 * What changed, in parts: the field, and its values before and after as readers know them; null where there is none. Of
 * comments the value is their number.
 */
export function changeParts(
  { field, from, to }: Pick<PublicChange, 'field' | 'from' | 'to'>,
  language: Language,
  { text, category }: Pick<ChangeTexts, 'text' | 'category'>,
): { field: string; from: string | null; to: string | null } {
  function shown(value: PublicChange['to']): string | null {
    if (value === null || value === '') return null;
    if (field === 'category') return category(String(value));
    if (field === 'country') return countryName(String(value), language);
    if (field === 'status') return text(`status_${value}`);
    return String(value);
  }
  return { field: text(FIELD_KEYS[field]), from: shown(from), to: shown(to) };
}

/** What changed, in one line, as `Annual revenue: $1M → $2M (2025)`; a single comment is told by its author. */
export function changeLine(change: PublicChange, language: Language, texts: ChangeTexts): string {
  const { field, from, to } = changeParts(change, language, texts);
  if (change.field === 'created') return field;
  if (change.comment && change.to === 1) {
    const { author, person } = change.comment;
    const name = author === ANONYMOUS_AUTHOR ? texts.anonymous : author;
    return texts.labelled(texts.text('change_comment'), [name, person].join(' ').trim());
  }
  const values = [from, to].map((value) => value ?? '–');
  const year = change.year === null ? '' : ` (${change.year})`;
  return texts.labelled(field, `${from === null ? values[1] : values.join(' → ')}${year}`);
}

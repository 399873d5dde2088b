import type { Field } from '../../core/companies/field-kinds.ts';
import { mergedSources, type Source } from '../../core/companies/fields.ts';

export type SourceTopic = Source['supports'][number];

/** A whole number as people type it, in full-width digits too; NaN where it is none. */
export function wholeNumber(text: string): number | null {
  const digits = text.normalize('NFKC').replace(/[\s,]/g, '');
  if (digits === '') return null;
  return /^-?\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** What is saved of the sources: without those whose address is still empty. */
export function sourceValues(sources: readonly Source[]): Source[] {
  const trimmed = sources.map((source) => ({ ...source, url: source.url.trim() }));
  return mergedSources(trimmed.filter(({ url }) => url !== ''));
}

export const unionOf = (some: readonly SourceTopic[], more: readonly SourceTopic[]) => [
  ...new Set([...some, ...more]),
];

/** A value as its control holds it: numbers as they are typed, none as an empty text. */
export type Drafted<Fields> = { [F in keyof Fields]: DraftedValue<Fields[F]> };
type DraftedValue<Value> = Value extends null
  ? ''
  : Value extends number
    ? string
    : Value extends boolean
      ? boolean
      : Value;

/** A list is followed by the item that is typed next, and saved with the others. */
export function draftedValue({ control, empty }: Field, value: unknown = empty): unknown {
  if (control === 'list') return [...((value ?? []) as string[]), ''];
  if (control === 'sources' || control === 'switch') return value;
  return value === null ? '' : String(value);
}

export function draftOfFields<Fields extends object>(
  fields: Readonly<Record<keyof Fields & string, Field>>,
  values: Partial<Fields>,
): Drafted<Fields> {
  const drafted = Object.entries<Field>(fields).map(([name, field]) => [
    name,
    draftedValue(field, (values as Record<string, unknown>)[name]),
  ]);
  return Object.fromEntries(drafted) as Drafted<Fields>;
}

/** What is saved of what a control holds; NaN for a number that cannot be read. */
function savedValue({ control, empty }: Field, drafted: unknown): unknown {
  switch (control) {
    case 'switch':
      return drafted;
    case 'sources':
      return sourceValues(drafted as Parameters<typeof sourceValues>[0]);
    case 'list':
      return (drafted as string[]).map((item) => item.trim()).filter((item) => item !== '');
    case 'number':
    case 'year':
      return wholeNumber(drafted as string);
    default: {
      const text = (drafted as string).trim();
      return text === '' ? empty : text;
    }
  }
}

/** What is saved of a draft; a field that it lacks, because it is older than the field, is empty. */
export function valuesOfDraft<Fields extends object>(
  fields: Readonly<Record<keyof Fields & string, Field>>,
  draft: Drafted<Fields>,
): Fields {
  const values = Object.entries<Field>(fields).map(([name, field]) => {
    const drafted = (draft as Record<string, unknown>)[name] ?? draftedValue(field);
    return [name, savedValue(field, drafted)];
  });
  return Object.fromEntries(values) as Fields;
}

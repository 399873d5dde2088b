import type { z } from 'zod';
import { currencyCode } from '../../../core/companies/facts.ts';
import type { Field, FieldPart } from '../../../core/companies/field-kinds.ts';
import type { SourceTopic } from '../../../core/companies/figures.ts';
import { numberText, readNumber } from '../../../core/companies/quantity.ts';
import { mergedSources, type Source } from '../../../core/companies/sources.ts';

/** Sources to save: without rows whose address is empty. */
export function sourceValues(sources: readonly Source[]): Source[] {
  const trimmed = sources.map((source) => ({ ...source, url: source.url.trim() }));
  return mergedSources(trimmed.filter(({ url }) => url !== ''));
}

export const unionOf = (some: readonly SourceTopic[], more: readonly SourceTopic[]) => [
  ...new Set([...some, ...more]),
];

/** A row of a table, or a record, as its controls hold it: what is typed, by the path of the part. */
export type Cells = Readonly<Record<string, string>>;

/** What stands at a path: `name.en`. */
const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], value);

/** A value as a text control holds it. */
export const controlText = (value: unknown): string =>
  typeof value === 'number' ? numberText(value) : String(value ?? '');

export const cellsOf = (parts: readonly FieldPart[], value: unknown): Cells =>
  Object.fromEntries(parts.map(({ path }) => [path, controlText(at(value, path))]));

const isEmpty = (cells: Cells) => Object.values(cells).every((cell) => cell.trim() === '');

/** Row to save: without empty parts. */
function rowOf(parts: readonly FieldPart[], cells: Cells): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { path, control } of parts) {
    const typed = cells[path] ?? '';
    const isNumber = control === 'number' || control === 'year';
    const value = isNumber ? readNumber(typed) : control === 'currency' ? currencyCode(typed) : typed.trim();
    if (value === null || value === '') continue;
    const [first = '', second] = path.split('.');
    if (second === undefined) row[first] = value;
    else row[first] = { ...(row[first] as object | undefined), [second]: value };
  }
  return row;
}

/** The paths of a row's cells that a save refuses. @param row the schema of a row */
export function refusedCells(row: z.ZodType, parts: readonly FieldPart[], cells: Cells): ReadonlySet<string> {
  if (isEmpty(cells)) return new Set();
  const { error } = row.safeParse(rowOf(parts, cells));
  return new Set(error?.issues.map(({ path }) => path.join('.')));
}

/** The value of a control: numbers as typed text, null as an empty text. */
export type Drafted<Fields> = { [F in keyof Fields]: DraftedValue<Fields[F]> };
type DraftedValue<Value> = Value extends null
  ? ''
  : Value extends number
    ? string
    : Value extends boolean
      ? boolean
      : Value extends readonly string[] | readonly Source[]
        ? Value
        : Value extends readonly object[]
          ? Cells[]
          : Value extends object
            ? Cells
            : Value;

/** A list is followed by the item that is typed next, and saved with the others. */
export function draftedValue({ control, empty, parts = [] }: Field, value: unknown = empty): unknown {
  if (control === 'table') return (value as unknown[]).map((row) => cellsOf(parts, row));
  if (control === 'record') return cellsOf(parts, value);
  if (control === 'choices') return value;
  if (control === 'list') return [...((value ?? []) as string[]), ''];
  if (control === 'sources' || control === 'switch') return value;
  return controlText(value);
}

export function draftOfFields<Fields extends object>(
  fields: Readonly<Record<string, Field>>,
  values: object,
): Drafted<Fields> {
  const drafted = Object.entries<Field>(fields).map(([name, field]) => [
    name,
    draftedValue(field, (values as Record<string, unknown>)[name]),
  ]);
  return Object.fromEntries(drafted) as Drafted<Fields>;
}

/** Stored value of a control's draft value; NaN for an unparsable number. */
function savedValue({ control, empty, parts = [] }: Field, drafted: unknown): unknown {
  switch (control) {
    case 'table':
      return (drafted as Cells[]).filter((cells) => !isEmpty(cells)).map((cells) => rowOf(parts, cells));
    case 'record':
      return isEmpty(drafted as Cells) ? empty : rowOf(parts, drafted as Cells);
    case 'choices':
    case 'switch':
      return drafted;
    case 'sources':
      return sourceValues(drafted as Parameters<typeof sourceValues>[0]);
    case 'list':
      return (drafted as string[]).map((item) => item.trim()).filter((item) => item !== '');
    case 'number':
    case 'year':
      return readNumber(drafted as string);
    default: {
      const text = (drafted as string).trim();
      return text === '' ? empty : text;
    }
  }
}

/** Stored values of a draft. A field missing from the draft, because the draft is older, is empty. */
export function valuesOfDraft<Fields extends object>(
  fields: Readonly<Record<string, Field>>,
  draft: object,
): Fields {
  const values = Object.entries<Field>(fields).map(([name, field]) => {
    const drafted = (draft as Record<string, unknown>)[name] ?? draftedValue(field);
    return [name, savedValue(field, drafted)];
  });
  return Object.fromEntries(values) as Fields;
}

import type { Selectable } from 'kysely';
import { type Field, isStructured } from '../../../core/companies/field-kinds.ts';
import {
  EMPTY_TEXTS,
  LISTED_FIELDS,
  SHARED,
  type SharedFields,
  TEXTS,
  type TextFields,
} from '../../../core/companies/fields.ts';
import type { OwnValues } from '../../../core/companies/own-fields.ts';
import { parseRevenue } from '../../../core/companies/revenue.ts';
import type { CompanyTable, FieldColumns } from './schema.ts';

type Fields = Readonly<Record<string, Field>>;

function toColumn({ control }: Field, value: unknown): unknown {
  if (control === 'switch') return value ? 1 : 0;
  return isStructured(control) && value !== null ? JSON.stringify(value) : value;
}

/** Reads fields as they stand in a row. Of rows there are many: what the fields are is looked at once. */
function readerOf(fields: Fields): (row: object) => Record<string, unknown> {
  const columns = Object.entries(fields).map(([name, { control }]) => ({
    name,
    isSwitch: control === 'switch',
    isJson: isStructured(control),
  }));
  return (row) => {
    const values: Record<string, unknown> = {};
    for (const { name, isSwitch, isJson } of columns) {
      const value = (row as Record<string, unknown>)[name];
      if (isSwitch) values[name] = value === 1;
      else values[name] = isJson && value !== null ? JSON.parse(value as string) : value;
    }
    return values;
  };
}

const write = (fields: Fields, values: object) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = fields[name];
      return field && value !== undefined ? [[name, toColumn(field, value)]] : [];
    }),
  );

const readShared = readerOf(SHARED);
/** The shared fields as they stand in a row. */
export const sharedOf = (row: Selectable<CompanyTable>) => readShared(row) as unknown as SharedFields;

/** Reads some of the shared fields as they stand in a row. */
export function readingOf<Name extends keyof SharedFields>(names: readonly Name[]) {
  return readerOf(Object.fromEntries(names.map((name) => [name, SHARED[name]]))) as (
    row: object,
  ) => Pick<SharedFields, Name>;
}

/** Reads the shared fields that a list row contains. */
export const listedOf = readingOf(LISTED_FIELDS.filter((name) => name !== 'fields'));

/** Reads one field of a text as it stands in a row. */
export function textFieldOf<Name extends keyof TextFields>(name: Name) {
  const read = readerOf({ [name]: TEXTS[name] });
  return (row: object) => read(row)[name] as TextFields[Name];
}

const readText = readerOf(TEXTS);
/** The texts of a row, in the row's language. */
export const readTextFields = (row: FieldColumns<TextFields>) => readText(row) as unknown as TextFields;

type SharedColumns = FieldColumns<SharedFields> & Pick<CompanyTable, 'revenue_amount'>;

/** The columns of shared fields, and what lists are sorted by. */
export function sharedColumns(values: SharedFields): SharedColumns;
export function sharedColumns(values: Partial<SharedFields>): Partial<SharedColumns>;
export function sharedColumns(values: Partial<SharedFields>): Partial<SharedColumns> {
  const { revenue } = values;
  return {
    ...write(SHARED, values),
    ...(revenue === undefined ? {} : { revenue_amount: parseRevenue(revenue) ?? -1 }),
  };
}

/** Values of own fields as they stand in a row. */
const parsedValues = (json: string | null | undefined): OwnValues | undefined =>
  json ? (JSON.parse(json) as OwnValues) : undefined;

/**
 * Values of own fields as an answer has them: those that all languages share, and the texts of one language.
 * @returns nothing to add where there are none, so that a directory without own fields has no trace of them
 */
export function ownOf(
  fields: string | null,
  texts: string | null,
  otherwise?: string | null,
): { fields?: OwnValues } {
  if (fields === null && texts === null && !otherwise) return {};
  return { fields: { ...parsedValues(fields), ...parsedValues(otherwise), ...parsedValues(texts) } };
}

/** The columns of a whole text; a field that it lacks is empty. */
export const textColumns = (text: Partial<TextFields>) =>
  write(TEXTS, { ...EMPTY_TEXTS, ...text }) as FieldColumns<TextFields>;

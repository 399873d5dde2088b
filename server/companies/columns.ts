import type { Selectable } from 'kysely';
import { type Field, isStructured } from '../../core/companies/field-kinds.ts';
import {
  EMPTY_TEXT,
  LISTED_FIELDS,
  type ListedField,
  SHARED,
  type SharedFields,
  TEXTS,
  type TextFields,
} from '../../core/companies/fields.ts';
import { parseRevenue } from '../../core/companies/revenue.ts';
import type { CompanyTable, CompanyTextTable, FieldColumns } from '../database/schema.ts';

type Fields = Readonly<Record<string, Field>>;

function fromColumn({ control }: Field, value: unknown): unknown {
  if (control === 'switch') return value === 1;
  return isStructured(control) && value !== null ? JSON.parse(value as string) : value;
}

function toColumn({ control }: Field, value: unknown): unknown {
  if (control === 'switch') return value ? 1 : 0;
  return isStructured(control) && value !== null ? JSON.stringify(value) : value;
}

const read = (fields: Fields, row: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      fromColumn(field, (row as Record<string, unknown>)[name]),
    ]),
  );

const write = (fields: Fields, values: object) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = fields[name];
      return field && value !== undefined ? [[name, toColumn(field, value)]] : [];
    }),
  );

/** The shared fields as they stand in a row. */
export const sharedOf = (row: Selectable<CompanyTable>) => read(SHARED, row) as SharedFields;

/** Reads some of the shared fields as they stand in a row. */
export function readingOf<Name extends keyof SharedFields>(names: readonly Name[]) {
  const fields: Fields = Object.fromEntries(names.map((name) => [name, SHARED[name]]));
  return (row: object) => read(fields, row) as Pick<SharedFields, Name>;
}

/** The shared fields that a row of a list carries, as they stand in it. */
export const listedOf = readingOf<ListedField>(LISTED_FIELDS);

/** What a row says in its language. */
export const textOf = (row: Selectable<CompanyTextTable>) => read(TEXTS, row) as TextFields;

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

/** The columns of a whole text; a field that it lacks is empty. */
export const textColumns = (text: Partial<TextFields>) =>
  write(TEXTS, { ...EMPTY_TEXT, ...text }) as FieldColumns<TextFields>;

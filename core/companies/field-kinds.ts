import { z } from 'zod';
import type { Language } from '../languages.ts';
import { refusedAs } from '../refusal.ts';
import { httpUrlSchema, trimmedText } from '../schemas.ts';
import { cleanText } from '../text.ts';
import type { Names } from './own-fields.ts';

/**
 * How a value is edited. It also says how it stands in a column, in a table's cell and in words:
 * a switch as 0 or 1, a list as lines, what has parts as JSON, everything else as itself. `own`: the values of the
 * directory's own fields, each with a descriptor of its own (own-descriptors.ts).
 */
export type Control =
  | 'text'
  | 'long-text'
  | 'number'
  | 'year'
  | 'choice'
  | 'country'
  | 'address'
  | 'path'
  | 'switch'
  | 'list'
  | 'choices'
  | 'date'
  | 'record'
  | 'table'
  | 'sources'
  | 'own';

/** Controls with structured values, which are stored as JSON in one column. */
const STRUCTURED: readonly Control[] = ['list', 'choices', 'record', 'table', 'sources', 'own'];
export const isStructured = (control: Control) => STRUCTURED.includes(control);

/** A part of a record, or a column of a table, by its path: `year`, `name.en`. */
export interface FieldPart {
  path: string;
  /** `source`: the address of one of the company's sources. */
  control: 'text' | 'number' | 'year' | 'choice' | 'address' | 'currency' | 'source';
  /** Of a choice. */
  options?: readonly string[];
  optionText?(value: string): TextName;
  label: TextName;
  /** Language of the value. */
  of?: Language;
  /** Of a table: what an empty cell of a row stands for. */
  usual?(cells: Readonly<Record<string, string>>): string;
  /** What is asked of each row; the others may be left empty. */
  required?: true;
}

/** Key of a text, with its feature. */
export type TextName = `${'edit' | 'categories' | 'companies'}:${string}`;

/** A text of the interface, or one that the directory's configuration says by language. */
export type FieldText = TextName | Names;

/** A field of a company: all that storing, history, files, forms, calls and the model know of it. */
export interface Field {
  control: Control;
  /** What a save takes. */
  schema: z.ZodType;
  /** What a save takes where the field is not to be left empty. */
  filled?: z.ZodType;
  /** Schema in answers: stored values are not validated again. */
  answer: z.ZodType;
  /** The value of a company without an entry; null where the field has no empty value. */
  empty: unknown;
  /** Of a number or a year the least; of a text the most characters, of a list those of each. */
  min?: number;
  max?: number;
  /** Of a choice: what there is to choose. */
  options?: readonly string[];
  /** Of a choice or a switch: where the words for a value are. */
  optionText?(value: string): FieldText;
  /** Columns of a table, or properties of a record. */
  parts?: readonly FieldPart[];
  /** Of a table: the schema of a row. */
  row?: z.ZodType;
  /** Of a list, choices or a table: the most items. Of a long text: the lines of its control. */
  most?: number;
  rows?: number;
  /**
   * `always`: no edit leaves it empty (specification, section 5). `new`: the form for a new company
   * asks for it. `marked`: the editor marks it, and refuses nothing.
   */
  required?: 'always' | 'new' | 'marked';
  /** Not in the form for a new company. */
  editOnly?: true;
  /** In the form for a new company it is folded away with the other facts. */
  folded?: true;
  /** The texts of its control: without a label, `edit:fields.NAME`. */
  label?: FieldText;
  hint?: FieldText;
  /** Of a line: the amount of US dollars that is read in it is told beneath. */
  reads?: 'dollars';
  /** Rows of lists carry it. */
  listed?: true;
  /** A model proposes it, in an update of a company or in a search for a new one. */
  ai?: {
    when: 'update' | 'search' | 'both';
    /** The question to the model; a field without one is derived from another answer. */
    hint?: string;
  };
  /** Of a text: what a translation minds. */
  translation?: string;
  /** Where it stands in a shipped file, or null; without it, under its own name, if at all. */
  file?: string | null;
}

const orNull = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.literal('')])
    .nullable()
    .transform((value) => (value === '' || value === null ? null : value) as z.output<T> | null);

/** An http(s) address, or a path of the site's own; never `//host`. */
const pathOrUrlSchema = z
  .string()
  .overwrite(cleanText)
  .trim()
  .max(2048)
  .refine(
    (text) => /^\/(?![/\\])[^\s\\]*$/.test(text) || httpUrlSchema.safeParse(text).success,
    refusedAs('invalid_url_or_path'),
  );

const words = <C extends Control>(control: C, max: number, min = 0) => ({
  control,
  schema: trimmedText(min, max),
  filled: trimmedText(1, max),
  answer: z.string(),
  empty: '',
  max,
});
/** A line of at most `max` characters. */
export const text = (max: number, min?: number) => words('text', max, min);
/** Paragraphs of at most `max` characters together. */
export const longText = (max: number, rows: number) => ({ ...words('long-text', max), rows });

/** An optional text that replaces a default; null where the default is shown. */
export const textOrNone = (max: number) => ({
  ...text(max),
  schema: trimmedText(0, max)
    .nullable()
    .transform((value) => value || null),
  empty: null,
});

const wholeNumber = <C extends Control>(control: C, min: number, max: number) => ({
  control,
  schema: z.number().int().min(min).max(max).nullable(),
  answer: z.number().int().nullable(),
  empty: null,
  min,
  max,
});
/** A whole number, or none. */
export const number = (min: number, max: number) => wholeNumber('number', min, max);
export const year = (min: number, max: number) => wholeNumber('year', min, max);

const code = <C extends Control, S extends z.ZodType>(control: C, schema: S) => ({
  control,
  schema: orNull(schema),
  answer: z.string().nullable(),
  empty: null,
});
/** An http(s) address, or none. */
export const address = () => code('address', httpUrlSchema);
/** An address, a path of the site's own, or none. */
export const path = () => code('path', pathOrUrlSchema);
/** An ISO 3166 code, or none. */
export const country = () =>
  code('country', z.stringFormat('country', /^[A-Z]{2}$/, 'Must be an ISO 3166 country code'));

/** A choice of a schema; null without one. */
export const choiceOrNone = <S extends z.ZodEnum>(schema: S, optionText: (value: string) => TextName) => ({
  control: 'choice' as const,
  schema: schema.nullable(),
  answer: schema.nullable(),
  empty: null,
  options: schema.options as string[],
  optionText,
});

/** @param optionText where the words for `true` and `false` are */
export const switchField = (empty: boolean, optionText: (value: string) => TextName) => ({
  control: 'switch' as const,
  schema: z.boolean(),
  answer: z.boolean(),
  empty,
  optionText,
});

/** At most `most` lines of at most `max` characters each. */
export const list = (most: number, max: number) => ({
  control: 'list' as const,
  schema: z.array(trimmedText(1, max)).max(most),
  answer: z.array(z.string()),
  empty: [] as string[],
  most,
  max,
});

/** A line that is there or not. */
export const optionalText = (max: number) => ({ ...textOrNone(max), answer: z.string().nullable() });
/** Paragraphs of at most `max` characters together, or none. */
export const optionalLongText = (max: number, rows: number) => ({
  ...optionalText(max),
  control: 'long-text' as const,
  rows,
});

/** A day, `2026-11-21`, or none. */
export const date = () => ({
  control: 'date' as const,
  schema: orNull(z.iso.date()),
  answer: z.string().nullable(),
  empty: null,
});

/**
 * A field of several parts; null without them.
 * @param answer schema of stored values, without the checks of new ones
 */
export const record = <S extends z.ZodType, A extends z.ZodType>(
  schema: S,
  answer: A,
  parts: readonly FieldPart[],
) => ({
  control: 'record' as const,
  schema: schema.nullable(),
  answer: answer.nullable(),
  empty: null,
  parts,
});

/**
 * At most `most` rows of the same parts.
 * @param answer a row as it is answered, without what is checked of a new one
 */
export const table = <S extends z.ZodType, A extends z.ZodType>(
  row: S,
  answer: A,
  most: number,
  parts: readonly FieldPart[],
) => ({
  control: 'table' as const,
  schema: z.array(row).max(most),
  row,
  answer: z.array(answer),
  empty: [] as z.output<S>[],
  most,
  parts,
});

import type { z } from 'zod';

/**
 * Every way in which a value or a file is refused, and the API's English sentence for it. What stands
 * in braces are the params that an answer carries beside the code. The only table: the web translates
 * `refusals.<code>`, and nothing reads a sentence.
 */
const SENTENCES = {
  // A value.
  required: 'Is required',
  not_a_text: 'Must be a text',
  not_a_number: 'Must be a number',
  not_a_whole_number: 'Must be a whole number',
  not_a_boolean: 'Must be true or false',
  not_a_list: 'Must be a list',
  not_an_object: 'Must be an object',
  too_short: 'Must have at least {min} characters',
  too_long: 'Must be at most {max} characters',
  too_small: 'Must be {min} or more',
  too_big: 'Must be {max} or less',
  too_few: 'Must have at least {min} items',
  too_many: 'Must have at most {max} items',
  not_one_of: 'Must be one of {values}',
  unknown_key: 'Is no field: {keys}',
  unusable_characters: 'Must not contain NUL characters or broken Unicode',
  invalid_email: 'Must be an e-mail address',
  invalid_url: 'Must be an http or https address',
  invalid_url_or_path: 'Must be an http or https address, or a path of this site',
  invalid_slug: 'Must be made of lower-case letters, digits and single hyphens',
  invalid_country: 'Must be an ISO 3166 country code',
  invalid_currency: 'Must be an ISO 4217 currency code where it is money, and nothing where it is not',
  invalid_moment: 'Must be a date and time (ISO 8601)',
  not_in_future: 'Must be a moment in the future',
  invalid_day: 'Must be a day such as 2026-11-21',
  invalid_time_zone: 'Must be an IANA time zone such as Asia/Seoul',
  invalid_uuid: 'Must be a UUID',
  invalid_passkey: 'Must be base64url, as a browser gives it of a passkey',
  ends_before_it_begins: 'Must not be less than where the range begins',
  invalid_cursor: 'Must be the cursor of an answer with the same sort',
  not_json: 'Is not valid JSON',
  invalid: 'Invalid input',
  // A value, by a rule of the directory.
  too_common: 'Is too common; choose another one',
  same_password: 'New password must be different from current password',
  imitates_site: 'Must not be taken for the site or those who run it',
  username_taken: 'Somebody has this user name already',
  address_taken: 'An administrator has this address already',
  masked_key: 'Enter the whole key, or leave the masked one as it is',
  unknown_version: 'Is not a version of this company',
  changed_meanwhile: 'Was changed by somebody else in the meantime',
  merge_with_itself: 'Must be another company',
  // A value, by a rule of the configuration.
  ids_or_filter: 'Must name either ids or a filter',
  delete_alone: 'A deletion changes nothing else',
  invalid_colour: 'Must be a colour such as #00735c',
  steps_out_of_order: 'Each step must go further than the one before it',
  low_contrast: 'Cannot be read well on the grounds of the pages; choose a darker or lighter colour',
  duplicate_id: 'Must not be listed twice',
  unknown_category: 'Must be one of the categories',
  unknown_kind: 'Must be one of the kinds',
  reserved_id: 'Is an address of the site itself; choose another one',
  category_in_use: 'Has {count} companies: move them to another category first',
  kind_in_use: 'Has {count} companies: merge it into another kind first',
  unknown_axis: 'Must be people, revenue, or field.ID of a number that is an axis',
  unknown_field_choice: 'Must be a choice of a field that lists are narrowed by, as opens:dawn or ovens:3..5',
  field_id_taken: 'Is the name of a built-in field; choose another one',
  field_type_in_use: '{count} companies have a value: a field of another type needs another id',
  option_in_use: '{count} companies have it: change them first',
  placeholders_differ: 'Must have the placeholders of the shipped text: {placeholders}',
  unknown_text: 'Is not the key of a text',
  not_followable: 'Is nothing here that can be followed',
  // A file as a whole.
  file_empty: 'The file is empty.',
  file_too_large: 'A file can have at most {megabytes} MiB.',
  file_too_many: 'A file can have at most {max} companies.',
  file_too_deep: 'The file is nested deeper than {max} levels.',
  file_memory: 'The file takes too much memory to read; split it.',
  file_unreadable: 'The file could not be read.',
  file_changed: 'The file was changed after it was chosen; choose it again.',
  file_spreadsheet: 'This is a spreadsheet such as .xlsx; save it as "CSV UTF-8" and choose that file.',
  file_not_json: 'Invalid JSON file format',
  file_content: 'File must contain either an array of companies or a multilingual export object',
  table_not_csv:
    'The table is not valid CSV: by row {row} a quotation mark is missing, or stands where it must not.',
  table_encoding: 'The table is not encoded as UTF-8; save it as "CSV UTF-8".',
  table_unknown_column: "Unknown column '{column}'.",
  table_column_twice: "Column '{column}' stands there twice.",
  table_no_key: "A column 'id' or a name such as '{column}' is required.",
  // A picture.
  picture_type: 'Must be a PNG, JPEG, WebP or SVG picture',
  picture_damaged: 'The picture is damaged or cut off',
  picture_too_wide: 'The picture can have at most {max} pixels a side',
  picture_not_drawn: 'The picture cannot be drawn; save it as PNG',
  picture_style_sheet: 'The SVG has a style sheet, which is not read; save it as PNG',
  css_loads: 'Must load nothing: no @import, and in url() only data: or uploaded pictures',
  css_not_closed: 'Has a bracket, a text or a comment that is not closed',
  unknown_upload: 'Must be the address of an uploaded picture',
  // A company of a file.
  missing: 'Missing {field}',
  missing_text: 'Missing content in any language with name, founder and description',
  missing_columns:
    'Missing name, founder and description in one language, such as name_en, founder_en and description_en',
  wrong_cells: 'Has {cells} cells, but the table has {columns} columns',
  company_too_large: 'Is larger than {megabytes} MiB',
  same_id: "Has the same id '{id}' as the company at index {index}",
  same_id_row: "Has the same id '{id}' as row {row}",
  id_reserved: "'{id}' is an address of the site itself, and no id of a company.",
  id_taken: "There is a company '{id}' already.",
  id_merged: "'{id}' was merged into '{into}', and its addresses lead there.",
  name_taken: "The name is taken by the company '{id}'",
  tag_taken: "There is a tag '{tag}' already",
  not_saved: 'Could not be saved.',
  more: 'and {count} more',
} as const;

export type RefusalCode = keyof typeof SENTENCES;
export const REFUSAL_CODES = Object.keys(SENTENCES) as RefusalCode[];

/** Type of each refusal param, the same in every refusal; `list`: several texts. */
export const PARAM_KINDS = {
  min: 'number',
  max: 'number',
  count: 'number',
  megabytes: 'number',
  cells: 'number',
  columns: 'number',
  index: 'number',
  row: 'number',
  values: 'list',
  keys: 'list',
  placeholders: 'list',
  column: 'text',
  field: 'text',
  id: 'text',
  into: 'text',
  reason: 'text',
  tag: 'text',
} as const;

interface Kinds {
  number: number;
  text: string;
  list: string[];
}
type PlaceholderIn<S extends string> = S extends `${string}{${infer P}}${infer Rest}`
  ? P | PlaceholderIn<Rest>
  : never;

/** The params of a code. */
export type RefusalParams<C extends RefusalCode = RefusalCode> = {
  [P in PlaceholderIn<(typeof SENTENCES)[C]> & keyof typeof PARAM_KINDS]: Kinds[(typeof PARAM_KINDS)[P]];
};

type Param = Kinds[keyof Kinds];

/** Why something was refused: for programs, and in English. */
export interface Refusal {
  code: RefusalCode;
  params?: Record<string, Param> | undefined;
  message: string;
}

/** A refusal and what it is of: `path` names the field as `body.content` or `query.limit`. */
export interface ProblemDetail extends Refusal {
  path: string;
}

type RefusalArguments<C extends RefusalCode> = [keyof RefusalParams<C>] extends [never]
  ? [params?: undefined]
  : [params: RefusalParams<C>];

/** The names of the params that a code carries. */
export function paramsOf(code: RefusalCode): (keyof typeof PARAM_KINDS)[] {
  const names = [...SENTENCES[code].matchAll(/{(\w+)}/g)].map(([, name]) => name);
  return names as (keyof typeof PARAM_KINDS)[];
}

export function isRefusalCode(code: unknown): code is RefusalCode {
  return typeof code === 'string' && Object.hasOwn(SENTENCES, code);
}

const paramText = (value: Param) => (Array.isArray(value) ? value.join(', ') : String(value));

export function refusal<C extends RefusalCode>(code: C, ...[params]: RefusalArguments<C>): Refusal {
  const named = (params ?? {}) as Record<string, Param>;
  const message = SENTENCES[code].replace(/{(\w+)}/g, (_, name: string) => paramText(named[name] ?? ''));
  return params ? { code, params: named, message } : { code, message };
}

/** What is of no field, but of the whole. */
export function ofWhole(refused: Refusal): ProblemDetail {
  return { path: '', ...refused };
}

/** A detail of a call's body with its path inside of it: `content.en` for `body.content.en`. */
export function withinBody<D extends ProblemDetail>(detail: D): D {
  return { ...detail, path: detail.path.split('.').slice(1).join('.') };
}

/** Refusals that name their field themselves. */
const NAME_THEIR_FIELD = new Set<RefusalCode>([
  'missing',
  'missing_text',
  'missing_columns',
  'id_taken',
  'id_merged',
]);

/** The field that a refusal's text has to be told with, or empty. */
export function namedField({ path, code }: ProblemDetail): string {
  return NAME_THEIR_FIELD.has(code) ? '' : path;
}

/** Options for the `refine` of a schema that attach a refusal to its issue. */
export function refusedAs<C extends RefusalCode>(code: C, ...params: RefusalArguments<C>) {
  const refused = refusal(code, ...params);
  return { error: refused.message, params: { refusal: refused } };
}

type ZodIssue = z.core.$ZodIssue;

/** Most request values repeated in a refusal, and most characters of each: enough to recognise the value. */
const ECHOED = { texts: 20, length: 60 };
const echoed = (values: readonly unknown[]) =>
  values.slice(0, ECHOED.texts).map((value) => String(value).slice(0, ECHOED.length));

const BY_TYPE: Partial<Record<string, RefusalCode & `not_${string}`>> = {
  string: 'not_a_text',
  number: 'not_a_number',
  int: 'not_a_whole_number',
  boolean: 'not_a_boolean',
  array: 'not_a_list',
  object: 'not_an_object',
  record: 'not_an_object',
};

const BY_FORMAT: Partial<Record<string, RefusalCode & `invalid_${string}`>> = {
  email: 'invalid_email',
  url: 'invalid_url',
  uuid: 'invalid_uuid',
  datetime: 'invalid_moment',
  date: 'invalid_day',
  country: 'invalid_country',
};

type Coded = Pick<Refusal, 'code' | 'params'>;

function ofSize(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): Coded {
  const isList = ['array', 'set', 'map'].includes(issue.origin);
  if (issue.code === 'too_small') {
    const params = { min: Number(issue.minimum) };
    if (issue.origin !== 'string') return { code: isList ? 'too_few' : 'too_small', params };
    return params.min === 1 ? { code: 'required' } : { code: 'too_short', params };
  }
  const params = { max: Number(issue.maximum) };
  return { code: issue.origin === 'string' ? 'too_long' : isList ? 'too_many' : 'too_big', params };
}

function codeOf(issue: ZodIssue): Coded {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return { code: 'required' };
      return { code: BY_TYPE[issue.expected] ?? 'invalid' };
    case 'too_small':
    case 'too_big':
      return ofSize(issue);
    case 'invalid_value':
      if (issue.input === undefined) return { code: 'required' };
      return { code: 'not_one_of', params: { values: echoed(issue.values) } };
    case 'invalid_format':
      return { code: BY_FORMAT[issue.format] ?? 'invalid' };
    case 'unrecognized_keys':
      return { code: 'unknown_key', params: { keys: echoed(issue.keys) } };
    case 'custom': {
      const own = issue.params?.['refusal'] as Refusal | undefined;
      return own ? { code: own.code, params: own.params } : { code: 'invalid' };
    }
    default:
      return { code: 'invalid' };
  }
}

/** One issue as a value's refusal; of a union it is the alternative that was meant most likely. */
function refusalOf(issue: ZodIssue, path: PropertyKey[] = issue.path): Refusal & { path: string[] } {
  const { message } = issue;
  const at = path.map(String);
  if (issue.code === 'invalid_union') {
    const branches = issue.errors.filter((branch) => branch.length > 0);
    const values = branches.flatMap(([first]) =>
      first?.code === 'invalid_value' && first.path.length === 0 ? first.values : [],
    );
    const options = 'options' in issue ? (issue.options as unknown[]) : undefined;
    if (options || (values.length > 0 && values.length >= branches.length)) {
      const isMissing = options
        ? (issue.input as Record<string, unknown> | undefined)?.[String(path.at(-1))] === undefined
        : issue.input === undefined;
      if (isMissing) return { path: at, code: 'required', message };
      return { path: at, code: 'not_one_of', params: { values: echoed(options ?? values) }, message };
    }
    const [meant] = branches.flatMap(([first]) => first ?? []).sort((a, b) => b.path.length - a.path.length);
    if (meant) return { ...refusalOf(meant, [...path, ...meant.path]), message };
  }
  const { code, params } = codeOf(issue);
  return params ? { path: at, code, params, message } : { path: at, code, message };
}

/** What a schema makes of a value, or why each wrong part of it is refused, by its path. */
export type Parsed<T> =
  | { success: true; data: T; refusals?: undefined }
  | { success: false; data?: undefined; refusals: (Refusal & { path: string[] })[] };

export function checkWith<S extends z.ZodType>(schema: S, value: unknown): Parsed<z.output<S>> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { success: true, data: result.data };
  return { success: false, refusals: result.error.issues.map((issue) => refusalOf(issue)) };
}

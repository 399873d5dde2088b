import { z } from 'zod';
import {
  SHARED_FIELDS,
  type SharedFields,
  sharedFieldsSchema,
  TEXT_FIELDS,
  type TextFields,
  textFieldsSchema,
} from '../companies/fields.ts';
import { ownValuesSchema } from '../companies/own-descriptors.ts';
import { splitValues } from '../companies/own-fields.ts';
import { companyId, givesId, isCompanyId } from '../companies/slug.ts';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '../languages.ts';
import { checkWith, ofWhole, type ProblemDetail, type Refusal, refusal, refusedAs } from '../refusal.ts';
import { languageSchema, momentSchema } from '../schemas.ts';
import { formatOf, missingCells, missingFields } from './rules.ts';

/** Largest number that both databases keep in an integer column. */
const COUNT_MAX = 2_147_483_647;
const storedCountSchema = z.number().int().min(0).max(COUNT_MAX);

/** Maximum number of refusals that are listed for one company: a broken row can have a thousand. */
const REFUSALS_MAX = 5;

/** Counters that an import sets on a new company and leaves unchanged on an existing one. */
const figuresSchema = z.object({
  likes: storedCountSchema,
  views: storedCountSchema,
  created_at: momentSchema,
});

const sharedSchema = sharedFieldsSchema.extend({
  ...figuresSchema.shape,
  // As macOS writes it, an id is decomposed.
  id: z
    .string()
    .overwrite((id) => id.normalize('NFC').trim())
    .refine(isCompanyId, refusedAs('invalid_slug')),
});

export const multilingualCompanySchema = sharedSchema.partial().extend({
  content: z.partialRecord(z.enum(LANGUAGES), textFieldsSchema.partial()).optional(),
});

export const legacyCompanySchema = sharedSchema.partial().extend({
  ...textFieldsSchema.partial().shape,
  /** Own-field values: language-independent ones, and those in the language of the texts. */
  fields: ownValuesSchema('any').optional(),
  /** The language of the texts. */
  language: languageSchema.optional(),
  nameEn: textFieldsSchema.shape.name.optional(),
  founderEn: textFieldsSchema.shape.founder.optional(),
  descriptionEn: textFieldsSchema.shape.description.optional(),
});

type Optional<T> = { [F in keyof T]?: T[F] | undefined };

/** One company of a file, ready to be saved: every value was checked. */
export interface ImportedCompany {
  /** Id of the company; undefined where the file has none and the name gives no stable one. */
  id: string | undefined;
  /** Whether the file has the id, or the name gave it. */
  idGiven: boolean;
  /** Name by which an existing company is looked up, and the language of the name. */
  name: string | undefined;
  language: Language;
  shared: Optional<SharedFields>;
  texts: { [L in Language]?: Optional<TextFields> };
  figures: { [F in keyof z.output<typeof figuresSchema>]?: z.output<typeof figuresSchema>[F] };
}

export type Read =
  | {
      company: ImportedCompany;
      /** Missing required fields: the row can update an existing company, but create none. */
      missing?: ProblemDetail[] | undefined;
      refusals?: undefined;
    }
  | { company?: undefined; missing?: undefined; refusals: ProblemDetail[] };

export interface ReadOptions {
  /** A file's new companies have to be complete (specification, section 5); those of an upsert need not. */
  complete: boolean;
  /** Language of flat texts without a `language` field. */
  language: Language;
  /** The file is an array rather than an object. */
  inArray: boolean;
  /** It is a row of a table. */
  inTable?: boolean;
  /** False where a name gives the id, in JSON as in a table. */
  needsId?: boolean;
}

const KEY_REFUSED = '__proto__';

const problemAt = (path: string, refused: Refusal): ProblemDetail => ({ path, ...refused });
const noField = (path: string) =>
  problemAt(path, { ...refusal('unknown_key', { keys: [KEY_REFUSED] }), message: 'Is no field' });

/** Checks keys before schema validation, which would ignore such keys or name them badly in errors. */
function strangeKeys(company: unknown): ProblemDetail[] {
  if (typeof company !== 'object' || company === null || Array.isArray(company))
    return [ofWhole(refusal('not_an_object'))];
  const wrong = Object.hasOwn(company, KEY_REFUSED) ? [noField(KEY_REFUSED)] : [];
  const content: unknown = (company as Record<string, unknown>)['content'];
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
    for (const [key, text] of Object.entries(content)) {
      if (!isLanguage(key))
        wrong.push(
          problemAt(`content.${key.slice(0, 40)}`, refusal('not_one_of', { values: [...LANGUAGES] })),
        );
      else if (typeof text === 'object' && text !== null && Object.hasOwn(text, KEY_REFUSED))
        wrong.push(noField(`content.${key}.${KEY_REFUSED}`));
    }
  }
  return wrong;
}

/** The first refusals of many, and how many more there are. */
function firstProblems(refusals: readonly ProblemDetail[]): ProblemDetail[] {
  const count = refusals.length - REFUSALS_MAX;
  const more = count > 0 ? [ofWhole(refusal('more', { count }))] : [];
  return [...refusals.slice(0, REFUSALS_MAX), ...more];
}

const refusedCompany = (refusals: readonly (Refusal & { path: string[] })[]) => ({
  refusals: firstProblems(refusals.map(({ path, ...rest }) => ({ path: path.join('.'), ...rest }))),
});

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

const pick = <T extends object, F extends keyof T>(values: T, fields: readonly F[]) =>
  withoutUndefined(Object.fromEntries(fields.map((field) => [field, values[field]]))) as { [K in F]?: T[K] };

/** Checks one company of a file. Never throws. */
export function readImported(item: unknown, options: ReadOptions): Read {
  const format = formatOf(item, options.inArray);
  const fields = !options.complete
    ? []
    : options.inTable
      ? missingCells(item as Record<string, unknown>)
      : missingFields(item, format).filter(({ path }) => options.needsId !== false || path !== 'id');
  const missing = fields.length > 0 ? firstProblems(fields) : undefined;
  const strange = strangeKeys(item);
  if (strange.length > 0) return { refusals: missing ?? firstProblems(strange) };
  const read = format === 'multilingual' ? readMultilingual(item) : readLegacy(item, options.language);
  if (!missing) return read;
  if (!read.company) return options.inTable ? read : { refusals: missing };
  // Without an id nobody knows which company is meant.
  return read.company.id !== undefined ? { ...read, missing } : { refusals: missing };
}

function readMultilingual(item: unknown): Read {
  const parsed = checkWith(multilingualCompanySchema, item);
  if (!parsed.success) return refusedCompany(parsed.refusals);
  const { content = {}, ...fields } = parsed.data;
  const texts: ImportedCompany['texts'] = withoutUndefined(content);
  // Files of others have the founder only in the texts: the English spelling is the common one.
  const founder = fields.founder ?? texts[DEFAULT_LANGUAGE]?.founder ?? undefined;
  return { company: imported({ ...fields, founder }, texts) };
}

function readLegacy(item: unknown, fallback: Language): Read {
  const parsed = checkWith(legacyCompanySchema, item);
  if (!parsed.success) return refusedCompany(parsed.refusals);
  const { language = fallback, nameEn, founderEn, descriptionEn, ...fields } = parsed.data;
  const { name, description } = fields;
  const own = splitValues(fields.fields);
  const isEnglish = language === DEFAULT_LANGUAGE;
  const founder = (isEnglish ? fields.founder : founderEn) ?? undefined;
  const text: Optional<TextFields> = {
    ...pick(fields, TEXT_FIELDS),
    fields: own.text,
    founder: isEnglish ? undefined : fields.founder,
  };
  // Where there is no English text an export repeats the other one.
  const repeats = nameEn === name && descriptionEn === description;
  const english =
    nameEn === undefined || repeats ? {} : withoutUndefined({ name: nameEn, description: descriptionEn });
  const texts: ImportedCompany['texts'] = {};
  if (!isEnglish && Object.keys(english).length > 0) texts[DEFAULT_LANGUAGE] = english;
  if (Object.keys(withoutUndefined(text)).length > 0) texts[language] = withoutUndefined(text);
  return { company: imported({ ...fields, founder, fields: own.shared }, texts) };
}

function imported(
  fields: Optional<z.output<typeof sharedSchema>>,
  texts: ImportedCompany['texts'],
): ImportedCompany {
  const language =
    LANGUAGES.find((known) => texts[known]?.name !== undefined) ?? LANGUAGES.find((known) => texts[known]);
  const name = language && texts[language]?.name;
  const byName = name !== undefined && givesId(name) ? companyId(name, 0) : undefined;
  const { likes, views, created_at } = fields;
  return {
    id: fields.id ?? byName,
    idGiven: fields.id !== undefined,
    name,
    language: language ?? DEFAULT_LANGUAGE,
    shared: pick(fields, SHARED_FIELDS),
    texts,
    figures: withoutUndefined({ likes, views, created_at }) as ImportedCompany['figures'],
  };
}

import { z } from 'zod';
import { allCategories, companyCategories, movedCategory } from './categories.ts';
import { companyKinds, kindOfToday } from './kinds.ts';
import { LANGUAGES, type Language, usualLanguage } from './languages.ts';
import { REFUSAL_CODES, refusedAs } from './refusal.ts';
import { cleanLine, cleanText, completeUrl, isHttpUrl, isInvisible, isStorable } from './text.ts';

/** The schemas that several features share. The public pages never load this file: Zod stays on the server. */

/** Years that a moment can be of: they have four digits in every time zone, so that moments are compared as texts. */
const [MOMENT_MIN, MOMENT_MAX] = [Date.UTC(1900, 0, 1), Date.UTC(9000, 0, 1)];

/** A moment with its offset, as UTC. */
export const momentSchema = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => Date.parse(text) >= MOMENT_MIN && Date.parse(text) < MOMENT_MAX,
    refusedAs('invalid_moment'),
  )
  .transform((text) => new Date(text).toISOString());

export const languageSchema = z.enum(LANGUAGES, {
  error: `Must be one of ${LANGUAGES.join(', ')}`,
});

/** The language of a call: both names are taken, as the specification uses now one, now the other. */
export const languageChoice = { language: languageSchema.optional(), lang: languageSchema.optional() };

export const requestedLanguage = (
  given: { language?: Language | undefined; lang?: Language | undefined } | null | undefined,
): Language => given?.language ?? given?.lang ?? usualLanguage();

/** Values of schemas whose list changes while the server runs, for the description of the API. */
export const VALUES_OF_TODAY = new WeakMap<z.core.$ZodType, () => readonly string[]>();

/**
 * An id of a list that changes while the server runs. An id that was merged stands for the one that it was merged
 * into: old files and addresses go on working.
 * @param values the list of today
 * @param ofToday what an id is called today
 */
export function oneOf(values: () => readonly string[], ofToday: (id: string) => string) {
  const schema = z
    .string()
    .overwrite(ofToday)
    .superRefine((value, context) => {
      const list = values();
      if (!list.includes(value))
        context.addIssue({
          code: 'invalid_value',
          values: [...list],
          input: value,
          message: `Must be one of ${list.join(', ')}`,
        });
    });
  VALUES_OF_TODAY.set(schema, values);
  return schema;
}

const categoryOfToday = (id: string) => movedCategory(id) ?? id;
/** The id of one of today's categories, as `GET /directory` lists them. */
export const companyCategorySchema = oneOf(companyCategories, categoryOfToday);
export const categorySchema = oneOf(allCategories, categoryOfToday);
/** The id of one of today's kinds. */
export const companyKindSchema = oneOf(companyKinds, kindOfToday);

/** For `refine(isStorable, unstorable)`. */
export const unstorable = refusedAs('unusable_characters');

/** A trimmed text of `min` to `max` characters (code points, as a person counts them), with one kind of line ends. */
export const trimmedText = (min: number, max: number) => cleanedText(min, max, cleanText);

/** The same on one line, without signs of direction: a name, or the subject of a mail. */
export const trimmedLine = (min: number, max: number) => cleanedText(min, max, cleanLine);

function cleanedText(min: number, max: number, clean: (text: string) => string): z.ZodType<string, string> {
  const tooLong = refusedAs('too_long', { max });
  return (
    z
      .string()
      // Far too long a text is not looked at any further.
      .refine((text) => text.length <= max * 2 + 64, { ...tooLong, abort: true })
      .overwrite(clean)
      .trim()
      .min(min, min === 1 ? 'Must not be empty' : undefined)
      // A text of invisible characters counts as empty.
      .refine((text) => min === 0 || text === '' || !isInvisible(text), refusedAs('required'))
      .refine((text) => [...text].length <= max, tooLong)
  );
}

/** A number of things in an answer. */
export const countSchema = z.number().int();
/** The answer of a call that has nothing more to say, with a sentence for people. */
export const doneSchema = z.object({ success: z.literal(true), message: z.string() });
/** The token of a link in a mail. */
export const tokenSchema = z.string().min(1, 'Is required').max(500).refine(isStorable, unstorable);
/** One of some values, or absent: a filter of a list. */
export const optionalOneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `Must be one of ${values.join(', ')}` }).optional();

/** Name of a language model, as spelled by its provider. */
export const modelNameSchema = trimmedText(1, 100);

/** An http(s) address of at most 2,048 characters; a domain without `https://` is completed. */
export const httpUrlSchema = z
  .string()
  .overwrite(cleanText)
  .trim()
  .overwrite(completeUrl)
  .max(2048)
  .refine(isHttpUrl, refusedAs('invalid_url'));

/** Why something was refused, in answers. */
export const problemDetailSchema = z.object({
  /** The field, as `body.content`; empty where it is the whole. */
  path: z.string(),
  code: z.enum(REFUSAL_CODES),
  /** What the code's text names, as `min` or `values`. */
  params: z.record(z.string(), z.union([z.number(), z.string(), z.array(z.string())])).optional(),
  message: z.string(),
});

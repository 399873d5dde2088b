import { z } from 'zod';
import { LANGUAGES } from '../languages.ts';
import { refusedAs } from '../refusal.ts';
import { companyCategory, httpUrl, trimmedText, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { REVENUE_BASES, source } from './calls.ts';
import { EMPLOYEES_MIN, FOUNDED_MIN } from './content.ts';

export const NAME_MAX = 200;
export const FOUNDER_MAX = 300;
export const REVENUE_MAX = 200;
export const DESCRIPTION_MAX = 5000;
export const STORY_MAX = 50_000;
export const HIGHLIGHT_MAX = 1000;
export const HIGHLIGHTS_MAX = 50;
export const FOUNDED_MAX = 2100;
export const SOURCES_MAX = 50;

const year = z.number().int().min(FOUNDED_MIN).max(FOUNDED_MAX);
const orNull = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.literal('')])
    .nullable()
    .transform((value) => (value === '' || value === null ? null : value) as z.output<T> | null);

/** An http(s) address, or a path of the site's own; never `//host`. */
const logo = z
  .string()
  .trim()
  .max(2048)
  .refine(isStorable, unstorable)
  .refine(
    (text) => /^\/(?![/\\])[^\s\\]*$/.test(text) || httpUrl.safeParse(text).success,
    refusedAs('invalid_url_or_path'),
  );

/** The fields that all languages share, as they are saved. */
export const commonFields = z.object({
  category: companyCategory,
  founder: trimmedText(0, FOUNDER_MAX),
  revenue: trimmedText(0, REVENUE_MAX),
  employees: z.number().int().min(EMPLOYEES_MIN).max(100_000_000).nullable(),
  founded: year.nullable(),
  website: orNull(httpUrl),
  logo: orNull(logo),
  country: orNull(z.stringFormat('country', /^[A-Z]{2}$/, 'Must be an ISO 3166 country code')),
  show_on_site: z.boolean(),
  score: z.number().int().min(0).max(100),
  revenue_as_of: year.nullable(),
  revenue_basis: z.enum(REVENUE_BASES).nullable(),
  employees_as_of: year.nullable(),
  sources: z.array(source.extend({ url: httpUrl })).max(SOURCES_MAX),
});
export type CommonFields = z.output<typeof commonFields>;

/** What a company says in one language, as it is saved. `founder` null: the common spelling. */
export const textFields = z.object({
  name: trimmedText(1, NAME_MAX),
  founder: trimmedText(0, FOUNDER_MAX)
    .nullable()
    .transform((text) => text || null),
  description: trimmedText(0, DESCRIPTION_MAX),
  story: trimmedText(0, STORY_MAX),
  highlights: z.array(trimmedText(1, HIGHLIGHT_MAX)).max(HIGHLIGHTS_MAX),
});
export type TextFields = z.output<typeof textFields>;

/** What an edit never leaves empty (specification, 'Edit company save'); a file may carry what nobody has written yet. */
export const REQUIRED_TEXTS = ['name', 'description', 'story'] as const satisfies (keyof TextFields)[];

/** A text as it is edited: what is sent of the required ones says something, what is not sent stays. */
export const editedTextFields = textFields.extend({
  description: trimmedText(1, DESCRIPTION_MAX),
  story: trimmedText(1, STORY_MAX),
});

/** Texts by language. */
export const contentChanges = z.partialRecord(z.enum(LANGUAGES), textFields.partial());
export const editedContent = z.partialRecord(z.enum(LANGUAGES), editedTextFields.partial());

export const COMMON_FIELDS = Object.keys(commonFields.shape) as (keyof CommonFields)[];
export const TEXT_FIELDS = Object.keys(textFields.shape) as (keyof TextFields)[];

import { z } from 'zod';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, SCRIPTS } from '../languages.ts';
import { companyCategory } from '../schemas.ts';
import { isHttpUrl } from '../text.ts';
import type { Field } from './field-kinds.ts';
import {
  EMPLOYEES_MIN,
  FOUNDED_MAX,
  FOUNDED_MIN,
  REVENUE_BASES,
  SHARED,
  SHARED_FIELDS,
  type SharedFields,
  source,
  TEXTS,
} from './fields.ts';

/** Lengths of a description in characters: Latin letters, and the three CJK scripts, which say more in fewer. */
const DESCRIPTION_LENGTH: [min: number, max: number] = [140, 280];
const DESCRIPTION_LENGTH_CJK: [min: number, max: number] = [60, 160];

const text = z.string().trim().min(1);
const year = z.number().int().min(FOUNDED_MIN).max(FOUNDED_MAX);

/** What a file may state besides, under the field's own name. */
const optional = (fields: Readonly<Record<string, Field>>, stated: object) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { file }]) => file === undefined && !(name in stated))
      .map(([name, { schema }]) => [name, schema.optional()]),
  ) as Record<never, z.ZodOptional>;

function contentIn(language: Language) {
  const [min, max] = SCRIPTS[language] === 'Latn' ? DESCRIPTION_LENGTH : DESCRIPTION_LENGTH_CJK;
  const stated = {
    name: text.max(120),
    founder: text.max(300),
    description: text.refine((value) => [...value].length >= min && [...value].length <= max, {
      error: (issue) => `must have ${min} to ${max} characters, has ${[...(issue.input as string)].length}`,
    }),
    story: z.array(text).min(3).max(5),
    highlights: z.array(text.max(220)).min(3).max(5),
  };
  return z.strictObject({ ...stated, ...optional(TEXTS, stated) });
}

type InLanguage = ReturnType<typeof contentIn>;
type Content = Record<typeof DEFAULT_LANGUAGE, InLanguage> &
  Record<Exclude<Language, typeof DEFAULT_LANGUAGE>, z.ZodOptional<InLanguage>>;

/** What every file has to state, more strictly than an edit. */
const stated = {
  id: text,
  category: companyCategory,
  founded: year,
  employees: z.strictObject({ value: z.number().int().min(EMPLOYEES_MIN), asOf: year }),
  revenue: z.strictObject({ value: text, asOf: year, basis: z.enum(REVENUE_BASES) }),
  website: z.string().refine(isHttpUrl),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166 country code'),
  /** The slug of the brand's mark in simple-icons. */
  logo: z
    .string()
    .regex(/^[a-z0-9]+$/)
    .nullable(),
  /** By language. Only the default one has to be there: a language that was just added has no texts yet. */
  content: z.strictObject(
    Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        language === DEFAULT_LANGUAGE ? contentIn(language) : contentIn(language).optional(),
      ]),
    ) as Content,
  ),
  sources: z
    .array(
      source.extend({
        url: z.string().startsWith('https://').refine(isHttpUrl),
        supports: source.shape.supports.min(1),
      }),
    )
    .min(1)
    .max(8),
};

/** A file of content/companies: one company of the shipped directory in its languages, with its sources. */
export const contentFile = z.strictObject({ ...stated, ...optional(SHARED, stated) });
export type ContentFile = z.output<typeof contentFile>;

/** The shared fields as a file states them. */
export function sharedFieldsOf(file: ContentFile): Partial<SharedFields> {
  return Object.fromEntries(
    SHARED_FIELDS.flatMap((name) => {
      const { file: place = name } = SHARED[name];
      if (place === null) return [];
      const value = place.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], file);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

import { z } from 'zod';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, SCRIPTS } from '../languages.ts';
import { companyCategorySchema, companyKindSchema } from '../schemas.ts';
import { completeUrl, isHttpUrl } from '../text.ts';
import { CERTAINTIES, FIGURE_METRICS, MONEY_METRICS, monthSchema, REVENUE_BASES, STATUSES } from './facts.ts';
import type { Field } from './field-kinds.ts';
import {
  EMPLOYEES_MIN,
  FOUNDED_MAX,
  FOUNDED_MIN,
  SHARED,
  SHARED_FIELDS,
  type SharedFields,
  TEXTS,
} from './fields.ts';
import { sourceSchema } from './sources.ts';

/** Lengths of a description in characters: Latin letters, and the three CJK scripts, which say more in fewer. */
const DESCRIPTION_LENGTH: [min: number, max: number] = [140, 280];
const DESCRIPTION_LENGTH_CJK: [min: number, max: number] = [60, 160];

/** Why the newest figure that can be sourced is an old one. */
export const AGE_REASONS = ['acquired', 'closed', 'unpublished', 'small-years'] as const;
const textSchema = z.string().trim().min(1);
const foundedSchema = z.number().int().min(FOUNDED_MIN).max(FOUNDED_MAX);
const slugSchema = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
/** As it was seen: an old page may have no https address. */
const urlSchema = z.string().overwrite(completeUrl).refine(isHttpUrl);
/** A name as each language writes it. */
const localizedNameSchema = z
  .partialRecord(z.enum(LANGUAGES), textSchema.max(120))
  .refine((names) => names[DEFAULT_LANGUAGE], {
    error: `must have ${DEFAULT_LANGUAGE}`,
  });

const contentFigureSchema = z
  .strictObject({
    metric: z.enum(FIGURE_METRICS),
    year: foundedSchema,
    month: monthSchema.optional(),
    amount: z.number().positive(),
    /** ISO 4217; money only. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    /** By the year's average rate where the source says no dollars. */
    amount_usd: z.number().positive().optional(),
    basis: z.enum(REVENUE_BASES).optional(),
    certainty: z.enum(CERTAINTIES),
    /** The address of one of the file's sources. */
    source: urlSchema,
  })
  .refine((it) => MONEY_METRICS.includes(it.metric) === (it.currency !== undefined), {
    error: 'money has a currency, and nothing else has',
  })
  .refine((it) => it.metric !== 'revenue' || it.basis !== undefined, { error: 'revenue has a basis' });

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
    name: textSchema.max(120),
    founder: textSchema.max(300),
    description: textSchema.refine((value) => [...value].length >= min && [...value].length <= max, {
      error: (issue) => `must have ${min} to ${max} characters, has ${[...(issue.input as string)].length}`,
    }),
    story: z.array(textSchema).min(3).max(6),
    highlights: z.array(textSchema.max(220)).min(3).max(6),
    timeline: z
      .array(
        z.strictObject({ year: foundedSchema, month: monthSchema.optional(), text: textSchema.max(220) }),
      )
      .min(4)
      .max(12)
      .optional(),
    /** How the money came. */
    money: textSchema.max(600).optional(),
    first_customers: textSchema.max(600).optional(),
    /** The lesson of the story, in a line. */
    lesson: textSchema.max(240).optional(),
  };
  return z.strictObject({ ...stated, ...optional(TEXTS, stated) });
}

type ContentInLanguage = ReturnType<typeof contentIn>;
type LocalizedContent = Record<typeof DEFAULT_LANGUAGE, ContentInLanguage> &
  Record<Exclude<Language, typeof DEFAULT_LANGUAGE>, z.ZodOptional<ContentInLanguage>>;

const ageSchema = z.enum(AGE_REASONS);

/** What a file states, more strictly than an edit. */
const stated = {
  id: textSchema,
  category: companyCategorySchema,
  founded: foundedSchema,
  employees: z.strictObject({
    value: z.number().int().min(EMPLOYEES_MIN),
    asOf: foundedSchema,
    age: ageSchema.optional(),
  }),
  revenue: z.strictObject({
    value: textSchema,
    asOf: foundedSchema,
    basis: z.enum(REVENUE_BASES),
    age: ageSchema.optional(),
  }),
  /** Null where the company has no website. */
  website: urlSchema.nullable(),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be an ISO 3166 country code'),
  city: localizedNameSchema.optional(),
  /** Why there is no city: the company says that it has no place, or no source names the town. */
  no_city: z.enum(['remote', 'unnamed']).optional(),
  kinds: z.array(companyKindSchema).min(1).max(3).optional(),
  tags: z.array(slugSchema).max(8).optional(),
  status: z
    .strictObject({
      kind: z.enum(STATUSES),
      year: foundedSchema.optional(),
      by: textSchema.max(120).optional(),
      /** As the source says it: `$575M`. */
      price: textSchema.max(60).optional(),
    })
    .optional(),
  founders: z
    .array(z.strictObject({ id: slugSchema, name: localizedNameSchema }))
    .min(1)
    .optional(),
  figures: z.array(contentFigureSchema).min(1).optional(),
  /** Day of the last check of all figures against their sources. */
  checked_at: z.iso.date().optional(),
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
    ) as LocalizedContent,
  ),
  sources: z
    .array(
      sourceSchema.extend({
        url: urlSchema,
        supports: sourceSchema.shape.supports.min(1),
        title: textSchema.max(300).optional(),
        publisher: textSchema.max(120).optional(),
        /** As much of it as the source says: a year, a month or a day. */
        date: z
          .string()
          .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/)
          .optional(),
      }),
    )
    .min(1)
    .max(10),
};

/** A file of content/companies: one company of the shipped directory in its languages, with its sources. */
export const contentFileSchema = z
  .strictObject({ ...stated, ...optional(SHARED, stated) })
  .superRefine((file, context) => {
    if (file.city && file.no_city) {
      context.addIssue({ code: 'custom', path: ['no_city'], message: 'stands beside a city' });
    }
    const known = new Set(file.sources.map((it) => it.url));
    for (const [index, { source: from }] of (file.figures ?? []).entries()) {
      if (!known.has(from)) {
        context.addIssue({
          code: 'custom',
          path: ['figures', index, 'source'],
          message: 'is none of the sources',
        });
      }
    }
  });
export type ContentFile = z.output<typeof contentFileSchema>;

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

import { z } from 'zod';
import { LANGUAGES, type Language } from '../languages.ts';
import { companyCategory } from '../schemas.ts';
import { isHttpUrl } from '../text.ts';
import { REVENUE_BASES, source } from './calls.ts';

/** Lengths of a description in characters; the three CJK scripts say more in fewer. */
const DESCRIPTION_LENGTH: Record<Language, [min: number, max: number]> = {
  en: [140, 280],
  ko: [60, 160],
  ja: [60, 160],
  zh: [60, 160],
};

export const FOUNDED_MIN = 1900;
export const EMPLOYEES_MIN = 1;

const text = z.string().trim().min(1);
const year = z.number().int().min(FOUNDED_MIN).max(2100);

function contentIn(language: Language) {
  const [min, max] = DESCRIPTION_LENGTH[language];
  return z.strictObject({
    name: text.max(120),
    founder: text.max(300),
    description: text.refine((value) => [...value].length >= min && [...value].length <= max, {
      error: (issue) => `must have ${min} to ${max} characters, has ${[...(issue.input as string)].length}`,
    }),
    story: z.array(text).min(3).max(5),
    highlights: z.array(text.max(220)).min(3).max(5),
  });
}

/** A file of content/companies: one company of the shipped directory in four languages, with its sources. */
export const contentFile = z.strictObject({
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
  content: z.strictObject(
    Object.fromEntries(LANGUAGES.map((language) => [language, contentIn(language)])) as Record<
      Language,
      ReturnType<typeof contentIn>
    >,
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
});
export type ContentFile = z.output<typeof contentFile>;

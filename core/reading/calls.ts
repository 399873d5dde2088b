import { z } from 'zod';
import { defineCall } from '../call.ts';
import { listedCompanySchema } from '../companies/calls.ts';
import { categorySchema, httpUrlSchema, languageChoice, languageSchema } from '../schemas.ts';

const tag = 'Companies';
const shownCompany = listedCompanySchema.pick({
  id: true,
  name: true,
  category: true,
  logo: true,
  employees: true,
  revenue_per_person: true,
});

const anniversarySchema = z.object({
  year: z.number().int(),
  month: z.number().int(),
  text: z.string(),
  /** The language that the text is in. */
  language: languageSchema,
  company: shownCompany,
});
export type Anniversary = z.output<typeof anniversarySchema>;

export const findAnniversaries = defineCall({
  name: 'findAnniversaries',
  method: 'GET',
  path: '/anniversaries',
  access: 'public',
  tag,
  summary:
    'What happened to companies in a month, in any year, the latest year first: events whose month is known.',
  query: z.object({
    ...languageChoice,
    month: z.coerce.number().int().min(1).max(12),
  }),
  answer: z.array(anniversarySchema),
  cached: true,
});

const firstCustomersSchema = z.object({
  text: z.string(),
  /** The language that the text is in. */
  language: languageSchema,
  company: shownCompany,
});
export type FirstCustomers = z.output<typeof firstCustomersSchema>;

export const findFirstCustomers = defineCall({
  name: 'findFirstCustomers',
  method: 'GET',
  path: '/first-customers',
  access: 'public',
  tag,
  summary: 'How companies found their first customers, in the order of the ranking.',
  query: z.object({ ...languageChoice, category: categorySchema.optional() }),
  answer: z.array(firstCustomersSchema),
  cached: true,
});

/** A correction published by a directory, in the format of `content/corrections.json`. */
export const correctionFileSchema = z.strictObject({
  company: z.string(),
  /** When it was corrected here, `2026-11-22`. */
  day: z.iso.date(),
  wrong: z.record(languageSchema, z.string().min(1)),
  right: z.record(languageSchema, z.string().min(1)),
  /** The address that says so. */
  source: httpUrlSchema,
});

const correctionSchema = z.object({
  day: z.string(),
  company: shownCompany,
  wrong: z.string(),
  right: z.string(),
  source: z.string(),
});
export type Correction = z.output<typeof correctionSchema>;

export const findCorrections = defineCall({
  name: 'findCorrections',
  method: 'GET',
  path: '/corrections',
  access: 'public',
  tag,
  summary:
    'What was wrong in the shipped directory, what is right, and since when; the latest first. Of shown companies.',
  query: z.object({ ...languageChoice }),
  answer: z.array(correctionSchema),
  cached: true,
});

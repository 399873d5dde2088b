import { z } from 'zod';
import { defineCall } from '../call.ts';
import { companyParamsSchema, limitSchema, offsetSchema } from '../companies/calls.ts';
import { languageSchema, unstorable } from '../schemas.ts';
import { AI_PROVIDERS } from '../settings/rules.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';

const tag = 'Translations';

/** Maximum number of companies whose translations one call approves. */
export const REVIEWED_MAX = 200;

/** Sentences of a field that a change took out and put in. */
const changedSentencesSchema = z.object({
  field: z.string(),
  removed: z.array(z.string()),
  added: z.array(z.string()),
});
export type ChangedSentences = z.output<typeof changedSentencesSchema>;

/** What a company can have to be done: a language is missing, behind, or a machine's and not looked over. */
export const TRANSLATION_TASKS = ['incomplete', 'pending', 'unreviewed'] as const;
export type TranslationTask = (typeof TRANSLATION_TASKS)[number];

export const readTranslationStatus = defineCall({
  name: 'readTranslationStatus',
  method: 'GET',
  path: '/admin/translations/status',
  access: 'admin',
  permission: 'translations.read',
  tag,
  summary:
    'Companies that lack a language, texts that another language is ahead of, and translations of machines that nobody has looked over. The parameters choose and page the companies that the three lists tell of, X-Total-Count counts those that match; the summary is of all companies. With `task=unreviewed` the most read companies come first.',
  query: z.object({
    q: z
      .string()
      .max(SEARCH_MAX)
      .refine(isStorable, unstorable)
      .optional()
      .describe('In the id and the names in all languages; every term, taken literally.'),
    company: companyParamsSchema.shape.id.optional().describe('Only this one.'),
    task: z
      .enum(TRANSLATION_TASKS, { error: `Must be one of ${TRANSLATION_TASKS.join(', ')}` })
      .optional()
      .describe('Only companies that have this to be done.'),
    limit: limitSchema.optional(),
    offset: offsetSchema.optional(),
  }),
  answer: z.object({
    summary: z.object({
      incompleteCount: z.number().int(),
      pendingCount: z.number().int(),
      unreviewedCount: z.number().int(),
    }),
    incompleteTranslations: z.array(
      z.object({
        company_id: z.string(),
        english_name: z.array(z.string()),
        available_languages: z.array(languageSchema),
        language_count: z.number().int(),
      }),
    ),
    pendingUpdates: z.array(
      z.object({
        company_id: z.string(),
        name: z.string(),
        /** The language that is ahead. */
        modified_language: languageSchema,
        last_modified: z.string(),
        /** The languages that are behind. */
        languages: z.array(languageSchema),
        /** What changed in the language that is ahead since the oldest of the others fell behind. */
        changed: z.array(changedSentencesSchema),
      }),
    ),
    unreviewedTranslations: z.array(
      z.object({
        company_id: z.string(),
        name: z.string(),
        /** The languages whose text is a machine's and not looked over. */
        languages: z.array(languageSchema),
      }),
    ),
  }),
});
export type TranslationStatus = z.output<typeof readTranslationStatus.answer>;
export type TranslationFilter = z.output<typeof readTranslationStatus.query>;

export const generateTranslations = defineCall({
  name: 'generateTranslations',
  method: 'POST',
  path: '/admin/translations/generate',
  access: 'admin',
  permission: 'translations.write',
  audit: 'translations.generate',
  tag,
  summary:
    'Translates a company by machine, from the language that is ahead, else from English, else from any.',
  body: z.object({
    companyId: companyParamsSchema.shape.id,
    targetLanguages: z
      .array(languageSchema)
      .min(1)
      .transform((languages) => [...new Set(languages)]),
    provider: z.enum(AI_PROVIDERS).optional(),
  }),
  answer: z.object({
    /** Whether every language was translated. */
    success: z.boolean(),
    translated: z.array(languageSchema),
    failed: z.array(languageSchema),
  }),
  problems: ['company_not_found', 'ai_not_configured', 'ai_failed', 'ai_timeout'],
});

export const reviewTranslation = defineCall({
  name: 'reviewTranslation',
  method: 'POST',
  path: '/admin/translations/:id/review',
  access: 'admin',
  permission: 'translations.write',
  audit: 'translations.review',
  tag,
  summary: "Marks a machine's text as looked over by a person.",
  params: companyParamsSchema,
  body: z.object({ language: languageSchema }),
  answer: z.object({ success: z.literal(true) }),
  problems: ['company_not_found'],
});

export const reviewTranslations = defineCall({
  name: 'reviewTranslations',
  method: 'POST',
  path: '/admin/translations/review',
  access: 'admin',
  permission: 'translations.write',
  audit: 'translations.review_many',
  tag,
  summary: "Marks all texts of companies that are a machine's as looked over by a person.",
  body: z.object({ companyIds: z.array(companyParamsSchema.shape.id).min(1).max(REVIEWED_MAX) }),
  answer: z.object({
    /** Texts that were not looked over before. */
    reviewed: z.number().int(),
  }),
});

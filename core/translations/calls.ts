import { z } from 'zod';
import { defineCall } from '../call.ts';
import { companyParamsSchema } from '../companies/calls.ts';
import { languageSchema } from '../schemas.ts';
import { AI_PROVIDERS } from '../settings/rules.ts';

const tag = 'Translations';

/** Sentences of a field that a change took out and put in. */
const changedSentencesSchema = z.object({
  field: z.string(),
  removed: z.array(z.string()),
  added: z.array(z.string()),
});
export type ChangedSentences = z.output<typeof changedSentencesSchema>;

export const readTranslationStatus = defineCall({
  name: 'readTranslationStatus',
  method: 'GET',
  path: '/admin/translations/status',
  access: 'admin',
  tag,
  summary:
    'Companies that lack a language, texts that another language is ahead of, and translations of machines that nobody has looked over.',
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

export const generateTranslations = defineCall({
  name: 'generateTranslations',
  method: 'POST',
  path: '/admin/translations/generate',
  access: 'admin',
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
  audit: 'translations.review',
  tag,
  summary: "Marks a machine's text as looked over by a person.",
  params: companyParamsSchema,
  body: z.object({ language: languageSchema }),
  answer: z.object({ success: z.literal(true) }),
  problems: ['company_not_found'],
});

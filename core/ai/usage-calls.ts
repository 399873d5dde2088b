import { z } from 'zod';
import { defineCall } from '../call.ts';
import { companyParamsSchema } from '../companies/calls.ts';
import { AI_PROVIDERS } from '../settings/rules.ts';

const tag = 'AI';

/** Most companies of one estimate: as many as one job has. */
const ESTIMATED_MAX = 1000;

const tokenCounts = {
  requests: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** US dollars by the provider's list, without its fee for web searches; null where the price is unknown. */
  cost: z.number().nullable(),
};

const spentSchema = {
  /** Tokens of this month, in and out, of all providers. */
  spent: z.number().int(),
  /** Tokens that a month may take; null without a limit. */
  limit: z.number().int().nullable(),
};

export const readAiUsage = defineCall({
  name: 'readAiUsage',
  method: 'GET',
  path: '/admin/ai/usage',
  access: 'admin',
  permission: 'jobs.read',
  tag,
  summary:
    "What questions to AI took by the providers' own counts, by month, provider and model: the last twelve months, the newest first.",
  answer: z.object({
    /** The current month in the site's time zone, as `2026-11`. */
    month: z.string(),
    ...spentSchema,
    months: z.array(
      z.object({ month: z.string(), provider: z.enum(AI_PROVIDERS), model: z.string(), ...tokenCounts }),
    ),
  }),
});

export const estimateAi = defineCall({
  name: 'estimateAi',
  method: 'POST',
  path: '/admin/ai/estimate',
  access: 'admin',
  permission: 'jobs.write',
  audit: false,
  tag,
  summary:
    'What a job would take, before it starts. By the mean of earlier questions of this kind to this model, or by a usual size where there were none.',
  body: z.object({
    kind: z.enum(['ai-update', 'translate-missing']),
    /** Of an update the companies; of translations only these, else all that lack a language. */
    companyIds: z.array(companyParamsSchema.shape.id).max(ESTIMATED_MAX).optional(),
    /** The setting `defaultAiProvider` where absent. */
    provider: z.enum(AI_PROVIDERS).optional(),
  }),
  answer: z.object({
    provider: z.enum(AI_PROVIDERS),
    model: z.string(),
    ...tokenCounts,
    /** Whether earlier questions were measured; else the tokens are a usual size. */
    measured: z.boolean(),
    ...spentSchema,
  }),
});

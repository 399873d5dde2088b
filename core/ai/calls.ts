import { z } from 'zod';
import { defineCall } from '../call.ts';
import { adminCompany } from '../companies/admin-calls.ts';
import { companyParams } from '../companies/calls.ts';
import { FOUNDER_MAX, NAME_MAX, searchAnswers, source } from '../companies/fields.ts';
import { language, trimmedText } from '../schemas.ts';
import { AI_PROVIDERS } from '../settings/rules.ts';

const tag = 'AI';
const problems = ['ai_not_configured', 'ai_failed', 'ai_timeout'] as const;

const provider = z.enum(AI_PROVIDERS, { error: `Must be one of ${AI_PROVIDERS.join(', ')}` });

/** A page that the provider's web search found. */
export const webSource = z.object({ url: z.string(), title: z.string() });
export type WebSource = z.output<typeof webSource>;

/** One value that a model proposes in place of another. */
export const fieldProposal = z.object({
  field: z.string(),
  /** Null for a shared field. */
  language: language.nullable(),
  old: z.unknown(),
  proposed: z.unknown(),
  /** Where the provider says it has this from; all pages of the answer where it does not say. */
  sources: z.array(webSource),
});
export type FieldProposal = z.output<typeof fieldProposal>;

const asked = {
  /** The setting `defaultAiProvider` where absent. */
  provider: provider.optional(),
  language: language.optional(),
  lang: language.optional(),
};

export const aiUpdateCompany = defineCall({
  name: 'aiUpdateCompany',
  method: 'POST',
  path: '/admin/companies/:id/ai-update',
  access: 'admin',
  audit: 'company.ai_update',
  tag,
  summary: 'Searches the web for newer facts about a company: to look at (`preview`), or saved at once.',
  params: companyParams,
  body: z.object({ ...asked, preview: z.boolean().optional() }).nullish(),
  answer: z.object({
    success: z.literal(true),
    /** Names of the fields that were, or with `preview` would be, changed. */
    updatedFields: z.array(z.string()),
    preview: z.array(fieldProposal).optional(),
    company: adminCompany.optional(),
    sources: z.array(webSource),
    provider,
    model: z.string(),
  }),
  problems: ['company_not_found', 'conflict', ...problems],
});

export const aiSearchCompany = defineCall({
  name: 'aiSearchCompany',
  method: 'POST',
  path: '/admin/companies/ai-search',
  access: 'admin',
  audit: 'ai.search',
  tag,
  summary: 'Searches the web for a company that is not in the directory yet. Nothing reliable: empty `data`.',
  body: z.object({
    ...asked,
    name: trimmedText(1, NAME_MAX),
    founder: trimmedText(0, FOUNDER_MAX).optional(),
  }),
  answer: z.object({
    success: z.literal(true),
    data: z.object(searchAnswers).partial(),
    fieldsFound: z.array(z.string()),
    /** With what the provider says that each page states; nothing where it does not say. */
    sources: z.array(webSource.extend({ supports: source.shape.supports.optional() })),
    provider,
    model: z.string(),
  }),
  problems,
});

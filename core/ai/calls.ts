import { z } from 'zod';
import { defineCall } from '../call.ts';
import { adminCompanySchema } from '../companies/admin-calls.ts';
import { companyParamsSchema } from '../companies/calls.ts';
import { FOUNDER_MAX, NAME_MAX, searchAnswers } from '../companies/fields.ts';
import { sourceSchema } from '../companies/sources.ts';
import { languageChoice, languageSchema, trimmedText } from '../schemas.ts';
import { AI_PROVIDERS } from '../settings/rules.ts';

const tag = 'AI';
const problems = ['ai_not_configured', 'ai_failed', 'ai_timeout'] as const;

const chosenProviderSchema = z.enum(AI_PROVIDERS, { error: `Must be one of ${AI_PROVIDERS.join(', ')}` });

/** A page that the provider's web search found. */
export const webSourceSchema = z.object({ url: z.string(), title: z.string() });
export type WebSource = z.output<typeof webSourceSchema>;

/** A proposed value of one field. */
export const fieldProposalSchema = z.object({
  field: z.string(),
  /** Null for a shared field. */
  language: languageSchema.nullable(),
  old: z.unknown(),
  proposed: z.unknown(),
  /** Where the provider says it has this from; all pages of the answer where it does not say. */
  sources: z.array(webSourceSchema),
});
export type FieldProposal = z.output<typeof fieldProposalSchema>;

const questionFields = {
  /** The setting `defaultAiProvider` where absent. */
  provider: chosenProviderSchema.optional(),
  ...languageChoice,
};

export const aiUpdateCompany = defineCall({
  name: 'aiUpdateCompany',
  method: 'POST',
  path: '/admin/companies/:id/ai-update',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.ai_update',
  tag,
  summary:
    'Searches the web for newer facts about a company and proposes them. Nothing is saved: send what a person accepts by `PUT /admin/companies/{id}`.',
  params: companyParamsSchema,
  /** `preview` is taken and changes nothing: earlier editions saved without it. */
  body: z.object({ ...questionFields, preview: z.boolean().optional() }).nullish(),
  answer: z.object({
    success: z.literal(true),
    /** Names of the fields that the proposals would change. */
    updatedFields: z.array(z.string()),
    preview: z.array(fieldProposalSchema),
    /** The company that the proposals are about, unchanged. */
    company: adminCompanySchema,
    sources: z.array(webSourceSchema),
    provider: chosenProviderSchema,
    model: z.string(),
  }),
  problems: ['company_not_found', ...problems],
});

export const aiSearchCompany = defineCall({
  name: 'aiSearchCompany',
  method: 'POST',
  path: '/admin/companies/ai-search',
  access: 'admin',
  permission: 'companies.write',
  audit: 'ai.search',
  tag,
  summary: 'Searches the web for a company that is not in the directory yet. Nothing reliable: empty `data`.',
  body: z.object({
    ...questionFields,
    name: trimmedText(1, NAME_MAX),
    founder: trimmedText(0, FOUNDER_MAX).optional(),
  }),
  answer: z.object({
    success: z.literal(true),
    /** Own fields by id, as a company has them. */
    data: z.object({ ...searchAnswers, fields: z.record(z.string(), z.unknown()) }).partial(),
    fieldsFound: z.array(z.string()),
    /** Pages that were found; `supports` only where the provider attributes statements to pages. */
    sources: z.array(webSourceSchema.extend({ supports: sourceSchema.shape.supports.optional() })),
    provider: chosenProviderSchema,
    model: z.string(),
  }),
  problems,
});

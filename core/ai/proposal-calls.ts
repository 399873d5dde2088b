import { z } from 'zod';
import { type Answer, defineCall } from '../call.ts';
import { adminCompanySchema, companyChangesSchema } from '../companies/admin-calls.ts';
import { companyParamsSchema, limitSchema, offsetSchema } from '../companies/calls.ts';
import { languageSchema } from '../schemas.ts';
import { AI_PROVIDERS } from '../settings/rules.ts';
import { fieldProposalSchema } from './calls.ts';

const tag = 'AI';

/** AI proposal for a company, queued until accepted or rejected. */
const queuedProposalSchema = z.object({
  id: z.string(),
  company: z.object({ id: z.string(), name: z.string() }),
  /** Of the proposed texts. */
  language: languageSchema,
  provider: z.enum(AI_PROVIDERS),
  model: z.string(),
  /** Who started the job; empty where the schedule did. */
  created_by: z.string(),
  created_at: z.string(),
  /** Of the job that the proposal comes from; null for proposals from before jobs were noted. */
  job: z.string().nullable(),
  /** The company was saved since. */
  stale: z.boolean(),
});
export type QueuedProposal = z.output<typeof queuedProposalSchema>;

const queuedFieldSchema = fieldProposalSchema.extend({
  /** The history says that a person wrote the value that stands there now. */
  by_person: z.boolean(),
  /** The value became another one since the model was asked. */
  stale: z.boolean(),
});

export const findProposals = defineCall({
  name: 'findProposals',
  method: 'GET',
  path: '/admin/ai/proposals',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary:
    'Proposals of AI that wait for a decision, the oldest first; X-Total-Count counts all. Each company has one per language at most: newer proposals take its place.',
  query: z.object({
    company: companyParamsSchema.shape.id.optional().describe('Only those of this one.'),
    job: companyParamsSchema.shape.id.optional().describe('Only those of this one.'),
    limit: limitSchema.optional(),
    offset: offsetSchema.optional(),
  }),
  answer: z.array(queuedProposalSchema),
});

export const findProposalJobs = defineCall({
  name: 'findProposalJobs',
  method: 'GET',
  path: '/admin/ai/proposals/jobs',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'The jobs whose proposals wait for a decision, the newest first, and how many each has.',
  answer: z.array(
    queuedProposalSchema
      .pick({ created_by: true, created_at: true })
      .extend({ job: z.string(), count: z.number().int() }),
  ),
});
export type ProposalJob = Answer<typeof findProposalJobs>[number];

export const readProposed = defineCall({
  name: 'readProposed',
  method: 'GET',
  path: '/admin/ai/proposals/:id',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'One of them, with the company as it is now and each field with its sources.',
  params: companyParamsSchema,
  answer: queuedProposalSchema.extend({ fields: z.array(queuedFieldSchema), subject: adminCompanySchema }),
  problems: ['not_found'],
});
export type ReadProposal = z.output<typeof readProposed.answer>;
export type QueuedField = ReadProposal['fields'][number];

export const acceptProposal = defineCall({
  name: 'acceptProposal',
  method: 'POST',
  path: '/admin/ai/proposals/:id/accept',
  access: 'admin',
  permission: 'companies.write',
  audit: 'ai.accept_proposal',
  tag,
  summary:
    'Saves the accepted values in the company and ends the proposal. The history has what the model proposed as the model’s, and what was reworded as the caller’s. A `version` that is not the newest is refused.',
  params: companyParamsSchema,
  body: companyChangesSchema.omit({ model: true }).required({ version: true }),
  answer: adminCompanySchema,
  problems: ['not_found', 'company_not_found', 'conflict'],
});

export const rejectProposal = defineCall({
  name: 'rejectProposal',
  method: 'DELETE',
  path: '/admin/ai/proposals/:id',
  access: 'admin',
  permission: 'companies.write',
  audit: 'ai.reject_proposal',
  tag,
  summary: 'Rejects a proposal. The company stays as it is; for a day the proposal can be had back.',
  params: companyParamsSchema,
  answer: z.object({ success: z.literal(true) }),
  problems: ['not_found'],
});

export const restoreProposal = defineCall({
  name: 'restoreProposal',
  method: 'POST',
  path: '/admin/ai/proposals/:id/restore',
  access: 'admin',
  permission: 'companies.write',
  audit: 'ai.restore_proposal',
  tag,
  summary: 'Takes the rejection of a proposal back, unless newer proposals took its place.',
  params: companyParamsSchema,
  answer: z.object({ success: z.literal(true) }),
  problems: ['not_found'],
});

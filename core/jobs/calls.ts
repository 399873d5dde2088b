import { z } from 'zod';
import { fieldProposalSchema } from '../ai/calls.ts';
import { defineCall } from '../call.ts';
import { FAILURE_CODES } from '../problem.ts';
import { languageSchema, problemDetailSchema, unstorable } from '../schemas.ts';
import { AI_PROVIDERS } from '../settings/rules.ts';
import { isStorable } from '../text.ts';

const tag = 'Background jobs';

/** Maximum number of companies of one job: its results are stored in one row. */
export const JOB_ITEMS_MAX = 1000;

export const JOB_STATES = ['queued', 'running', 'paused', 'done', 'failed', 'cancelled'] as const;
export const JOB_KINDS = ['ai-update', 'translate-missing', 'bulk-change', 'import'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const providerSchema = z.enum(AI_PROVIDERS).optional();
const companyIdsSchema = z
  .array(z.string().min(1).max(200).refine(isStorable, unstorable))
  .min(1)
  .max(JOB_ITEMS_MAX)
  .transform((ids) => [...new Set(ids)]);

/** Jobs that the console starts by `createJob`; all of them ask AI. Bulk changes and imports have calls of their own. */
export const newJobSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ai-update'),
    input: z.object({
      companyIds: companyIdsSchema,
      provider: providerSchema,
      language: languageSchema.optional(),
    }),
  }),
  z.object({
    kind: z.literal('translate-missing'),
    /** Without `companyIds` every company that lacks a language, in as many jobs as it takes. */
    input: z.object({ companyIds: companyIdsSchema.optional(), provider: providerSchema }).default({}),
  }),
]);
export type NewJob = z.output<typeof newJobSchema>;

/** Result of a job for one company. */
export const jobResultSchema = z.object({
  company_id: z.string(),
  name: z.string(),
  /** 'proposed': nothing was saved, a person accepts what the model proposes. */
  outcome: z.enum(['created', 'updated', 'proposed', 'unchanged', 'skipped', 'failed']),
  updatedFields: z.array(z.string()),
  /** What the model proposes. */
  proposed: z.array(fieldProposalSchema),
  /** The model that proposes. */
  model: z.string().nullable().default(null),
  /** Languages that were translated. */
  languages: z.array(languageSchema),
  /** Why it failed, or failed in part, in English. */
  error: z.string().nullable(),
  /** The same for programs. */
  code: z.enum(FAILURE_CODES).nullable().default(null),
  /** The company's version that the save made; null where nothing was saved. */
  version: z.number().int().nullable(),
  /** Of an import: the row in a spreadsheet, and what is wrong with it. */
  row: z.number().int().optional(),
  details: z.array(problemDetailSchema).optional(),
  /** Where the company is in the trash, of one that the job deleted. */
  bin_id: z.string().optional(),
  /** After an undo: everything taken back, or something kept because it was changed since. */
  undone: z.enum(['restored', 'kept']).nullable(),
});
export type JobResult = z.output<typeof jobResultSchema>;

export const jobSchema = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  status: z.enum(JOB_STATES),
  /** How many of `total` companies are through. */
  progress: z.number().int(),
  total: z.number().int(),
  /** Why it failed or was paused by itself, in English. */
  error: z.string().nullable(),
  /** Empty where the schedule started it. */
  created_by: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type Job = z.output<typeof jobSchema>;

export const jobDetailSchema = jobSchema.extend({ input: z.unknown(), results: z.array(jobResultSchema) });
export type JobDetail = z.output<typeof jobDetailSchema>;

const jobParamsSchema = z.object({ id: z.string().min(1).max(100).refine(isStorable, unstorable) });

export const createJob = defineCall({
  name: 'createJob',
  method: 'POST',
  path: '/admin/jobs',
  access: 'admin',
  permission: 'jobs.write',
  audit: 'job.create',
  tag,
  summary: `Starts work in the background. It goes on after a restart. More than ${JOB_ITEMS_MAX} companies are done in several jobs: \`more\` has the further ones.`,
  body: newJobSchema,
  answer: jobDetailSchema.extend({ more: z.array(jobSchema).optional() }),
  status: 201,
  problems: ['ai_not_configured'],
});

export const findJobs = defineCall({
  name: 'findJobs',
  method: 'GET',
  path: '/admin/jobs',
  access: 'admin',
  permission: 'jobs.read',
  tag,
  summary: 'The last 50 jobs, the newest first, without their results.',
  answer: z.array(jobSchema),
});

export const readJob = defineCall({
  name: 'readJob',
  method: 'GET',
  path: '/admin/jobs/:id',
  access: 'admin',
  permission: 'jobs.read',
  tag,
  summary: 'One job with what it did to each company.',
  params: jobParamsSchema,
  answer: jobDetailSchema,
  problems: ['not_found'],
});

export const cancelJob = defineCall({
  name: 'cancelJob',
  method: 'POST',
  path: '/admin/jobs/:id/cancel',
  access: 'admin',
  permission: 'jobs.write',
  audit: 'job.cancel',
  tag,
  summary: 'Stops a job. What it did stays, and can be undone.',
  params: jobParamsSchema,
  answer: jobDetailSchema,
  problems: ['not_found', 'conflict'],
});

export const pauseJob = defineCall({
  name: 'pauseJob',
  method: 'POST',
  path: '/admin/jobs/:id/pause',
  access: 'admin',
  permission: 'jobs.write',
  audit: 'job.pause',
  tag,
  summary:
    'Puts a job down until somebody has it go on; the company that is being worked on is done anew then. Of work in several jobs all that have not ended.',
  params: jobParamsSchema,
  answer: jobDetailSchema,
  problems: ['not_found', 'conflict'],
});

export const resumeJob = defineCall({
  name: 'resumeJob',
  method: 'POST',
  path: '/admin/jobs/:id/resume',
  access: 'admin',
  permission: 'jobs.write',
  audit: 'job.resume',
  tag,
  summary: 'Has a paused job go on where it was, and the further jobs of the same work.',
  params: jobParamsSchema,
  answer: jobDetailSchema,
  problems: ['not_found', 'conflict'],
});

export const undoJob = defineCall({
  name: 'undoJob',
  method: 'POST',
  path: '/admin/jobs/:id/undo',
  access: 'admin',
  permission: 'jobs.write',
  audit: 'job.undo',
  tag,
  summary: 'Takes back what an ended job changed, where nobody changed it since.',
  params: jobParamsSchema,
  answer: jobDetailSchema,
  problems: ['not_found', 'conflict'],
});

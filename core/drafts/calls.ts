import { z } from 'zod';
import { defineCall } from '../call.ts';
import { adminCompanySchema, companyChangesSchema } from '../companies/admin-calls.ts';
import { companyParamsSchema } from '../companies/calls.ts';
import { DRAFT_STATES } from '../companies/draft-rules.ts';
import { languageSchema, momentSchema } from '../schemas.ts';

const draftTag = 'Companies: drafts';

/** A draft without its changes. */
const draftSummarySchema = z.object({
  /** Counts the saves of this draft; 0 stands for no draft. */
  version: z.number().int(),
  state: z.enum(DRAFT_STATES),
  saved_by: z.string(),
  saved_at: z.string(),
  /** Moment (ISO) and approver of a scheduled publication. */
  publish_at: z.string().nullable(),
  approved_by: z.string().nullable(),
});
export type DraftSummary = z.output<typeof draftSummarySchema>;

export const draftSchema = draftSummarySchema.extend({
  /** The version of the company that the changes were made against. */
  company_version: z.number().int(),
  /** As the body of a save of the company: shared fields, and texts by language under `content`. */
  changes: z.record(z.string(), z.unknown()),
  /** The company as it was at `company_version`, in the same form; null where it did not change since. */
  before: z.record(z.string(), z.unknown()).nullable(),
});
export type Draft = z.output<typeof draftSchema>;

export const readCompanyDraft = defineCall({
  name: 'readCompanyDraft',
  method: 'GET',
  path: '/admin/companies/:id/draft',
  access: 'admin',
  permission: 'companies.read',
  tag: draftTag,
  summary: 'The draft of a company.',
  params: companyParamsSchema,
  answer: draftSchema,
  problems: ['company_not_found', 'not_found'],
});

export const saveCompanyDraft = defineCall({
  name: 'saveCompanyDraft',
  method: 'PUT',
  path: '/admin/companies/:id/draft',
  access: 'admin',
  permission: 'companies.draft',
  audit: 'company.save_draft',
  tag: draftTag,
  summary:
    'Keeps changes of a company beside what readers see. They take the place of an earlier draft, and of its schedule. A `draft_version` that is not the newest is refused; 0 says that there is none yet.',
  params: companyParamsSchema,
  body: companyChangesSchema.extend({ draft_version: z.number().int().min(0).optional() }),
  answer: draftSchema,
  problems: ['company_not_found', 'conflict'],
});

export const discardCompanyDraft = defineCall({
  name: 'discardCompanyDraft',
  method: 'DELETE',
  path: '/admin/companies/:id/draft',
  access: 'admin',
  permission: 'companies.draft',
  audit: 'company.discard_draft',
  tag: draftTag,
  summary: 'Deletes the draft of a company. What readers see stays.',
  params: companyParamsSchema,
  answer: z.object({ success: z.literal(true) }),
  problems: ['company_not_found', 'not_found'],
});

export const publishCompanyDraft = defineCall({
  name: 'publishCompanyDraft',
  method: 'POST',
  path: '/admin/companies/:id/draft/publish',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.publish_draft',
  tag: draftTag,
  summary:
    'Publishes a draft as a save of the company, now or at a later moment; `at: null` takes a schedule back. Refused with `conflict` where a field of it was changed in the company meanwhile. A scheduled one that meets that stays a draft.',
  params: companyParamsSchema,
  body: z
    .object({
      at: momentSchema.nullable(),
      /** The version that was approved; a newer one is refused. */
      draft_version: z.number().int(),
    })
    .partial()
    .default({}),
  answer: z.object({
    /** The company with the changes; null where they are not published yet. */
    company: adminCompanySchema.nullable(),
    /** Null where it was published. */
    draft: draftSchema.nullable(),
  }),
  problems: ['company_not_found', 'not_found', 'conflict'],
});

export const previewDraft = defineCall({
  name: 'previewDraft',
  method: 'GET',
  path: '/admin/companies/:id/draft/preview',
  access: 'admin',
  permission: 'companies.read',
  tag: draftTag,
  summary: "The company's page as readers would see it with the draft: HTML without scripts.",
  params: companyParamsSchema,
  query: z.object({ language: languageSchema }),
  answer: z.string(),
  answerType: 'text/html',
  problems: ['company_not_found', 'not_found', 'conflict'],
});

export const notePresence = defineCall({
  name: 'notePresence',
  method: 'POST',
  path: '/admin/companies/:id/presence',
  access: 'admin',
  permission: 'companies.draft',
  audit: false,
  tag: draftTag,
  summary:
    'Says that the caller edits a company, for a minute, or no longer does. Answers who else does, and whether there is a draft.',
  params: companyParamsSchema,
  body: z.object({ editing: z.boolean().default(true) }).default({ editing: true }),
  answer: z.object({
    others: z.array(z.string()),
    draft: draftSummarySchema.nullable(),
    /** The company's newest version. */
    version: z.number().int(),
  }),
  problems: ['company_not_found'],
});

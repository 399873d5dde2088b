import { z } from 'zod';
import { defineCall } from '../call.ts';
import { refusedAs } from '../refusal.ts';
import { languageChoice } from '../schemas.ts';
import { adminCompanySchema } from './admin-calls.ts';
import { companyParamsSchema, limitSchema, offsetSchema } from './calls.ts';
import { DUPLICATE_REASONS } from './duplicate-reasons.ts';

const tag = 'Companies: duplicates';

const MERGED_FIELDS_MAX = 200;

const twinSchema = z.object({
  id: z.string(),
  name: z.string(),
  website: z.string().nullable(),
  founder: z.string(),
  founded: z.number().int().nullable(),
  logo: z.string().nullable(),
  show_on_site: z.boolean(),
});

const pairSchema = z.object({
  companies: z.tuple([twinSchema, twinSchema]),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
});
export type DuplicatePair = z.output<typeof pairSchema>;

export const findDuplicates = defineCall({
  name: 'findDuplicates',
  method: 'GET',
  path: '/admin/companies/duplicates',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary:
    'Pairs of companies that may be one: of one name in any language, one registrable domain, or one founder and year. Those that have most in common come first; dismissed pairs are left out. X-Total-Count counts all.',
  query: z.object({ ...languageChoice, limit: limitSchema.optional(), offset: offsetSchema.optional() }),
  answer: z.array(pairSchema),
});

export const dismissDuplicate = defineCall({
  name: 'dismissDuplicate',
  method: 'POST',
  path: '/admin/companies/duplicates/dismiss',
  access: 'admin',
  permission: 'companies.write',
  audit: 'duplicate.dismiss',
  tag,
  summary:
    'Says that two companies are not one: the list leaves the pair out. `dismissed: false` takes it back.',
  body: z.object({
    ids: z
      .array(companyParamsSchema.shape.id)
      .length(2)
      .refine(([a, b]) => a !== b, refusedAs('merge_with_itself')),
    dismissed: z.boolean().default(true),
  }),
  answer: z.object({ dismissed: z.boolean() }),
  problems: ['company_not_found'],
});

export const mergeCompany = defineCall({
  name: 'mergeCompany',
  method: 'POST',
  path: '/admin/companies/:id/merge',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.merge',
  tag,
  summary:
    'Merges a company into another one, which gets its comments, likes, views, history, sources and texts. Its addresses redirect to the other one.',
  params: companyParamsSchema,
  body: z.object({
    into: companyParamsSchema.shape.id,
    fields: z
      .array(z.string().max(100))
      .max(MERGED_FIELDS_MAX)
      .default([])
      .describe(
        'What is taken from the merged company: `revenue`, `field.ID`, `content.ko.story`. All else stays; what is empty is filled; lists are joined.',
      ),
  }),
  answer: z.object({
    /** Takes it back. */
    merge: z.string(),
    into: z.string(),
    company: adminCompanySchema,
    /** What went over. */
    moved: z.object({
      comments: z.number().int(),
      likes: z.number().int(),
      views: z.number().int(),
      versions: z.number().int(),
    }),
  }),
  problems: ['company_not_found'],
});
export type MergeAnswer = z.output<typeof mergeCompany.answer>;

export const findMerges = defineCall({
  name: 'findMerges',
  method: 'GET',
  path: '/admin/companies/merges',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'Merges that can still be taken back, the newest first.',
  answer: z.array(
    z.object({ id: z.string(), at: z.string(), from: z.string(), into: z.string(), name: z.string() }),
  ),
});

export const undoMerge = defineCall({
  name: 'undoMerge',
  method: 'POST',
  path: '/admin/companies/merges/:id/undo',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.unmerge',
  tag,
  summary:
    'Takes a merge back, within 30 days and once: both companies have again what they had. `kept` says whether fields of the other company stay because they were changed since.',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ id: z.string(), from: z.string(), kept: z.boolean() }),
  problems: ['not_found', 'conflict'],
});

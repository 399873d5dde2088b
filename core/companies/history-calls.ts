import { z } from 'zod';
import { defineCall } from '../call.ts';
import { languageSchema, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { adminCompanySchema, COMPANIES_BATCH } from './admin-calls.ts';
import { companyParamsSchema } from './calls.ts';

const tag = 'Companies: administration';

export const changeSchema = z.object({
  field: z.string(),
  /** Null for a shared field. */
  language: languageSchema.nullable(),
  before: z.unknown(),
  after: z.unknown(),
});
export type HistoryChange = z.output<typeof changeSchema>;

export const historyEntrySchema = z.object({
  id: z.string(),
  version: z.number().int(),
  at: z.string(),
  actor_kind: z.enum(['person', 'ai', 'import']),
  actor: z.string(),
  action: z.enum(['create', 'update', 'restore', 'translate', 'visibility', 'evaluate', 'merge']),
  /** Id of the merged company that was saved; such an entry is no version of this company. */
  merged_from: z.string().optional(),
  changes: z.array(changeSchema),
});
export type HistoryEntry = z.output<typeof historyEntrySchema>;

export const readHistory = defineCall({
  name: 'readHistory',
  method: 'GET',
  path: '/admin/companies/:id/history',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'Who changed which field in which language when, the newest first.',
  params: companyParamsSchema,
  answer: z.array(historyEntrySchema),
  problems: ['company_not_found'],
});

export const restoreVersion = defineCall({
  name: 'restoreVersion',
  method: 'POST',
  path: '/admin/companies/:id/restore',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.restore_version',
  tag,
  summary: 'Makes a company what it was after the save of a version, as a new save.',
  params: companyParamsSchema,
  body: z.object({ version: z.number().int().min(0) }),
  answer: adminCompanySchema,
  problems: ['company_not_found'],
});

export const trashEntrySchema = z.object({
  id: z.string(),
  company_id: z.string(),
  name: z.string(),
  deleted_at: z.string(),
  deleted_by: z.string(),
  /** When it is cleared away for good. */
  expires_at: z.string(),
});
export type TrashEntry = z.output<typeof trashEntrySchema>;

const trashParamsSchema = z.object({ id: z.string().min(1).max(100).refine(isStorable, unstorable) });

export const findTrash = defineCall({
  name: 'findTrash',
  method: 'GET',
  path: '/admin/bin',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'Deleted companies that can still be restored, the newest first.',
  answer: z.array(trashEntrySchema),
});

export const restoreFromTrash = defineCall({
  name: 'restoreFromTrash',
  method: 'POST',
  path: '/admin/bin/:id/restore',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.undelete',
  tag,
  summary: 'Brings a deleted company back with its likes, comments and history.',
  params: trashParamsSchema,
  answer: adminCompanySchema,
  problems: ['company_not_found', 'conflict'],
});

/** Why a company is not restored: it is not in the trash any more, or another company has its id. */
export const RESTORE_REFUSALS = ['company_not_found', 'conflict'] as const;

export const restoreCompanies = defineCall({
  name: 'restoreCompanies',
  method: 'POST',
  path: '/admin/bin/restore',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.undelete',
  tag,
  summary:
    'Brings deleted companies back, all that can be in one act. Those that cannot are named with the reason: not in the trash any more, or another company has the id.',
  body: z.object({ ids: z.array(trashParamsSchema.shape.id).min(1).max(COMPANIES_BATCH) }),
  answer: z.object({
    restored: z.array(z.object({ bin_id: z.string(), id: z.string() })),
    refused: z.array(z.object({ bin_id: z.string(), code: z.enum(RESTORE_REFUSALS) })),
  }),
});

export const removeFromTrash = defineCall({
  name: 'removeFromTrash',
  method: 'DELETE',
  path: '/admin/bin/:id',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.erase',
  tag,
  summary: 'Deletes a company of the trash for good.',
  params: trashParamsSchema,
  answer: z.object({ success: z.literal(true) }),
  problems: ['company_not_found'],
});

import { z } from 'zod';
import { defineCall } from '../call.ts';
import { unstorable } from '../schemas.ts';
import { daySchema } from '../security-log/calls.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';

const tag = 'Audit log';

export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.string(),
  admin: z.string(),
  action: z.string(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** The named subject of the entry. A deleted subject keeps its last name; a reader's account has none. */
  about: z
    .object({
      kind: z.enum(['company', 'user', 'administrator', 'collection']),
      id: z.string(),
      name: z.string(),
      exists: z.boolean(),
    })
    .nullable(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** A kind of actions, as `company`, or one of them, as `company.update`. */
export const AUDIT_ACTION = /^[a-z]+(?:\.[a-z_]+)?$/;

const auditFiltersSchema = z.object({
  admin: z
    .string()
    .max(SEARCH_MAX)
    .refine(isStorable, unstorable)
    .optional()
    .describe('The whole user name of who did it.'),
  action: z
    .string()
    .max(60)
    .refine(isStorable, unstorable)
    .optional()
    .describe('A kind of actions, as `company`, or one action, as `company.update`.'),
  company: z
    .string()
    .max(SEARCH_MAX)
    .refine(isStorable, unstorable)
    .optional()
    .describe('The id of a company, or a part of a name that it has or had.'),
  from: daySchema.describe("The first day, in the site's time zone."),
  to: daySchema.describe('The last day, with all of it.'),
});
export type AuditFilters = z.output<typeof auditFiltersSchema>;

export const findAuditEntries = defineCall({
  name: 'findAuditEntries',
  method: 'GET',
  path: '/admin/audit',
  access: 'admin',
  permission: 'log.read',
  tag,
  summary: 'What administrators did, the newest first. Link rel=next leads on.',
  query: auditFiltersSchema.extend({
    limit: z.coerce.number().int().min(1).max(1000).optional(),
    cursor: z.string().max(2000).optional(),
  }),
  answer: z.array(auditEntrySchema),
});

export const readAuditChoices = defineCall({
  name: 'readAuditChoices',
  method: 'GET',
  path: '/admin/audit/choices',
  access: 'admin',
  permission: 'log.read',
  tag,
  summary: 'Whose entries the audit log has, and of which actions.',
  answer: z.object({ admins: z.array(z.string()), actions: z.array(z.string()) }),
});

export const exportAuditLog = defineCall({
  name: 'exportAuditLog',
  method: 'GET',
  path: '/admin/audit/export.csv',
  access: 'admin',
  permission: 'log.read',
  fresh: 'always',
  tag,
  summary: 'The entries that match as CSV (RFC 4180, UTF-8 with a byte order mark).',
  query: auditFiltersSchema,
  answer: z.string(),
  answerType: 'text/csv',
});

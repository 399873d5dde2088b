import { z } from 'zod';
import type { Permission } from '../admins/roles.ts';
import { defineCall } from '../call.ts';
import { ISSUES } from '../companies/issues.ts';
import { INBOX_KINDS, type InboxKind } from '../dashboard/calls.ts';
import { timeZoneSchema } from '../readers/mail-schema.ts';
import { doneSchema, trimmedText, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';

const tag = 'Dashboard';

export const WORK_NOTE_MAX = 1000;
/** Notes of one piece of work. */
export const WORK_NOTES_MAX = 100;

/** Kinds of work of which a single comment can be handed to somebody. */
export const COMMENT_WORK = ['held_comments', 'reported_comments'] as const satisfies InboxKind[];

/** And of which a single company can. */
export const COMPANY_WORK = [
  'failed_drafts',
  'drafts',
  'proposals',
  ...ISSUES,
] as const satisfies InboxKind[];

/** Permission to see work of a kind: the permission of the console section for the work. */
export const workPermission = (kind: InboxKind): Permission => {
  if (COMMENT_WORK.some((one) => one === kind)) return 'comments.read';
  if (kind === 'delayed_mails' || kind === 'refused_mails') return 'settings.write';
  if (kind === 'failed_jobs') return 'jobs.read';
  return kind.endsWith('_translations') ? 'translations.read' : 'companies.read';
};

const workNoteSchema = z.object({ id: z.string(), admin: z.string(), text: z.string(), at: z.string() });

const workItemSchema = z.object({
  kind: z.enum(INBOX_KINDS),
  /** The id of a company or comment; empty for all work of the kind. */
  item: z.string(),
  /** What the company is called, of a comment with how its text begins; empty for all work of the kind. */
  name: z.string(),
  /** Where it is done. */
  to: z.string(),
  assignee: z.string().nullable(),
  /** Day on which a snoozed item reappears for the asking administrator; null if not snoozed. */
  snoozed_until: z.string().nullable(),
  notes: z.array(workNoteSchema),
});
export type WorkItem = z.output<typeof workItemSchema>;

const workKey = {
  kind: z.enum(INBOX_KINDS),
  item: z
    .string()
    .max(200)
    .refine(isStorable, unstorable)
    .default('')
    .describe('The id of a company or comment, where the work is of one; empty for all work of the kind.'),
};

export const findWork = defineCall({
  name: 'findWork',
  method: 'GET',
  path: '/admin/work',
  access: 'admin',
  permission: 'statistics.read',
  tag,
  summary:
    'What is assigned, put off by who asks, or has notes, of the work in the inbox; and whom each kind can be assigned to.',
  answer: z.object({
    work: z.array(workItemSchema),
    admins: z.array(z.object({ username: z.string(), kinds: z.array(z.enum(INBOX_KINDS)) })),
  }),
});

export const assignWork = defineCall({
  name: 'assignWork',
  method: 'POST',
  path: '/admin/work/assign',
  access: 'admin',
  permission: 'own',
  audit: 'work.assign',
  tag,
  summary: 'Assigns work to an administrator who may open its section, or to nobody.',
  body: z.object({ ...workKey, assignee: z.string().max(200).refine(isStorable, unstorable).nullable() }),
  answer: doneSchema,
  problems: ['not_found', 'forbidden'],
});

export const snoozeWork = defineCall({
  name: 'snoozeWork',
  method: 'POST',
  path: '/admin/work/snooze',
  access: 'admin',
  permission: 'own',
  audit: 'work.snooze',
  tag,
  summary: 'Puts work off for oneself until a day that is still to come; null brings it back.',
  body: z.object({
    ...workKey,
    until: z.iso.date().nullable(),
    time_zone: timeZoneSchema.optional().describe("In which the day begins; without one in the site's."),
  }),
  answer: doneSchema,
  problems: ['not_found', 'forbidden'],
});

export const noteWork = defineCall({
  name: 'noteWork',
  method: 'POST',
  path: '/admin/work/note',
  access: 'admin',
  permission: 'own',
  audit: 'work.note',
  tag,
  summary: `Writes a note of administrators about work; at most ${WORK_NOTES_MAX}.`,
  body: z.object({ ...workKey, text: trimmedText(1, WORK_NOTE_MAX) }),
  answer: doneSchema,
  problems: ['not_found', 'forbidden', 'conflict'],
});

export const deleteWorkNote = defineCall({
  name: 'deleteWorkNote',
  method: 'DELETE',
  path: '/admin/work/notes/:id',
  access: 'admin',
  permission: 'own',
  audit: 'work.delete_note',
  tag,
  summary: 'Deletes a note about work: for who wrote it and for owners.',
  params: z.object({ id: z.string().min(1).max(64).refine(isStorable, unstorable) }),
  query: z.object(workKey),
  answer: doneSchema,
  problems: ['not_found', 'forbidden'],
});

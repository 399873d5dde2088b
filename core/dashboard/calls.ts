import { z } from 'zod';
import { defineCall } from '../call.ts';
import { FAILURE_KINDS } from '../failures/rules.ts';

const tag = 'Dashboard';

export const readAdminStats = defineCall({
  name: 'readAdminStats',
  method: 'GET',
  path: '/admin/stats',
  access: 'admin',
  permission: 'statistics.read',
  tag,
  summary: 'The figures of the dashboard.',
  answer: z.object({
    totalCompanies: z.number().int(),
    avgScore: z.number(),
    /** ISO date of the last evaluation, or 'Never'. */
    lastMigration: z.string(),
    totalCategories: z.number().int(),
  }),
});

const RANGE_DAYS = [7, 30, 90] as const;

export const readTimeSeries = defineCall({
  name: 'readTimeSeries',
  method: 'GET',
  path: '/admin/time-series',
  access: 'admin',
  permission: 'statistics.read',
  tag,
  summary: 'Visits, views, likes, comments and sign-ups of each of the last days.',
  query: z.object({
    days: z
      .enum(RANGE_DAYS.map(String) as [string, ...string[]])
      .default('30')
      .transform(Number),
  }),
  answer: z.array(
    z.object({
      day: z.string(),
      visits: z.number().int(),
      views: z.number().int(),
      likes: z.number().int(),
      comments: z.number().int(),
      sign_ups: z.number().int(),
    }),
  ),
});

/** Work that waits for an administrator, with the section where it is done. */
export const readWaiting = defineCall({
  name: 'readWaiting',
  method: 'GET',
  path: '/admin/waiting',
  access: 'admin',
  permission: 'statistics.read',
  tag,
  summary: 'How much work waits: comments, translations, failed jobs and mails.',
  answer: z.object({
    held_comments: z.number().int(),
    reported_comments: z.number().int(),
    /** Companies with a pending text: another language was changed after it. */
    pending_translations: z.number().int(),
    /** Companies with an unreviewed machine translation. */
    unreviewed_translations: z.number().int(),
    /** Background jobs that failed, or in which an item failed, within the last seven days. */
    failed_jobs: z.number().int(),
    /** Mails that were refused at least once and are tried again. */
    delayed_mails: z.number().int(),
    /** Mails of the last days that will not be sent: refused for good, or from a backup. */
    refused_mails: z.number().int(),
    /** Last refusal of the mail server for a delayed mail. */
    mail_error: z.string().nullable(),
    /** Work of the server that fails, since when, and why. */
    failures: z.array(z.object({ kind: z.enum(FAILURE_KINDS), since: z.string(), reason: z.string() })),
  }),
});
export type Waiting = z.output<typeof readWaiting.answer>;

/** Work in the inbox, the most urgent first, with the page of the console where it is done. */
export const INBOX_PLACES = {
  held_comments: '/admin/comments?status=held',
  reported_comments: '/admin/comments?status=reported',
  failed_drafts: '/admin/edit?draft=failed',
  failed_jobs: '/admin?job=',
  delayed_mails: '/admin/settings#mail',
  refused_mails: '/admin/settings#mail',
  drafts: '/admin/edit?draft=waiting',
  proposals: '/admin/proposals',
  pending_translations: '/admin/translations?show=pending',
  unreviewed_translations: '/admin/translations?show=unreviewed',
  missing_translations: '/admin/translations?show=incomplete',
  duplicates: '/admin/edit?show=duplicates',
  contradiction: '/admin/edit?issue=contradiction',
  broken: '/admin/edit?issue=broken',
  unsourced: '/admin/edit?issue=unsourced',
  old: '/admin/edit?issue=old',
  unchecked: '/admin/edit?issue=unchecked',
} as const;
export const INBOX_KINDS = Object.keys(INBOX_PLACES) as (keyof typeof INBOX_PLACES)[];
export type InboxKind = (typeof INBOX_KINDS)[number];

export const readInbox = defineCall({
  name: 'readInbox',
  method: 'GET',
  path: '/admin/inbox',
  access: 'admin',
  permission: 'statistics.read',
  tag,
  summary:
    'Work that waits for somebody, the most urgent kind first: how much, and the page of the console where it is done.',
  answer: z.array(z.object({ kind: z.enum(INBOX_KINDS), count: z.number().int(), to: z.string() })),
});
export type InboxItem = z.output<typeof readInbox.answer>[number];

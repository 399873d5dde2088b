import { z } from 'zod';
import { defineCall } from '../call.ts';
import { limitSchema, listedCompanySchema, offsetSchema } from '../companies/calls.ts';
import { blockSchema } from '../documents/calls.ts';
import {
  countSchema,
  languageChoice,
  languageSchema,
  momentSchema,
  trimmedLine,
  trimmedText,
} from '../schemas.ts';
import { AI_PROVIDERS } from '../settings/rules.ts';
import { ISSUE_BODY_MAX, ISSUE_STATES, ISSUE_SUBJECT_MAX } from './rules.ts';

const newsletterTag = 'Newsletter';

export const issueTextSchema = z.object({
  subject: trimmedLine(0, ISSUE_SUBJECT_MAX),
  body: trimmedText(0, ISSUE_BODY_MAX).describe(
    'Markdown without HTML. A line such as `{{company:acme}}` is the card of a company.',
  ),
});
const issueTextsSchema = z
  .partialRecord(languageSchema, issueTextSchema)
  .describe('By language. Readers of a language without a whole text get the English one, else any.');

const issueFields = {
  id: z.string(),
  status: z.enum(ISSUE_STATES),
  /** When it is or was to begin, in UTC; null for a draft. */
  at: z.string().nullable(),
  version: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: z.string(),
  /** When the first reader was queued, and the last one done. */
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** Readers it was queued for. */
  recipients: countSchema,
  /** Readers whose mail waits in the queue. */
  waiting: countSchema,
  /** Taken by the mail server. */
  sent: countSchema,
  /** Refused by the mail server for good. */
  refused: countSchema,
  /** Taken, and reported back by the mail service. */
  bounced: countSchema,
  /** Readers who unsubscribed by a link in this issue, or reported the issue as spam. */
  unsubscribed: countSchema,
};
const issueSummarySchema = z.object({
  ...issueFields,
  subjects: z.partialRecord(languageSchema, z.string()),
});
export type IssueSummary = z.output<typeof issueSummarySchema>;
const issueSchema = z.object({ ...issueFields, texts: issueTextsSchema });
export type NewsletterIssue = z.output<typeof issueSchema>;

const issueParamsSchema = z.object({ id: z.uuid() });
/** Version of the issue that was loaded; a save with an older version is refused. */
const issueVersionSchema = z.number().int().min(1);
/** Largest body of a save, in bytes: texts of every language. */
const ISSUE_BYTES_MAX = 1_048_576;

export const findIssues = defineCall({
  name: 'findIssues',
  method: 'GET',
  path: '/admin/newsletter/issues',
  access: 'admin',
  permission: 'newsletter.write',
  tag: newsletterTag,
  summary: 'Issues of the newsletter with their numbers, the latest first. X-Total-Count counts all.',
  query: z.object({ limit: limitSchema.optional(), offset: offsetSchema.optional() }),
  answer: z.array(issueSummarySchema),
});

export const createIssue = defineCall({
  name: 'createIssue',
  method: 'POST',
  path: '/admin/newsletter/issues',
  access: 'admin',
  permission: 'newsletter.write',
  audit: 'newsletter.create',
  tag: newsletterTag,
  summary: 'Begins an issue, as a draft.',
  body: z.object({ texts: issueTextsSchema.default({}) }),
  answer: issueSchema,
  status: 201,
  bodyLimit: ISSUE_BYTES_MAX,
});

export const readIssue = defineCall({
  name: 'readIssue',
  method: 'GET',
  path: '/admin/newsletter/issues/:id',
  access: 'admin',
  permission: 'newsletter.write',
  tag: newsletterTag,
  summary: 'An issue with its texts and numbers.',
  params: issueParamsSchema,
  answer: issueSchema,
  problems: ['not_found'],
});

export const saveIssue = defineCall({
  name: 'saveIssue',
  method: 'PUT',
  path: '/admin/newsletter/issues/:id',
  access: 'admin',
  permission: 'newsletter.write',
  audit: 'newsletter.save',
  tag: newsletterTag,
  summary: 'Replaces the texts of a draft. An older version is refused.',
  params: issueParamsSchema,
  body: z.object({ texts: issueTextsSchema, version: issueVersionSchema }),
  answer: issueSchema,
  problems: ['not_found', 'conflict', 'stale_version'],
  bodyLimit: ISSUE_BYTES_MAX,
});

export const deleteIssue = defineCall({
  name: 'deleteIssue',
  method: 'DELETE',
  path: '/admin/newsletter/issues/:id',
  access: 'admin',
  permission: 'newsletter.write',
  audit: 'newsletter.delete',
  tag: newsletterTag,
  summary: 'Deletes a draft. What was sent, or is about to be, stays.',
  params: issueParamsSchema,
  answer: z.object({ success: z.literal(true) }),
  problems: ['not_found', 'conflict'],
});

export const previewIssue = defineCall({
  name: 'previewIssue',
  method: 'POST',
  path: '/admin/newsletter/issues/:id/preview',
  access: 'admin',
  permission: 'newsletter.write',
  audit: false,
  tag: newsletterTag,
  summary:
    'The mail as readers of a language get it: of the stored texts, or of texts that are not saved. Saves and sends nothing.',
  params: issueParamsSchema,
  body: z.object({ language: languageSchema, texts: issueTextsSchema.optional() }),
  answer: z.object({
    /** The language of the text, which may be a fallback. */
    language: languageSchema,
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    /** Ids of companies that are named and not shown on the site: their cards are left out. */
    missing_companies: z.array(z.string()),
  }),
  problems: ['not_found', 'conflict'],
  bodyLimit: ISSUE_BYTES_MAX,
});

export const translateIssue = defineCall({
  name: 'translateIssue',
  method: 'POST',
  path: '/admin/newsletter/translate',
  access: 'admin',
  permission: 'newsletter.write',
  audit: 'newsletter.translate',
  tag: newsletterTag,
  summary: 'Asks a model for a text of an issue in another language. Nothing is saved.',
  body: z.object({
    from: languageSchema,
    to: languageSchema,
    text: issueTextSchema,
    provider: z.enum(AI_PROVIDERS).optional(),
  }),
  answer: z.object({ text: issueTextSchema, model: z.string() }),
  problems: ['ai_not_configured', 'ai_failed', 'ai_timeout'],
});

export const testIssue = defineCall({
  name: 'testIssue',
  method: 'POST',
  path: '/admin/newsletter/issues/:id/test',
  access: 'admin',
  permission: 'newsletter.write',
  audit: 'newsletter.test',
  tag: newsletterTag,
  summary: 'Sends the stored issue in a language to the administrator who asks, and to nobody else.',
  params: issueParamsSchema,
  body: z.object({ language: languageSchema }),
  answer: z.object({
    success: z.literal(true),
    to: z.string(),
    /** Where mails are kept because there is no mail server. */
    kept_in: z.string().nullable(),
  }),
  problems: ['not_found', 'conflict'],
});

export const readAudience = defineCall({
  name: 'readAudience',
  method: 'GET',
  path: '/admin/newsletter/issues/:id/audience',
  access: 'admin',
  permission: 'newsletter.write',
  tag: newsletterTag,
  summary: 'Who would get the stored issue now, by language and by the newsletters that they follow.',
  params: issueParamsSchema,
  answer: z.object({
    readers: countSchema,
    languages: z.array(
      z.object({
        language: languageSchema,
        readers: countSchema,
        /** The language of the text that they get; null where there is no whole text at all. */
        text: languageSchema.nullable(),
      }),
    ),
    /** By category, or `all`; who follows several counts in each. */
    newsletters: z.array(z.object({ value: z.string(), readers: countSchema })),
    /** Addresses with an unconfirmed newsletter subscription: no newsletter is sent there. */
    unconfirmed: countSchema,
  }),
  problems: ['not_found'],
});

export const scheduleIssue = defineCall({
  name: 'scheduleIssue',
  method: 'POST',
  path: '/admin/newsletter/issues/:id/schedule',
  access: 'admin',
  permission: 'newsletter.publish',
  audit: 'newsletter.schedule',
  tag: newsletterTag,
  summary:
    'Sends a draft to all who follow the newsletter: at a moment with its offset from UTC, or without one at once.',
  params: issueParamsSchema,
  body: z.object({ at: momentSchema.optional(), version: issueVersionSchema }),
  answer: issueSchema,
  problems: ['not_found', 'conflict', 'stale_version'],
});

export const cancelIssue = defineCall({
  name: 'cancelIssue',
  method: 'POST',
  path: '/admin/newsletter/issues/:id/cancel',
  access: 'admin',
  permission: 'newsletter.publish',
  audit: 'newsletter.cancel',
  tag: newsletterTag,
  summary:
    'Takes a schedule back, which leaves a draft; or ends what is being sent: who waits for it gets nothing.',
  params: issueParamsSchema,
  answer: issueSchema,
  problems: ['not_found', 'conflict'],
});

const archivedSchema = z.object({
  id: z.string(),
  subject: z.string(),
  /** Of the subject and the text. */
  language: languageSchema,
  /** When the first readers got it. */
  sent_at: z.string(),
});
export type ArchivedIssue = z.output<typeof archivedSchema>;

/** Issues of the archive in one answer: their texts are read for it. */
export const ARCHIVED_MAX = 100;

export const findArchivedIssues = defineCall({
  name: 'findArchivedIssues',
  method: 'GET',
  path: '/newsletters',
  access: 'public',
  tag: 'Follows',
  summary: 'Issues of the newsletter that were sent, the latest first. X-Total-Count counts all.',
  query: z.object({
    ...languageChoice,
    limit: limitSchema.max(ARCHIVED_MAX).optional(),
    offset: offsetSchema.optional(),
  }),
  answer: z.array(archivedSchema),
  cached: true,
});

const archivedTextSchema = archivedSchema.extend({
  parts: z
    .array(z.union([z.object({ blocks: z.array(blockSchema) }), z.object({ company: listedCompanySchema })]))
    .describe('The text, and the companies whose cards stand in it as far as readers see them.'),
});
export type ArchivedText = z.output<typeof archivedTextSchema>;

export const readArchivedIssue = defineCall({
  name: 'readArchivedIssue',
  method: 'GET',
  path: '/newsletters/:id',
  access: 'public',
  tag: 'Follows',
  summary: 'An issue of the newsletter that was sent, as everybody may read it.',
  params: issueParamsSchema,
  query: z.object({ ...languageChoice }),
  answer: archivedTextSchema,
  problems: ['not_found'],
  cached: true,
});

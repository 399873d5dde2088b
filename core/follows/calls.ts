import { z } from 'zod';
import { emailSchema } from '../accounts/rules.ts';
import { defineCall } from '../call.ts';
import { CONFIRMATIONS, FOLLOWS, FOLLOWS_TO, LINKS } from '../limits.ts';
import { frequencySchema, sentMailSchema, timeZoneSchema } from '../readers/mail-schema.ts';
import { FOLLOW_KINDS, USUAL_FREQUENCY } from '../readers/rules.ts';
import {
  countSchema,
  doneSchema,
  languageChoice,
  languageSchema,
  tokenSchema,
  unstorable,
} from '../schemas.ts';
import { isStorable } from '../text.ts';

const tag = 'Follows';

const kindOfFollowSchema = z.enum(FOLLOW_KINDS, { error: `Must be one of ${FOLLOW_KINDS.join(', ')}` });

export const followSchema = z.object({
  id: z.string(),
  kind: kindOfFollowSchema,
  value: z.string(),
  /** Display name in the requested language. */
  name: z.string(),
  /** Path of the page of the followed value, without language. */
  path: z.string(),
  /** Of a thread it says nothing: replies are told within minutes. */
  frequency: frequencySchema,
  /** False until its owner has pressed the button on the page that the mail leads to. */
  confirmed: z.boolean(),
  created_at: z.string(),
});
export type Follow = z.output<typeof followSchema>;

/** All data stored about a mail address with follows. */
export const readerSchema = z.object({
  email: z.string(),
  language: languageSchema,
  time_zone: z.string(),
  /** Why nothing is sent there; null where mail is sent. */
  ended: z.enum(['refused', 'bounce', 'complaint', 'unsubscribed']).nullable(),
  follows: z.array(followSchema),
  sent: z.array(sentMailSchema),
});
export type ReaderAnswer = z.output<typeof readerSchema>;

export const startFollow = defineCall({
  name: 'startFollow',
  method: 'POST',
  path: '/follows',
  access: 'public',
  limit: [FOLLOWS, FOLLOWS_TO, CONFIRMATIONS],
  tag,
  summary:
    'Follows something by mail. With an account at once; else a mail asks the address to confirm, and the answer is the same for every address. A thread is followed without an account, by the id of a comment that the visitor wrote; one confirmation of an address is for all threads of the visitor. With the same kind and value it changes the frequency.',
  body: z.object({
    kind: kindOfFollowSchema,
    value: z.string().min(1, 'Is required').max(2000).refine(isStorable, unstorable),
    frequency: frequencySchema.default(USUAL_FREQUENCY),
    email: emailSchema.optional(),
    language: languageSchema.optional(),
    time_zone: timeZoneSchema.optional(),
  }),
  answer: z.object({ follow: followSchema.nullable(), message: z.string() }),
  status: 201,
  problems: ['company_not_found', 'conflict'],
});

export const readFollows = defineCall({
  name: 'readFollows',
  method: 'GET',
  path: '/auth/follows',
  access: 'user',
  tag,
  summary: 'What the account follows, and what it was sent.',
  query: z.object(languageChoice),
  answer: readerSchema,
});

const followParams = z.object({ id: z.string().min(1).max(200).refine(isStorable, unstorable) });
const byMail = { token: tokenSchema.optional().describe('Of a link in a mail, where there is no account.') };

export const changeFollow = defineCall({
  name: 'changeFollow',
  method: 'PUT',
  path: '/follows/:id',
  access: 'public',
  limit: [LINKS],
  tag,
  summary: 'Changes how often something is told of.',
  params: followParams,
  query: z.object({ ...languageChoice, ...byMail }),
  body: z.object({ frequency: frequencySchema }),
  answer: followSchema,
  problems: ['not_found', 'token_invalid'],
});

export const endFollow = defineCall({
  name: 'endFollow',
  method: 'DELETE',
  path: '/follows/:id',
  access: 'public',
  limit: [LINKS],
  tag,
  summary: 'Follows something no longer.',
  params: followParams,
  query: z.object(byMail),
  answer: doneSchema,
  problems: ['not_found', 'token_invalid'],
});

const byToken = z.object({ token: tokenSchema });

export const readPreferences = defineCall({
  name: 'readPreferences',
  method: 'GET',
  path: '/mail/preferences',
  access: 'public',
  limit: [LINKS],
  tag,
  summary: 'What an address follows and was sent, by the token of a link in a mail. Changes nothing.',
  query: byToken.extend(languageChoice),
  answer: readerSchema,
  problems: ['token_invalid'],
});

export const confirmFollows = defineCall({
  name: 'confirmFollows',
  method: 'POST',
  path: '/mail/confirm',
  access: 'public',
  limit: [LINKS],
  tag,
  summary: 'Confirms what an address is to follow, by the token of the link in the mail.',
  query: byToken.extend(languageChoice),
  body: z.object({
    follow: z
      .string()
      .max(64)
      .refine(isStorable, unstorable)
      .optional()
      .describe('The follow that the mail names; without it all that wait'),
    time_zone: timeZoneSchema.optional(),
  }),
  answer: readerSchema,
  problems: ['token_invalid'],
});

export const unsubscribe = defineCall({
  name: 'unsubscribe',
  method: 'POST',
  path: '/mail/unsubscribe',
  access: 'public',
  limit: [LINKS],
  tag,
  summary:
    'Ends the mails of which the token comes, by one request without log-in (RFC 8058): a thread, the newsletter, or everything that an address follows.',
  query: byToken.extend({
    all: z.literal('true').optional().describe('Ends everything, whichever mail the token comes from.'),
  }),
  answer: doneSchema,
  problems: ['token_invalid'],
});

/** Maximum number of bounced addresses in one call. */
const BOUNCES_MAX = 1000;

export const reportBounces = defineCall({
  name: 'reportBounces',
  method: 'POST',
  path: '/mail/bounces',
  access: 'public',
  token: false,
  limit: [LINKS],
  tag,
  summary:
    'For the mail service: mail to these addresses comes back for good, or was complained about. With MAIL_WEBHOOK_SECRET as bearer token. Nothing is sent there any more.',
  body: z.object({
    events: z
      .array(
        z.object({
          email: emailSchema,
          kind: z.enum(['bounce', 'complaint'], { error: 'Must be one of bounce, complaint' }),
        }),
      )
      .min(1)
      .max(BOUNCES_MAX),
  }),
  answer: z.object({ ended: countSchema }),
  problems: ['not_found', 'unauthorized'],
});

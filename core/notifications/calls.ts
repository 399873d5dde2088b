import { z } from 'zod';
import { defineCall } from '../call.ts';
import { commentIdSchema } from '../comments/calls.ts';
import { ACCOUNT_CHANGES } from '../limits.ts';
import { languageChoice } from '../schemas.ts';

/** Notifications that are kept for an account: the newest ones. */
export const NOTIFICATIONS_MAX = 200;
/** Characters of a comment's text in a notification. */
export const NOTIFIED_TEXT_MAX = 200;

const tag = 'Accounts';

const notificationSchema = z.object({
  id: z.string(),
  /** A reply to a comment of one's own, or a new comment in a thread that one follows. */
  kind: z.enum(['reply', 'thread']),
  created_at: z.string(),
  read: z.boolean(),
  company: z.object({ id: z.string(), name: z.string() }),
  comment: z.object({ id: z.string(), root_id: z.string(), author: z.string(), content: z.string() }),
});
export type Notification = z.output<typeof notificationSchema>;

const unreadSchema = z.number().int().describe('Notifications that were not read yet');

const mailsSchema = z.boolean().describe('Whether replies are mailed');

export const findNotifications = defineCall({
  name: 'findNotifications',
  method: 'GET',
  path: '/auth/notifications',
  access: 'user',
  tag,
  summary: `Comments that the account is told of, the newest first, at most ${NOTIFICATIONS_MAX}; of their texts the first ${NOTIFIED_TEXT_MAX} characters.`,
  query: z.object(languageChoice),
  answer: z.object({
    unread: unreadSchema,
    mails: mailsSchema,
    notifications: z.array(notificationSchema),
  }),
});

export const countNotifications = defineCall({
  name: 'countNotifications',
  method: 'GET',
  path: '/auth/notifications/count',
  access: 'user',
  tag,
  summary: 'How many notifications were not read yet.',
  answer: z.object({ unread: unreadSchema }),
});

export const switchReplyMails = defineCall({
  name: 'switchReplyMails',
  method: 'PUT',
  path: '/auth/notifications',
  access: 'user',
  limit: [ACCOUNT_CHANGES],
  tag,
  summary: 'Switches the mails about replies on or off.',
  body: z.object({ mails: mailsSchema }),
  answer: z.object({ mails: mailsSchema }),
});

export const readNotifications = defineCall({
  name: 'readNotifications',
  method: 'POST',
  path: '/auth/notifications/read',
  access: 'user',
  limit: [ACCOUNT_CHANGES],
  tag,
  summary: 'Marks notifications as read: those named, or all.',
  body: z.object({ ids: z.array(commentIdSchema).max(NOTIFICATIONS_MAX).optional() }),
  answer: z.object({ unread: unreadSchema }),
});

export const findFollowedThreads = defineCall({
  name: 'findFollowedThreads',
  method: 'GET',
  path: '/auth/threads',
  access: 'user',
  tag,
  summary: 'Threads that the account follows or has muted, by the id of their top-level comment.',
  query: z.object(languageChoice),
  answer: z.array(
    z.object({
      root_id: z.string(),
      company: z.object({ id: z.string(), name: z.string() }),
      muted: z.boolean(),
    }),
  ),
});

export const followThread = defineCall({
  name: 'followThread',
  method: 'PUT',
  path: '/auth/threads/:commentId',
  access: 'user',
  limit: [ACCOUNT_CHANGES],
  tag,
  summary:
    'Follows the thread of a comment, or mutes it: then nothing is told of it, not even replies to comments of one’s own.',
  params: z.object({ commentId: commentIdSchema }),
  body: z.object({ muted: z.boolean().default(false) }),
  answer: z.object({ root_id: z.string(), muted: z.boolean() }),
  problems: ['comment_not_found'],
});

export const leaveThread = defineCall({
  name: 'leaveThread',
  method: 'DELETE',
  path: '/auth/threads/:commentId',
  access: 'user',
  limit: [ACCOUNT_CHANGES],
  tag,
  summary: 'Neither follows nor mutes a thread any more; one that is neither is no error.',
  params: z.object({ commentId: commentIdSchema }),
  answer: z.object({ success: z.literal(true) }),
});

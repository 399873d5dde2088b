import { z } from 'zod';
import { defineCall } from '../call.ts';
import { companyParamsSchema, LIST_MAX, limitSchema } from '../companies/calls.ts';
import { COMMENTS, COMMENTS_ON, REPORTS } from '../limits.ts';
import { trimmedText, unstorable } from '../schemas.ts';
import { isInvisible, isStorable } from '../text.ts';
import type { Comment } from './comment.ts';
import {
  ANONYMOUS_AUTHOR,
  AUTHOR_MAX,
  COMMENT_MAX,
  DEEPEST_REPLY,
  REPLIES_CARRIED,
  REPORT_REASONS,
} from './rules.ts';

export const commentSchema: z.ZodType<Comment> = z
  .object({
    id: z.string(),
    author: z.string(),
    content: z.string(),
    timestamp: z.string().describe('ISO 8601, UTC'),
    parent_id: z.string().nullable(),
    person: z
      .number()
      .int()
      .nullable()
      .describe(
        'Tells the people in the comments on one company apart, by the order in which they came; says nothing else of them. Null where nobody knows any more.',
      ),
    replies_count: z
      .number()
      .int()
      .optional()
      .describe('Of a top-level comment: replies below it, at any depth, whether they are carried or not.'),
    more_replies: z
      .string()
      .optional()
      .describe('Of a top-level comment with more replies than are carried: the cursor for findReplies.'),
    deleted: z
      .boolean()
      .optional()
      .describe('True for the empty place of a deleted comment that has replies.'),
    held: z
      .boolean()
      .optional()
      .describe('True for a comment just posted or edited that waits for approval.'),
    edited_at: z.string().optional().describe('Of a comment that was edited: when last, ISO 8601, UTC.'),
    // What is parsed has been flattened to DEEPEST_REPLY levels.
    get replies() {
      return z.array(commentSchema);
    },
  })
  .meta({ id: 'Comment' });

/** 1 to 5,000 characters after trimming. */
export const commentContentSchema = trimmedText(1, COMMENT_MAX);

/** The author as sent, trimmed; absent, empty or invisible is 'Anonymous User'. */
export const commentAuthorSchema = trimmedText(0, AUTHOR_MAX)
  .nullish()
  .transform((author) => (author && !isInvisible(author) ? author : ANONYMOUS_AUTHOR));

const cursorSchema = z.string().max(2000);
export const commentIdSchema = z.string().min(1).max(64).refine(isStorable, unstorable);

export const findComments = defineCall({
  name: 'findComments',
  method: 'GET',
  path: '/companies/:id/comments',
  access: 'public',
  tag: 'Comments',
  summary: `Top-level comments on a company, newest first, each with its replies, oldest first, nested at most ${DEEPEST_REPLY} levels deep. At most ${LIST_MAX}; X-Total-Count counts all, Link rel=next leads on. An answer carries at most 1 MB of comments, and of one thread the first ${REPLIES_CARRIED} replies or 256 kB: \`replies_count\` says how many there are, \`more_replies\` where findReplies goes on.`,
  params: companyParamsSchema,
  query: z.object({ limit: limitSchema.optional(), cursor: cursorSchema.optional() }),
  answer: z.array(commentSchema),
  problems: ['company_not_found'],
  cached: true,
});

export const findReplies = defineCall({
  name: 'findReplies',
  method: 'GET',
  path: '/companies/:id/comments/:commentId/replies',
  access: 'public',
  tag: 'Comments',
  summary: `The replies below a top-level comment, oldest first, in one flat list: \`parent_id\` says below which comment each stands. At most ${LIST_MAX} and 1 MB; X-Total-Count counts all, Link rel=next leads on. The empty place of a deleted comment may come again with what stands below it.`,
  params: companyParamsSchema.extend({ commentId: commentIdSchema }),
  query: z.object({ limit: limitSchema.optional(), cursor: cursorSchema.optional() }),
  answer: z.array(commentSchema),
  problems: ['company_not_found', 'comment_not_found'],
  cached: true,
});

export const postComment = defineCall({
  name: 'postComment',
  method: 'POST',
  path: '/companies/:id/comments',
  access: 'public',
  limit: [COMMENTS, COMMENTS_ON],
  tag: 'Comments',
  summary:
    'Comments on a company, or on the comment `parent_id`. Past 200 comments on one company in an hour, of whomever, it is held for approval.',
  params: companyParamsSchema,
  body: z.object({
    author: commentAuthorSchema.describe('Refused where it imitates the site or those who run it.'),
    content: commentContentSchema,
    parent_id: commentIdSchema.nullish(),
  }),
  answer: commentSchema,
  status: 201,
  problems: ['company_not_found', 'comment_not_found'],
});

export const postReply = defineCall({
  name: 'postReply',
  method: 'POST',
  path: '/companies/:id/comments/:commentId/replies',
  access: 'public',
  limit: [COMMENTS, COMMENTS_ON],
  tag: 'Comments',
  summary: `Replies to a comment; to one ${DEEPEST_REPLY} levels deep the reply becomes its sibling.`,
  params: companyParamsSchema.extend({ commentId: commentIdSchema }),
  body: z.object({ author: commentAuthorSchema, content: commentContentSchema }),
  answer: commentSchema,
  status: 201,
  problems: ['company_not_found', 'comment_not_found'],
});

export const findOwnComments = defineCall({
  name: 'findOwnComments',
  method: 'GET',
  path: '/companies/:id/comments/own',
  access: 'public',
  tag: 'Comments',
  summary:
    'The comments on a company that who asks may still change: the visitor for fifteen minutes, the account that wrote them also later, to take them back.',
  params: companyParamsSchema,
  answer: z.array(
    z.object({
      id: z.string(),
      editable_until: z.string().nullable().describe('Null where it can only be taken back.'),
    }),
  ),
  problems: ['company_not_found'],
});

export const editComment = defineCall({
  name: 'editComment',
  method: 'PUT',
  path: '/companies/:id/comments/:commentId',
  access: 'public',
  limit: [COMMENTS],
  tag: 'Comments',
  summary:
    'Changes the text of a comment of one’s own, within fifteen minutes of posting it. The moderation rules are asked again.',
  params: companyParamsSchema.extend({ commentId: commentIdSchema }),
  body: z.object({ content: commentContentSchema }),
  answer: commentSchema,
  problems: ['company_not_found', 'comment_not_found', 'forbidden', 'conflict'],
});

export const takeBackComment = defineCall({
  name: 'takeBackComment',
  method: 'DELETE',
  path: '/companies/:id/comments/:commentId',
  access: 'public',
  limit: [COMMENTS],
  tag: 'Comments',
  summary:
    'Takes back a comment of one’s own: within fifteen minutes of posting it, with the account that wrote it at any time. Its replies stay.',
  params: companyParamsSchema.extend({ commentId: commentIdSchema }),
  answer: z.object({ success: z.literal(true) }),
  problems: ['company_not_found', 'comment_not_found', 'forbidden', 'conflict'],
});

export const reportComment = defineCall({
  name: 'reportComment',
  method: 'POST',
  path: '/companies/:id/comments/:commentId/report',
  access: 'public',
  limit: [REPORTS],
  tag: 'Comments',
  summary: 'Reports a comment to the moderators, once for each visitor; reporting again changes nothing.',
  params: companyParamsSchema.extend({ commentId: commentIdSchema }),
  body: z.object({
    reason: z.enum(REPORT_REASONS, { error: `Must be one of ${REPORT_REASONS.join(', ')}` }),
  }),
  answer: z.object({ success: z.literal(true) }),
  status: 201,
  problems: ['company_not_found', 'comment_not_found'],
});

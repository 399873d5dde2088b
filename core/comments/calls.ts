import { z } from 'zod';
import { defineCall } from '../call.ts';
import { companyParams } from '../companies/calls.ts';
import { trimmedText } from '../schemas.ts';
import { isStorable } from '../text.ts';
import * as endpoints from './endpoints.ts';
import { ANONYMOUS_AUTHOR, AUTHOR_MAX, COMMENT_MAX, REPORT_REASONS } from './rules.ts';

export interface Comment {
  id: string;
  author: string;
  content: string;
  timestamp: string;
  parent_id: string | null;
  deleted?: boolean | undefined;
  held?: boolean | undefined;
  replies: Comment[];
}

export const comment: z.ZodType<Comment> = z
  .object({
    id: z.string(),
    author: z.string(),
    content: z.string(),
    timestamp: z.string().describe('ISO 8601, UTC'),
    parent_id: z.string().nullable(),
    deleted: z
      .boolean()
      .optional()
      .describe('True for the empty place of a deleted comment that has replies.'),
    held: z.boolean().optional().describe('True for a comment just posted that waits for approval.'),
    get replies() {
      return z.array(comment);
    },
  })
  .meta({ id: 'Comment' });

/** 1 to 5,000 characters after trimming. */
export const commentContent = trimmedText(1, COMMENT_MAX);

/** The author as sent, trimmed; absent or empty is 'Anonymous User'. */
export const commentAuthor = trimmedText(0, AUTHOR_MAX)
  .nullish()
  .transform((author) => author || ANONYMOUS_AUTHOR);

const commentId = z.string().min(1).max(64).refine(isStorable);

export const findComments = defineCall({
  name: 'findComments',
  method: 'GET',
  path: '/companies/:id/comments',
  access: 'public',
  tag: 'Comments',
  summary: 'Comments on a company, newest first, each with its replies, oldest first.',
  params: companyParams,
  answer: z.array(comment),
  problems: ['company_not_found'],
  cached: true,
});

export const postComment = defineCall({
  ...endpoints.postComment,
  tag: 'Comments',
  summary: 'Comments on a company, or on the comment `parent_id`.',
  params: companyParams,
  body: z.object({
    author: commentAuthor,
    content: commentContent,
    parent_id: commentId.nullish(),
  }),
  answer: comment,
  status: 201,
  problems: ['company_not_found', 'comment_not_found'],
});

export const postReply = defineCall({
  ...endpoints.postReply,
  tag: 'Comments',
  summary: 'Replies to a comment.',
  params: companyParams.extend({ commentId }),
  body: z.object({ author: commentAuthor, content: commentContent }),
  answer: comment,
  status: 201,
  problems: ['company_not_found', 'comment_not_found'],
});

export const reportComment = defineCall({
  ...endpoints.reportComment,
  tag: 'Comments',
  summary: 'Reports a comment to the moderators, once for each visitor; reporting again changes nothing.',
  params: companyParams.extend({ commentId }),
  body: z.object({
    reason: z.enum(REPORT_REASONS, { error: `Must be one of ${REPORT_REASONS.join(', ')}` }),
  }),
  answer: z.object({ success: z.literal(true) }),
  status: 201,
  problems: ['company_not_found', 'comment_not_found'],
});

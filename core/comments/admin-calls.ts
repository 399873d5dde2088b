import { z } from 'zod';
import { MEBIBYTE } from '../bytes.ts';
import { defineCall } from '../call.ts';
import { LIST_MAX, limitSchema, offsetSchema } from '../companies/calls.ts';
import { categorySchema, languageSchema, unstorable } from '../schemas.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';
import { commentIdSchema } from './calls.ts';
import {
  COMMENT_STATUSES,
  DELETED_KEPT_DAYS,
  EXCERPT_MAX,
  REPLIES_CARRIED,
  REPORT_REASONS,
} from './rules.ts';

const tag = 'Comment moderation';

const moderatedReplySchema = z.object({
  id: z.string(),
  author: z.string(),
  content: z.string(),
  truncated: z
    .boolean()
    .optional()
    .describe(
      `True in a list where \`content\` is the first ${EXCERPT_MAX} characters only; readAdminComment has the whole.`,
    ),
  timestamp: z.string().describe('ISO 8601, UTC'),
  status: z.enum(COMMENT_STATUSES),
  /** How many visitors reported it, and what for, the latest reason first. */
  reports: z.number().int(),
  report_reasons: z.array(z.enum(REPORT_REASONS)),
});

export type AdminReply = z.output<typeof moderatedReplySchema>;

/** A top-level comment as an administrator sees it, with the replies below it, the oldest first. */
export const adminCommentSchema = moderatedReplySchema.extend({
  created_at: z.string(),
  company_id: z.string(),
  company_name: z.string(),
  company_category: z.string(),
  replies: z.array(moderatedReplySchema),
  more_replies: z
    .boolean()
    .optional()
    .describe('True where there are more replies than are carried; findAdminReplies has all.'),
});
export type AdminComment = z.output<typeof adminCommentSchema>;

export const COMMENT_FILTERS = ['all', ...COMMENT_STATUSES, 'reported'] as const;
export type CommentFilter = (typeof COMMENT_FILTERS)[number];
const commentFilterSchema = z.enum(COMMENT_FILTERS, {
  error: `Must be one of ${COMMENT_FILTERS.join(', ')}`,
});

export const findAdminComments = defineCall({
  name: 'findAdminComments',
  method: 'GET',
  path: '/admin/comments',
  access: 'admin',
  permission: 'comments.read',
  tag,
  summary: `The comments in which, or below which, something matches: the newest first, reported ones by the newest report; at most ${LIST_MAX}. X-Total-Count counts all; Link rel=next leads on. An answer carries at most 1 MB of comments, and of one thread ${REPLIES_CARRIED} replies or 256 kB, those that match before the others.`,
  query: z.object({
    q: z
      .string()
      .max(SEARCH_MAX)
      .refine(isStorable, unstorable)
      .optional()
      .describe("In content, author and the company's name; every term, taken literally."),
    category: categorySchema.optional(),
    status: commentFilterSchema.optional().describe('all: everything but deleted comments.'),
    language: languageSchema.optional().describe("Of the company's name."),
    lang: languageSchema.optional(),
    comment: commentIdSchema.optional().describe('Only the thread of this comment or reply.'),
    limit: limitSchema.optional(),
    offset: offsetSchema.optional(),
    cursor: z.string().max(2000).optional(),
  }),
  answer: z.array(adminCommentSchema),
});

/** Most comments that are restored at once. */
export const RESTORED_MAX = 10_000;

const commentParamsSchema = z.object({ id: commentIdSchema });
const successSchema = z.object({ success: z.literal(true) });

export const readAdminComment = defineCall({
  name: 'readAdminComment',
  method: 'GET',
  path: '/admin/comments/:id',
  access: 'admin',
  permission: 'comments.read',
  tag,
  summary: 'A comment or reply with its whole text.',
  params: commentParamsSchema,
  answer: moderatedReplySchema,
  problems: ['comment_not_found'],
});

export const findAdminReplies = defineCall({
  name: 'findAdminReplies',
  method: 'GET',
  path: '/admin/comments/:id/replies',
  access: 'admin',
  permission: 'comments.read',
  tag,
  summary: `The replies below a top-level comment, the oldest first; at most ${LIST_MAX} and 1 MB. X-Total-Count counts all; Link rel=next leads on.`,
  params: commentParamsSchema,
  query: z.object({
    status: commentFilterSchema
      .optional()
      .describe('Replies that are deleted are listed with `deleted` only.'),
    limit: limitSchema.optional(),
    cursor: z.string().max(2000).optional(),
  }),
  answer: z.array(moderatedReplySchema),
  problems: ['comment_not_found'],
});

export const deleteComment = defineCall({
  name: 'deleteComment',
  method: 'DELETE',
  path: '/admin/comments/:id',
  access: 'admin',
  permission: 'comments.moderate',
  audit: 'comment.delete',
  tag,
  summary: `Deletes a comment; it can be restored for ${DELETED_KEPT_DAYS} days. Replies stay.`,
  params: commentParamsSchema,
  answer: successSchema,
  problems: ['comment_not_found'],
});

export const restoreComment = defineCall({
  name: 'restoreComment',
  method: 'POST',
  path: '/admin/comments/:id/restore',
  access: 'admin',
  permission: 'comments.moderate',
  audit: 'comment.restore',
  tag,
  summary: 'Makes a deleted comment what it was before.',
  params: commentParamsSchema,
  answer: successSchema,
  problems: ['comment_not_found', 'conflict'],
});

export const approveComment = defineCall({
  name: 'approveComment',
  method: 'POST',
  path: '/admin/comments/:id/approve',
  access: 'admin',
  permission: 'comments.moderate',
  audit: 'comment.approve',
  tag,
  summary: 'Publishes a comment that was held.',
  params: commentParamsSchema,
  answer: successSchema,
  problems: ['comment_not_found', 'conflict'],
});

export const deleteCommentsByVisitor = defineCall({
  name: 'deleteCommentsByVisitor',
  method: 'POST',
  path: '/admin/comments/:id/delete-by-visitor',
  access: 'admin',
  permission: 'comments.moderate',
  audit: 'comment.delete_by_visitor',
  tag,
  summary: 'Deletes a comment and all others of the same visitor. `ids` are what restoreComments takes.',
  params: commentParamsSchema,
  answer: successSchema.extend({ deleted: z.number().int(), ids: z.array(commentIdSchema) }),
  problems: ['comment_not_found'],
});

export const countCommentsByVisitor = defineCall({
  name: 'countCommentsByVisitor',
  method: 'GET',
  path: '/admin/comments/:id/by-visitor',
  access: 'admin',
  permission: 'comments.read',
  tag,
  summary: 'How many comments deleteCommentsByVisitor would delete.',
  params: commentParamsSchema,
  answer: z.object({ count: z.number().int() }),
  problems: ['comment_not_found'],
});

/** What is done with several comments at once. */
const MODERATIONS = ['approve', 'hold', 'delete', 'restore', 'dismiss'] as const;
export type ModerationOfSeveral = (typeof MODERATIONS)[number];

export const moderateComments = defineCall({
  name: 'moderateComments',
  method: 'POST',
  path: '/admin/comments/moderate',
  access: 'admin',
  permission: 'comments.moderate',
  audit: 'comment.moderate',
  tag,
  summary:
    'Approves, holds, deletes or restores comments, or takes their reports away, in one write. `done` are those that it changed; those that are gone, or were so already, are left out.',
  body: z.object({
    task: z.enum(MODERATIONS, { error: `Must be one of ${MODERATIONS.join(', ')}` }),
    ids: z.array(commentIdSchema).min(1).max(RESTORED_MAX),
  }),
  answer: z.object({ done: z.array(commentIdSchema) }),
  bodyLimit: MEBIBYTE,
});

export const restoreComments = defineCall({
  name: 'restoreComments',
  method: 'POST',
  path: '/admin/comments/restore',
  access: 'admin',
  permission: 'comments.moderate',
  audit: 'comment.restore',
  tag,
  summary: 'Makes deleted comments what they were before. Those that are gone for good are left out.',
  body: z.object({ ids: z.array(commentIdSchema).min(1).max(RESTORED_MAX) }),
  answer: z.object({ restored: z.number().int() }),
  bodyLimit: MEBIBYTE,
});

export const holdComment = defineCall({
  name: 'holdComment',
  method: 'POST',
  path: '/admin/comments/:id/hold',
  access: 'admin',
  permission: 'comments.moderate',
  audit: 'comment.hold',
  tag,
  summary: 'Takes an approval back: the comment waits for one again.',
  params: commentParamsSchema,
  answer: successSchema,
  problems: ['comment_not_found', 'conflict'],
});

export const dismissReports = defineCall({
  name: 'dismissReports',
  method: 'DELETE',
  path: '/admin/comments/:id/reports',
  access: 'admin',
  permission: 'comments.moderate',
  audit: 'comment.dismiss_reports',
  tag,
  summary: 'Takes the reports of a comment away.',
  params: commentParamsSchema,
  answer: successSchema,
  problems: ['comment_not_found'],
});

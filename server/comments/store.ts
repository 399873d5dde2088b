import { v7 as uuidv7 } from 'uuid';
import type { Comment } from '../../core/comments/calls.ts';
import { nestComments } from '../../core/comments/rules.ts';
import { problem } from '../../core/problem.ts';
import type { Db } from '../database/open.ts';

export interface NewComment {
  company_id: string;
  parent_id: string | null;
  author: string;
  content: string;
  visitor: string;
  created_at: string;
}

/** The comments on a company as a tree. */
export async function findComments(db: Db, companyId: string): Promise<Comment[]> {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'author', 'content', 'created_at as timestamp', 'parent_id'])
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return nestComments(rows) as Comment[];
}

/** Stores a comment. @throws comment_not_found where the parent is not a comment on the same company */
export async function insertComment(tx: Db, comment: NewComment): Promise<Comment> {
  if (comment.parent_id !== null) {
    const parent = await tx
      .selectFrom('comments')
      .select('id')
      .where('id', '=', comment.parent_id)
      .where('company_id', '=', comment.company_id)
      .executeTakeFirst();
    if (!parent) throw problem('comment_not_found', 'The comment to reply to does not exist.');
  }
  // Version 7 ids grow with time: comments of one millisecond keep their order.
  const id = uuidv7();
  await tx
    .insertInto('comments')
    .values({ id, ...comment })
    .execute();
  const { author, content, parent_id } = comment;
  return { id, author, content, timestamp: comment.created_at, parent_id, replies: [] };
}

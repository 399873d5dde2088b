import type { Insertable } from 'kysely';
import type { Comment } from '../../core/comments/calls.ts';
import { hideDeleted, nestComments } from '../../core/comments/rules.ts';
import { problem } from '../../core/problem.ts';
import { searchForm } from '../../core/text.ts';
import { addComments } from '../companies/store.ts';
import { compiled } from '../database/compiled.ts';
import { newId } from '../database/ids.ts';
import type { CommentReportTable } from '../database/schema.ts';
import type { Db, Unit } from '../database/types.ts';

export interface NewComment {
  company_id: string;
  parent_id: string | null;
  author: string;
  content: string;
  visitor: string;
  created_at: string;
  status: 'published' | 'held';
}

/** The comments on a company as a tree, as the public sees it. */
export async function findComments(db: Db, companyId: string): Promise<Comment[]> {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'author', 'content', 'created_at as timestamp', 'parent_id', 'status'])
    .where('company_id', '=', companyId)
    .where('status', '!=', 'held')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return hideDeleted(nestComments(rows));
}

/** A comment that the public sees on a company. @throws comment_not_found */
export async function requirePublished(
  tx: Db,
  companyId: string,
  id: string,
): Promise<{ id: string; root_id: string | null }> {
  const row = await tx
    .selectFrom('comments')
    .select(['id', 'root_id'])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('status', '=', 'published')
    .executeTakeFirst();
  if (!row) throw problem('comment_not_found', 'There is no such comment on this company.');
  return row;
}

interface CommentRow extends NewComment {
  id: string;
  root_id: string;
  search_text: string;
}

const insertRow = compiled((db: Db, row: CommentRow) =>
  db.insertInto('comments').values({
    id: row.id,
    company_id: row.company_id,
    parent_id: row.parent_id,
    root_id: row.root_id,
    author: row.author,
    content: row.content,
    search_text: row.search_text,
    visitor: row.visitor,
    created_at: row.created_at,
    status: row.status,
  }),
);

/** Stores a comment. @throws comment_not_found where the parent is not a comment on the same company */
export async function insertComment(unit: Unit, comment: NewComment): Promise<Comment> {
  const { tx } = unit;
  const { company_id, parent_id, author, content } = comment;
  const parent = parent_id === null ? undefined : await requirePublished(tx, company_id, parent_id);
  // Ids grow: comments of one millisecond keep their order.
  const id = newId();
  await insertRow(tx, {
    ...comment,
    id,
    root_id: parent?.root_id ?? parent?.id ?? id,
    search_text: searchForm(`${author}\n${content}`),
  });
  if (comment.status === 'published') addComments(unit, company_id, 1);
  unit.changed(comment.status === 'published' ? 'comment' : 'moderation', id);
  return { id, author, content, timestamp: comment.created_at, parent_id, replies: [] };
}

/** Whether a visitor has a comment that the public sees: a moderator, or no rule, let it through. */
export async function hasPublished(tx: Db, visitor: string): Promise<boolean> {
  const row = await tx
    .selectFrom('comments')
    .select('id')
    .where('visitor', '=', visitor)
    .where('status', '=', 'published')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a report; the same visitor's second changes nothing. */
export async function insertReport(tx: Db, report: Insertable<CommentReportTable>): Promise<void> {
  await tx
    .insertInto('comment_reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

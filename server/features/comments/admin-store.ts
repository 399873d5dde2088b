import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { commentTags } from '../../platform/database/cache-tags.ts';
import type { CommentTable } from '../../platform/database/schema.ts';
import type { AuthoredUnit, Db, Unit } from '../../platform/database/types.ts';
import { addComments, noteComment } from '../companies/index.ts';
import { notifyOf } from '../notifications/index.ts';
import { addReplies, settleThread } from './threads.ts';

export type StoredComment = Selectable<CommentTable>;

/** In words that both databases recognise as the condition of the index by status. */
export const PUBLISHED = sql.lit('published' as const);

/**
 * A comment that nothing else changes until the transaction ends, so that counters stay exact. The
 * update changes nothing: it locks the row, which SQLite has no words for and no need of.
 */
export async function lockComment(tx: Db, id: string): Promise<StoredComment | undefined> {
  return tx
    .updateTable('comments')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** How many comments that are not deleted a comment's visitor has; undefined where there is no such comment. */
export async function countByVisitor(db: Db, commentId: string): Promise<number | undefined> {
  const comment = await db
    .selectFrom('comments')
    .select(['visitor', 'status'])
    .where('id', '=', commentId)
    .executeTakeFirst();
  if (!comment) return undefined;
  // Without a visitor id, no other comment can be attributed to the author.
  if (comment.visitor === null) return Number(comment.status !== 'deleted');
  const { count } = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('visitor', '=', comment.visitor)
    .where('status', '!=', 'deleted')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** All comments of a visitor that are not deleted, locked. */
export async function lockCommentsOf(tx: Db, visitor: string): Promise<StoredComment[]> {
  return tx
    .updateTable('comments')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('visitor', '=', visitor)
    .where('status', '!=', 'deleted')
    .returningAll()
    .execute();
}

/** Whether a deleted comment can come back: not once it was cleared, nor where its author took it back. */
export const isRestorable = ({ status, content, status_before }: StoredComment): boolean =>
  status === 'deleted' && content !== '' && status_before !== null;

/** Gives a locked comment another status, and its company the right number of published ones. */
export async function setStatus(
  unit: AuthoredUnit,
  comment: StoredComment,
  status: StoredComment['status'],
): Promise<void> {
  if (comment.status === status) return;
  const deleted = status === 'deleted';
  const before = comment.status === 'deleted' ? comment.status_before : comment.status;
  // A comment with an entry in the change feed was announced before.
  const isNews = status === 'published' && comment.change_id === null;
  await unit.tx
    .updateTable('comments')
    .set({
      status,
      deleted_at: deleted ? unit.now.toISOString() : null,
      status_before: deleted ? before : null,
      ...(isNews
        ? { change_id: await noteComment(unit.tx, comment.company_id, unit.now.toISOString()) }
        : {}),
    })
    .where('id', '=', comment.id)
    .execute();
  const change = Number(status === 'published') - Number(comment.status === 'published');
  if (change !== 0) addComments(unit, comment.company_id, change);
  if (change > 0) await notifyOf(unit, comment, unit.now);
  if (comment.parent_id === null) settleThread(unit, comment.id);
  else if (change !== 0) addReplies(unit, comment.root_id ?? comment.id, change);
  const { id, company_id } = comment;
  // Not the text: it is cleared with the comment.
  unit.changed(change === 0 ? 'moderation' : 'comment', id, {
    before: { company_id, status: comment.status },
    after: { company_id, status },
    tags: commentTags(company_id),
  });
}

/** Takes a comment's reports away. Returns whether there were any. */
export async function deleteReports(unit: Unit, commentId: string): Promise<boolean> {
  const rows = await unit.tx
    .deleteFrom('comment_reports')
    .where('comment_id', '=', commentId)
    .returning('visitor')
    .execute();
  if (rows.length === 0) return false;
  unit.changed('moderation', commentId, { before: { reports: rows.length }, after: { reports: 0 } });
  return true;
}

/**
 * Clears comments deleted before a moment. One with replies below it keeps its place, emptied, so
 * that the thread stays readable; the others are removed. Returns how many were cleared.
 */
export async function clearDeleted(tx: Db, before: string): Promise<number> {
  let removed = 0;
  // A deleted reply to a deleted comment goes first and makes room for the next.
  for (let more = true; more; ) {
    const rows = await tx
      .deleteFrom('comments')
      .where('status', '!=', PUBLISHED)
      .where('status', '=', 'deleted')
      .where('deleted_at', '<', before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('comments as reply')
              .select('reply.id')
              .whereRef('reply.parent_id', '=', 'comments.id'),
          ),
        ),
      )
      .returning('id')
      .execute();
    removed += rows.length;
    more = rows.length > 0;
  }
  const emptied = await tx
    .updateTable('comments')
    .set({ author: '', content: '', search_text: '', visitor: null, person: null })
    .where('status', '!=', PUBLISHED)
    .where('status', '=', 'deleted')
    .where('deleted_at', '<', before)
    .where('content', '!=', '')
    .returning('id')
    .execute();
  return removed + emptied.length;
}

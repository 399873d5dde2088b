import type { Insertable } from 'kysely';
import type { Comment } from '../../../core/comments/comment.ts';
import { problem } from '../../../core/problem.ts';
import { searchForm } from '../../../core/text.ts';
import { commentTags } from '../../platform/database/cache-tags.ts';
import { newId } from '../../platform/database/ids.ts';
import type { CommentReportTable } from '../../platform/database/schema.ts';
import { compiled } from '../../platform/database/statements.ts';
import type { Db, Unit } from '../../platform/database/types.ts';
import { addComments, noteComment } from '../companies/index.ts';
import { notifyOf } from '../notifications/index.ts';
import { placeOfReply } from './reading.ts';
import { addReplies, addThreads } from './threads.ts';

export interface NewComment {
  company_id: string;
  parent_id: string | null;
  author: string;
  content: string;
  visitor: string;
  created_at: string;
  status: 'published' | 'held';
  /** The account that is logged in. */
  user?: string | undefined;
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

interface CommentRow extends Omit<NewComment, 'user'> {
  change_id: string | null;
  id: string;
  root_id: string;
  search_text: string;
  shown: number;
  person: number;
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
    shown: row.shown,
    person: row.person,
    change_id: row.change_id,
  }),
);

/**
 * Stores a comment, and counts it where it is shown at once. A reply to one of the deepest becomes its
 * sibling. @throws comment_not_found where the parent is not a comment on the same company
 */
export async function insertComment(unit: Unit, comment: NewComment): Promise<Comment> {
  const { tx } = unit;
  const { user, ...stored } = comment;
  const { company_id, author, content, visitor, status } = stored;
  const parent =
    comment.parent_id === null ? undefined : await requirePublished(tx, company_id, comment.parent_id);
  const parent_id = parent ? await placeOfReply(tx, parent.id) : null;
  const person = await personOf(tx, company_id, visitor);
  const published = status === 'published';
  // Ids grow: comments of one millisecond keep their order.
  const id = newId();
  const root_id = parent?.root_id ?? parent?.id ?? id;
  await insertRow(tx, {
    ...stored,
    id,
    parent_id,
    root_id,
    search_text: searchForm(`${author}\n${content}`),
    shown: Number(published),
    person,
    change_id: published ? await noteComment(tx, company_id, comment.created_at) : null,
  });
  if (user !== undefined)
    await tx.insertInto('comment_authors').values({ comment_id: id, user_id: user }).execute();
  if (published) {
    await notifyOf(unit, { id, company_id, parent_id, root_id, visitor }, new Date(comment.created_at));
    addComments(unit, company_id, 1);
    if (parent) addReplies(unit, root_id, 1);
    else addThreads(unit, company_id, 1);
  }
  unit.changed(published ? 'comment' : 'moderation', id, { tags: commentTags(company_id) });
  return {
    id,
    author,
    content,
    timestamp: comment.created_at,
    parent_id,
    person,
    ...(parent ? {} : { replies_count: 0 }),
    replies: [],
  };
}

const selectPerson = compiled((db: Db, { company, visitor }: { company: string; visitor: string }) =>
  db
    .selectFrom('comments')
    .select('person')
    .where('visitor', '=', visitor)
    .where('company_id', '=', company)
    .where('person', 'is not', null)
    .limit(1),
);

/** The number of a visitor in the comments on a company: the next one where it is the first comment. */
async function personOf(tx: Db, company: string, visitor: string): Promise<number> {
  const known = async () => (await selectPerson(tx, { company, visitor }))[0]?.person ?? undefined;
  const before = await known();
  if (before !== undefined) return before;
  const { last } = await tx
    .insertInto('comment_persons')
    .values({ company_id: company, last: 1 })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet((eb) => ({ last: eb('comment_persons.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  // The row above was waited for: the same visitor may have got a number meanwhile.
  return (await known()) ?? last;
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

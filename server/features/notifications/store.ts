import { sql } from 'kysely';
import type { Language } from '../../../core/languages.ts';
import {
  NOTIFICATIONS_MAX,
  NOTIFIED_TEXT_MAX,
  type Notification,
} from '../../../core/notifications/calls.ts';
import { problem } from '../../../core/problem.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Db, Unit } from '../../platform/database/types.ts';
import { queueReplies } from '../readers/index.ts';

interface PublishedComment {
  id: string;
  company_id: string;
  /** Null once the comment was cleared. */
  visitor: string | null;
  parent_id: string | null;
  root_id: string | null;
}

/**
 * Notifies accounts of a newly published comment: the author of the comment that a reply answers, and the followers of
 * the thread. No account is notified of a comment of its own, of a muted thread, or twice of one comment. Addresses
 * without an account that follow the thread get mail.
 */
export async function notifyOf(
  { tx }: Pick<Unit, 'tx'>,
  { id, company_id, parent_id, root_id, visitor }: PublishedComment,
  at: Date,
): Promise<void> {
  if (parent_id === null) return;
  const root = root_id ?? id;
  await queueReplies(tx, { id, root, company: company_id, visitor: visitor ?? '' }, at);
  const authorOf = (commentId: string) =>
    tx.selectFrom('comment_authors').select('user_id').where('comment_id', '=', commentId).executeTakeFirst();
  const [writer, answered, threads] = [
    await authorOf(id),
    await authorOf(parent_id),
    await tx
      .selectFrom('followed_threads')
      .select(['user_id', 'muted'])
      .where('root_id', '=', root)
      .execute(),
  ];
  const kinds = new Map<string, Notification['kind']>();
  for (const { user_id } of threads) kinds.set(user_id, 'thread');
  if (answered) kinds.set(answered.user_id, 'reply');
  for (const { user_id, muted } of threads) if (muted) kinds.delete(user_id);
  if (writer) kinds.delete(writer.user_id);
  if (kinds.size === 0) return;
  await tx
    .insertInto('notifications')
    .values(
      [...kinds].map(([user_id, kind]) => ({
        id: newId(),
        user_id,
        comment_id: id,
        kind,
        created_at: at.toISOString(),
        read_at: null,
        mailed_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'comment_id']).doNothing())
    .execute();
}

/** Notifications of comments that the public still sees. */
export const shownNotifications = (db: Db) =>
  db
    .selectFrom('notifications as n')
    .innerJoin('comments as c', 'c.id', 'n.comment_id')
    .innerJoin('companies as o', 'o.id', 'c.company_id')
    .where('c.status', '=', 'published')
    .where('o.show_on_site', '=', 1);

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { unread } = await shownNotifications(db)
    .where('n.user_id', '=', userId)
    .where('n.read_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow();
  return Number(unread);
}

/** What an account is told of, the newest first. Names of companies are in the language, else in English. */
export async function notificationsOf(db: Db, userId: string, language: Language): Promise<Notification[]> {
  const rows = await shownNotifications(db)
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.company_id').on('l.language', '=', language),
    )
    .where('n.user_id', '=', userId)
    .select(['n.id', 'n.kind', 'n.created_at', 'n.read_at', 'n.comment_id', 'l.name', 'c.company_id'])
    .select(['c.root_id', 'c.author', sql<string>`substr(c.content, 1, ${NOTIFIED_TEXT_MAX})`.as('content')])
    .orderBy('n.id', 'desc')
    .limit(NOTIFICATIONS_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    created_at: row.created_at,
    read: row.read_at !== null,
    company: { id: row.company_id, name: row.name },
    comment: {
      id: row.comment_id,
      root_id: row.root_id ?? row.comment_id,
      author: row.author,
      content: row.content,
    },
  }));
}

/** Marks notifications of an account as read. @param ids those meant; all without them */
export async function markRead(
  tx: Db,
  userId: string,
  ids: readonly string[] | undefined,
  at: Date,
): Promise<void> {
  if (ids?.length === 0) return;
  await tx
    .updateTable('notifications')
    .set({ read_at: at.toISOString() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute();
}

/** Switches the mails about replies of an account on or off. */
export async function switchMails(tx: Db, userId: string, mails: boolean): Promise<void> {
  await tx
    .updateTable('users')
    .set({ reply_mails: Number(mails) })
    .where('id', '=', userId)
    .execute();
}

/** Threads that an account follows or has muted. */
export async function threadsOf(db: Db, userId: string, language: Language) {
  const rows = await db
    .selectFrom('followed_threads as f')
    .innerJoin('comments as c', 'c.id', 'f.root_id')
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.company_id').on('l.language', '=', language),
    )
    .innerJoin('companies as o', 'o.id', 'c.company_id')
    .select(['f.root_id', 'c.company_id', 'l.name', 'f.muted'])
    .where('o.show_on_site', '=', 1)
    .where('f.user_id', '=', userId)
    .orderBy('f.root_id')
    .execute();
  return rows.map(({ root_id, company_id, name, muted }) => ({
    root_id,
    company: { id: company_id, name },
    muted: muted === 1,
  }));
}

/** Follows or mutes the thread of a comment. @throws comment_not_found */
export async function saveThread(tx: Db, userId: string, commentId: string, muted: boolean) {
  const comment = await tx
    .selectFrom('comments as c')
    .innerJoin('companies as o', 'o.id', 'c.company_id')
    .select(['c.id', 'c.root_id'])
    .where('c.id', '=', commentId)
    .where('c.status', '=', 'published')
    .where('o.show_on_site', '=', 1)
    .executeTakeFirst();
  if (!comment) throw problem('comment_not_found', 'There is no such comment.');
  const root_id = comment.root_id ?? comment.id;
  await tx
    .insertInto('followed_threads')
    .values({ user_id: userId, root_id, muted: Number(muted) })
    .onConflict((conflict) => conflict.columns(['user_id', 'root_id']).doUpdateSet({ muted: Number(muted) }))
    .execute();
  return { root_id, muted };
}

/** Neither follows nor mutes the thread of a comment any more. */
export async function deleteThread(tx: Db, userId: string, commentId: string): Promise<void> {
  await tx
    .deleteFrom('followed_threads')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('root_id', '=', commentId),
        eb('root_id', 'in', eb.selectFrom('comments').select('root_id').where('id', '=', commentId)),
      ]),
    )
    .execute();
}

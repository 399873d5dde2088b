import { type Selectable, sql } from 'kysely';
import type { Category } from '../../core/categories.ts';
import type { AdminComment, CommentFilter } from '../../core/comments/admin-calls.ts';
import type { REPORT_REASONS } from '../../core/comments/rules.ts';
import type { Language } from '../../core/languages.ts';
import { searchTerms } from '../../core/text.ts';
import { addComments } from '../companies/store.ts';
import { contains } from '../database/contains.ts';
import { readCursor, writeCursor } from '../database/cursor.ts';
import type { CommentTable } from '../database/schema.ts';
import { commentTopics } from '../database/topics.ts';
import type { AuthoredUnit, Database, Db, Dialect, Unit } from '../database/types.ts';
import { addReplies, settleThread } from './threads.ts';

export type StoredComment = Selectable<CommentTable>;

export interface ModerationFilter {
  q?: string | undefined;
  category?: Category | undefined;
  status: CommentFilter;
  language: Language;
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
}

/** In words that both databases recognise as the condition of the index by status. */
const PUBLISHED = sql.lit('published' as const);

/** The comments that match. */
function commentsMatching(db: Db, dialect: Dialect, { q, category, status }: ModerationFilter) {
  let query = db.selectFrom('comments as c');
  // A comment whose time in the trash is over has no content any more.
  if (status === 'deleted' || status === 'held') query = query.where('c.status', '!=', PUBLISHED);
  if (status === 'deleted') query = query.where('c.status', '=', 'deleted').where('c.content', '!=', '');
  else if (status === 'published' || status === 'held') query = query.where('c.status', '=', status);
  else query = query.where('c.status', '!=', 'deleted');
  if (category && category !== 'all') {
    query = query.where((eb) =>
      eb('c.company_id', 'in', eb.selectFrom('companies').select('id').where('category', '=', category)),
    );
  }
  for (const term of searchTerms(q)) {
    query = query.where((eb) =>
      eb.or([
        contains(dialect, 'c.search_text', term),
        eb(
          'c.company_id',
          'in',
          eb
            .selectFrom('company_listings as l')
            .select('l.company_id')
            .where(contains(dialect, 'l.name_key', term)),
        ),
      ]),
    );
  }
  return query;
}

/** For a filter that nearly every comment matches: the statuses that do not. */
function otherStatuses({ status, q, category = 'all' }: ModerationFilter) {
  if (q || category !== 'all') return undefined;
  if (status === 'all') return ['deleted'] as const;
  return status === 'published' ? (['held', 'deleted'] as const) : undefined;
}

/** The threads in which a comment matches, the newest first, or by the newest report. */
function threadsMatching(db: Db, dialect: Dialect, filter: ModerationFilter) {
  const matching = commentsMatching(db, dialect, filter);
  if (filter.status === 'reported') {
    const reported = matching
      .innerJoin('comment_reports as r', 'r.comment_id', 'c.id')
      .select((eb) => ['c.root_id as id', eb.fn.max('r.created_at').as('at')])
      .$narrowType<{ id: string }>()
      .groupBy('c.root_id');
    return db.selectFrom(reported.as('t'));
  }
  // Nearly all match: a page of them is the first that are met in order. Else there are few to order.
  const common = otherStatuses(filter) !== undefined;
  const roots = db
    .selectFrom('comments as root')
    .where('root.parent_id', 'is', null)
    .where((eb) =>
      common
        ? eb.exists(matching.select('c.id').where(sql<boolean>`c.root_id = root.id`))
        : eb('root.id', 'in', matching.select('c.root_id')),
    )
    .select(['root.id', 'root.created_at as at']);
  return db.selectFrom(roots.as('t'));
}

/** How many threads match. Where nearly all do, those that do not are counted: there are few. */
async function countThreads(db: Db, dialect: Dialect, filter: ModerationFilter): Promise<number> {
  const others = otherStatuses(filter);
  if (!others) {
    const { total } = await threadsMatching(db, dialect, filter)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  }
  const [roots, rest] = await Promise.all([
    db
      .selectFrom('comments')
      .where('parent_id', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('comments as o')
      .where('o.status', '!=', PUBLISHED)
      .where('o.status', 'in', others)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('comments as c')
              .select('c.id')
              .whereRef('c.root_id', '=', 'o.root_id')
              .where('c.status', 'not in', others),
          ),
        ),
      )
      .select((eb) => eb.fn.count<number>('o.root_id').distinct().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return Number(roots.total) - Number(rest.total);
}

export interface CommentPage {
  comments: AdminComment[];
  total: number;
  next: string | null;
}

/** The threads that match, a page of them. @throws validation_failed for a wrong cursor */
export async function findThreads(database: Database, filter: ModerationFilter): Promise<CommentPage> {
  const { read: db, scan, dialect } = database;
  const threads = threadsMatching(scan, dialect, filter);
  const order = filter.status === 'reported' ? 'reported_at' : 'created_at';
  let page = threads.select(['t.id', 't.at']);
  if (filter.cursor) {
    const [moment, id] = readCursor(order, ['text', 'text'], filter.cursor);
    page = page.where(sql<boolean>`(t.at, t.id) < (${moment}, ${id})`);
  }
  const [rows, total] = await Promise.all([
    page
      .orderBy('t.at', 'desc')
      .orderBy('t.id', 'desc')
      .limit(filter.limit + 1)
      .offset(filter.offset ?? 0)
      .execute(),
    countThreads(scan, dialect, filter),
  ]);
  const shown = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? shown.at(-1) : undefined;
  return {
    comments: await readThreads(
      db,
      shown.map((row) => row.id),
      filter,
    ),
    total,
    next: last ? writeCursor(order, [last.at, last.id]) : null,
  };
}

async function readThreads(
  db: Db,
  rootIds: string[],
  { status, language }: Pick<ModerationFilter, 'status' | 'language'>,
): Promise<AdminComment[]> {
  if (rootIds.length === 0) return [];
  const [members, reports] = await Promise.all([
    db
      .selectFrom('comments as c')
      // Cross joins keep their order on SQLite, which would begin with all companies of a language.
      .crossJoin('companies as o')
      .crossJoin('company_listings as l')
      .whereRef('o.id', '=', 'c.company_id')
      .whereRef('l.company_id', '=', 'c.company_id')
      .where('l.language', '=', language)
      .select(['c.id', 'c.root_id', 'c.author', 'c.content', 'c.created_at', 'c.status', 'c.company_id'])
      .select(['l.name as company_name', 'o.category as company_category'])
      .where('c.root_id', 'in', rootIds)
      .orderBy('c.created_at')
      .orderBy('c.id')
      .execute(),
    db
      .selectFrom('comment_reports as r')
      .innerJoin('comments as c', 'c.id', 'r.comment_id')
      .select((eb) => ['r.comment_id', 'r.reason', eb.fn.countAll<number>().as('count')])
      .where('c.root_id', 'in', rootIds)
      .groupBy(['r.comment_id', 'r.reason'])
      .orderBy((eb) => eb.fn.max('r.created_at'), 'desc')
      .orderBy('r.reason')
      .execute(),
  ]);
  const reportsOn = Map.groupBy(reports, (report) => report.comment_id);
  const presented = members.map(({ created_at, ...comment }) => {
    const on = reportsOn.get(comment.id) ?? [];
    return {
      ...comment,
      timestamp: created_at,
      created_at,
      reports: on.reduce((sum, { count }) => sum + Number(count), 0),
      report_reasons: on.map(({ reason }) => reason as (typeof REPORT_REASONS)[number]),
    };
  });
  const threads = Map.groupBy(presented, (comment) => comment.root_id);
  return rootIds.flatMap((id) => {
    const thread = threads.get(id) ?? [];
    const root = thread.find((comment) => comment.id === id);
    // The trash shows what was around a deleted comment; elsewhere a deleted reply is gone.
    const replies = thread.filter(
      (comment) => comment !== root && (status === 'deleted' || comment.status !== 'deleted'),
    );
    return root ? [{ ...root, replies }] : [];
  });
}

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
  // Whoever is not known has written this one only, as far as anybody can tell.
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

/** Gives a locked comment another status, and its company the right number of published ones. */
export async function setStatus(
  unit: AuthoredUnit,
  comment: StoredComment,
  status: StoredComment['status'],
): Promise<void> {
  if (comment.status === status) return;
  const deleted = status === 'deleted';
  const before = comment.status === 'deleted' ? comment.status_before : comment.status;
  await unit.tx
    .updateTable('comments')
    .set({
      status,
      deleted_at: deleted ? unit.now.toISOString() : null,
      status_before: deleted ? before : null,
    })
    .where('id', '=', comment.id)
    .execute();
  const change = Number(status === 'published') - Number(comment.status === 'published');
  if (change !== 0) addComments(unit, comment.company_id, change);
  if (comment.parent_id === null) settleThread(unit, comment.id);
  else if (change !== 0) addReplies(unit, comment.root_id ?? comment.id, change);
  const { id, company_id } = comment;
  // Not the text: it is cleared with the comment.
  unit.changed(change === 0 ? 'moderation' : 'comment', id, {
    before: { company_id, status: comment.status },
    after: { company_id, status },
    topics: commentTopics(company_id),
  });
}

/** Takes a comment's reports away. */
export async function deleteReports(unit: Unit, commentId: string): Promise<void> {
  const rows = await unit.tx
    .deleteFrom('comment_reports')
    .where('comment_id', '=', commentId)
    .returning('visitor')
    .execute();
  if (rows.length === 0) return;
  unit.changed('moderation', commentId, { before: { reports: rows.length }, after: { reports: 0 } });
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

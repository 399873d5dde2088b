import { type RawBuilder, sql } from 'kysely';
import type { Comment } from '../../core/comments/comment.ts';
import {
  byAge,
  DEEPEST_REPLY,
  nestComments,
  presentComments,
  REPLIES_CARRIED,
  REPLIES_IN_ALL,
  type StoredComment,
} from '../../core/comments/rules.ts';
import { problem } from '../../core/problem.ts';
import { companyNotFound } from '../companies/store.ts';
import { compiled, QUICK } from '../database/compiled.ts';
import { readCursor, writeCursor } from '../database/cursor.ts';
import type { Db } from '../database/types.ts';

interface Asked {
  limit: number;
  cursor?: string | undefined;
}

interface Page {
  comments: Comment[];
  /** All of them, on any page. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** A row of a thread: with the root that it hangs below. */
type Row = StoredComment & { root_id: string };

/** The root of a thread, with the number of its replies. */
type Thread = Row & { replies: number };

/** Threads whose replies one statement asks for: SQLite joins 500 selects at most. */
const THREADS_AT_ONCE = 100;

const COLUMNS = ['id', 'author', 'content', 'created_at as timestamp', 'parent_id', 'root_id'] as const;

/** The condition of the index by company: in words that both databases recognise. */
const isShownRoot = sql<boolean>`parent_id is null and shown = 1 and status <> 'held'`;
/** The condition of the index by thread, the same way. */
const isReply = sql<boolean>`parent_id is not null and status <> 'held'`;

/** A place in a list, of which only the list's own cursors know. */
const after = (list: string, { timestamp, id }: Pick<Row, 'timestamp' | 'id'>) =>
  writeCursor(list, [timestamp, id]);
const readPlace = (list: string, cursor: string) => sql.join(readCursor(list, ['text', 'text'], cursor));

const threadsOn = (db: Db, { companyId, most }: { companyId: string; most: number }) =>
  db
    .selectFrom('comments')
    .select([...COLUMNS, 'status', 'person', 'replies'])
    .where('company_id', '=', companyId)
    .where(isShownRoot)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most);

/** A shown company's threads with how many there are; a row without a thread where there is none. */
const withCount = (db: Db, companyId: string, threads: ReturnType<typeof threadsOn>) =>
  db
    .selectFrom('companies as c')
    .leftJoin(threads.as('t'), (join) => join.onTrue())
    .selectAll('t')
    .select('c.threads_count')
    .where('c.id', '=', companyId)
    .where('c.show_on_site', '=', 1)
    .orderBy('t.timestamp', 'desc')
    .orderBy('t.id', 'desc');
const selectNewest = compiled(
  (db: Db, of: { companyId: string; most: number }) => withCount(db, of.companyId, threadsOn(db, of)),
  QUICK,
);

/**
 * A page of the threads on a company, the newest first, as the public sees them. Reads what the page
 * has, along the indexes, however many there are. @throws company_not_found, validation_failed for a wrong cursor
 */
export async function findThreads(db: Db, companyId: string, { limit, cursor }: Asked): Promise<Page> {
  const list = `comments ${companyId}`;
  const of = { companyId, most: limit + 1 };
  const rows = cursor
    ? await withCount(
        db,
        companyId,
        threadsOn(db, of).where(sql<boolean>`(created_at, id) < (${readPlace(list, cursor)})`),
      ).execute()
    : await selectNewest(db, of);
  const [first] = rows;
  if (!first) throw companyNotFound(companyId);
  const { threads_count: count } = first;
  const found = rows.flatMap(({ threads_count: _, ...row }) => (row.id === null ? [] : [row as Thread]));
  const roots = found.slice(0, limit);
  const last = found.length > limit ? roots.at(-1) : undefined;
  // Of most threads there is nothing more to read.
  const answered = roots.filter((root) => root.replies > 0);
  const carried = await firstReplies(
    db,
    answered.map(({ id }) => id),
  );
  const replies = roots.flatMap(({ id }) => carried.get(id)?.rows ?? []);
  const comments = nestComments(
    presentComments([...roots.map(({ replies: _, ...root }) => root), ...replies]),
  );
  const counts = new Map(roots.map((root) => [root.id, root.replies]));
  return {
    comments: comments.map((thread) => ({
      ...thread,
      replies_count: counts.get(thread.id) ?? 0,
      more_replies: carried.get(thread.id)?.next,
    })),
    // Threads that were not written by this server are not in the counter.
    total: found.length > count ? await countShown(db, companyId) : count,
    next: last ? after(list, last) : null,
  };
}

async function countShown(db: Db, companyId: string): Promise<number> {
  const { total } = await db
    .selectFrom('comments')
    .where('company_id', '=', companyId)
    .where(isShownRoot)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

interface Carried {
  rows: Row[];
  /** Where findReplies goes on; undefined where these are all. */
  next?: string;
}

/** The first replies of threads, at most `REPLIES_CARRIED` of each and about `REPLIES_IN_ALL` together. */
async function firstReplies(db: Db, rootIds: readonly string[]): Promise<Map<string, Carried>> {
  const carried = new Map<string, Carried>();
  let room = REPLIES_IN_ALL;
  for (let from = 0; from < rootIds.length; from += THREADS_AT_ONCE) {
    const some = rootIds.slice(from, from + THREADS_AT_ONCE);
    // One more of each than it may have tells whether there are more.
    const most = room > 0 ? REPLIES_CARRIED : 0;
    const each = some.map((id) => sql`select * from (${repliesOf(id, most + 1)}) as replies`);
    const { rows } = await sql<Row>`${sql.join(each, sql` union all `)}`.execute(db);
    for (const [id, replies] of Map.groupBy(rows, (row) => row.root_id)) {
      replies.sort(byAge);
      const shown = replies.slice(0, most);
      room -= shown.length;
      carried.set(id, {
        rows: shown,
        ...(replies.length > most
          ? { next: after(`replies ${id}`, shown.at(-1) ?? { timestamp: '', id: '' }) }
          : {}),
      });
    }
  }
  return carried;
}

function repliesOf(rootId: string, limit: number, later: RawBuilder<unknown> = sql``): RawBuilder<Row> {
  return sql<Row>`
    select id, author, content, created_at as timestamp, parent_id, root_id, status, person from comments
    where root_id = ${rootId} and ${isReply} ${later}
    order by created_at, id limit ${limit} + 0`;
}

/** A page of the replies in a thread, flat, the oldest first. @throws comment_not_found, validation_failed */
export async function findRepliesTo(
  db: Db,
  companyId: string,
  rootId: string,
  { limit, cursor }: Asked,
): Promise<Page> {
  const root = await db
    .selectFrom('comments')
    .select([...COLUMNS, 'status', 'person', 'replies'])
    .where('id', '=', rootId)
    .where('company_id', '=', companyId)
    .where(isShownRoot)
    .executeTakeFirst();
  if (!root) throw problem('comment_not_found', 'There is no such top-level comment on this company.');
  const list = `replies ${rootId}`;
  const later = cursor ? sql`and (created_at, id) > (${readPlace(list, cursor)})` : sql``;
  const { rows } = await repliesOf(rootId, limit + 1, later).execute(db);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const above = await ancestors(db, shown);
  return {
    comments: presentComments(shown, above).filter(({ id }) => id !== rootId),
    total: root.replies,
    next: last ? after(list, last) : null,
  };
}

/** What stands above comments and is not among them, up to their roots. */
async function ancestors(db: Db, comments: readonly Row[]): Promise<Row[]> {
  const ids = new Set(comments.map(({ id }) => id));
  const parents = [...new Set(comments.map((comment) => comment.parent_id))].filter(
    (id): id is string => id !== null && !ids.has(id),
  );
  if (parents.length === 0) return [];
  const { rows } = await sql<Row>`
    with recursive above (id) as (
      select id from comments where id in (${sql.join(parents)})
      union
      select c.parent_id from above join comments c on c.id = above.id where c.parent_id is not null
    )
    select id, author, content, created_at as timestamp, parent_id, root_id, status, person
    from comments where id in (select id from above)
    order by created_at, id`.execute(db);
  return rows.filter(({ id }) => !ids.has(id));
}

/**
 * The comment below which a reply is stored: the one it answers, or for one of the deepest the one
 * that stands above it at that depth.
 */
export async function placeOfReply(tx: Db, parentId: string): Promise<string> {
  const { rows } = await sql<{ id: string; parent_id: string | null }>`
    with recursive above (id, parent_id) as (
      select id, parent_id from comments where id = ${parentId}
      union
      select c.id, c.parent_id from above join comments c on c.id = above.parent_id
    )
    select id, parent_id from above`.execute(tx);
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
  const chain: string[] = [];
  for (let up: string | null | undefined = parentId; up && chain.length <= rows.length; up = parents.get(up))
    chain.push(up);
  return chain.reverse()[Math.min(chain.length, DEEPEST_REPLY) - 1] ?? parentId;
}

import { type RawBuilder, sql } from 'kysely';
import type { Comment } from '../../../core/comments/comment.ts';
import {
  byAge,
  type CommentAsStored,
  DEEPEST_REPLY,
  nestComments,
  presentComments,
  REPLIES_CARRIED,
} from '../../../core/comments/rules.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { problem } from '../../../core/problem.ts';
import { readCursor, writeCursor } from '../../platform/database/cursor.ts';
import { compiled, PIPELINED } from '../../platform/database/statements.ts';
import type { Db } from '../../platform/database/types.ts';
import {
  ANSWER_BYTES,
  bytesOfAll,
  fitting,
  readFitting,
  THREAD_BYTES,
} from '../../platform/http/answer-bytes.ts';

interface CommentPageOptions {
  limit: number;
  cursor?: string | undefined;
}

interface CommentPage {
  comments: Comment[];
  /** All of them, on any page. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** A row of a thread: with the root that it hangs below. */
type ThreadRow = CommentAsStored & { root_id: string };

/** The root of a thread, with the number of its replies. */
type PublicThread = ThreadRow & { replies: number };

/** Threads whose replies one statement asks for: SQLite joins 500 selects at most. */
const THREADS_AT_ONCE = 100;
/** Approximate maximum of replies read by a statement: 4 MB if all have the maximum length. */
const REPLIES_AT_ONCE = 200;

const COMMENT_COLUMNS = [
  'id',
  'author',
  'content',
  'created_at as timestamp',
  'parent_id',
  'root_id',
  'edited_at',
] as const;

/** The condition of the index by company: in words that both databases recognise. */
const isShownRoot = sql<boolean>`parent_id is null and shown = 1 and status <> 'held'`;
/** The condition of the index by thread, the same way. */
const isReply = sql<boolean>`parent_id is not null and status <> 'held'`;

/** A place in a list, of which only the list's own cursors know. */
const afterComment = (list: string, { timestamp, id }: Pick<ThreadRow, 'timestamp' | 'id'>) =>
  writeCursor(list, [timestamp, id]);
const readPlace = (list: string, cursor: string) => sql.join(readCursor(list, ['text', 'text'], cursor));

const threadsOn = (db: Db, { companyId, most }: { companyId: string; most: number }) =>
  db
    .selectFrom('comments')
    .select([...COMMENT_COLUMNS, 'status', 'person', 'replies'])
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
  PIPELINED,
);

/**
 * A page of the threads on a company, the newest first, as the public sees them. Reads what the page
 * has, along the indexes, however many there are. @throws company_not_found, validation_failed for a wrong cursor
 */
export async function findThreads(
  db: Db,
  companyId: string,
  { limit, cursor }: CommentPageOptions,
): Promise<CommentPage> {
  const list = `comments ${companyId}`;
  let count: number | undefined;
  const { rows: roots, more } = await readFitting<PublicThread>(limit, async (most, last) => {
    const of = { companyId, most };
    const from = last ? afterComment(list, last) : cursor;
    const rows = from
      ? await withCount(
          db,
          companyId,
          threadsOn(db, of).where(sql<boolean>`(created_at, id) < (${readPlace(list, from)})`),
        ).execute()
      : await selectNewest(db, of);
    count ??= rows[0]?.threads_count;
    return rows.flatMap(({ threads_count: _, ...row }) => (row.id === null ? [] : [row as PublicThread]));
  });
  if (count === undefined) throw companyNotFound(companyId);
  const last = more ? roots.at(-1) : undefined;
  const carried = await firstReplies(db, roots, ANSWER_BYTES - bytesOfAll(roots));
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
    total: roots.length + Number(more) > count ? await countShown(db, companyId) : count,
    next: last ? afterComment(list, last) : null,
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
  rows: ThreadRow[];
  /** Where findReplies goes on; undefined where these are all. */
  next?: string;
}

/**
 * The first replies of threads: at most `REPLIES_CARRIED` and `THREAD_BYTES` of each, and `room` bytes together.
 * Where there is no room left, nothing more is read: the number of replies says that there are some.
 */
async function firstReplies(
  db: Db,
  roots: readonly PublicThread[],
  room: number,
): Promise<Map<string, Carried>> {
  const carried = new Map<string, Carried>();
  let left = room;
  for (const threads of fewAtOnce(roots.filter((root) => root.replies > 0))) {
    // One more of each than it may have tells whether there are more.
    const each = threads.map(
      ({ id }) => sql`select * from (${repliesOf(id, REPLIES_CARRIED + 1)}) as replies`,
    );
    const { rows } =
      left > 0 ? await sql<ThreadRow>`${sql.join(each, sql` union all `)}`.execute(db) : { rows: [] };
    const found = Map.groupBy(rows, (row) => row.root_id);
    for (const { id, replies: count } of threads) {
      const replies = (found.get(id) ?? []).sort(byAge);
      const shown = fitting(replies.slice(0, REPLIES_CARRIED), Math.min(left, THREAD_BYTES));
      const isCut = left > 0 ? replies.length > shown.length : count > 0;
      left -= bytesOfAll(shown);
      carried.set(id, {
        rows: shown,
        ...(isCut ? { next: afterComment(`replies ${id}`, shown.at(-1) ?? { timestamp: '', id: '' }) } : {}),
      });
    }
  }
  return carried;
}

/** Threads in groups whose replies one statement reads. */
function fewAtOnce(threads: readonly PublicThread[]): PublicThread[][] {
  const groups: PublicThread[][] = [];
  let replies = REPLIES_AT_ONCE;
  for (const thread of threads) {
    replies += Math.min(thread.replies, REPLIES_CARRIED);
    if (replies > REPLIES_AT_ONCE || (groups.at(-1)?.length ?? 0) >= THREADS_AT_ONCE) {
      groups.push([]);
      replies = Math.min(thread.replies, REPLIES_CARRIED);
    }
    groups.at(-1)?.push(thread);
  }
  return groups;
}

function repliesOf(rootId: string, limit: number, later: RawBuilder<unknown> = sql``): RawBuilder<ThreadRow> {
  return sql<ThreadRow>`
    select id, author, content, created_at as timestamp, parent_id, root_id, edited_at, status, person
    from comments
    where root_id = ${rootId} and ${isReply} ${later}
    order by created_at, id limit ${limit}`;
}

/** A page of the replies in a thread, flat, the oldest first. @throws comment_not_found, validation_failed */
export async function findRepliesTo(
  db: Db,
  companyId: string,
  rootId: string,
  { limit, cursor }: CommentPageOptions,
): Promise<CommentPage> {
  const root = await db
    .selectFrom('comments')
    .select([...COMMENT_COLUMNS, 'status', 'person', 'replies'])
    .where('id', '=', rootId)
    .where('company_id', '=', companyId)
    .where(isShownRoot)
    .executeTakeFirst();
  if (!root) throw problem('comment_not_found', 'There is no such top-level comment on this company.');
  const list = `replies ${rootId}`;
  const { rows: shown, more } = await readFitting<ThreadRow>(limit, async (most, last) => {
    const from = last ? afterComment(list, last) : cursor;
    const later = from ? sql`and (created_at, id) > (${readPlace(list, from)})` : sql``;
    return (await repliesOf(rootId, most, later).execute(db)).rows;
  });
  const last = more ? shown.at(-1) : undefined;
  const above = await ancestors(db, shown);
  return {
    comments: presentComments(shown, above).filter(({ id }) => id !== rootId),
    total: root.replies,
    next: last ? afterComment(list, last) : null,
  };
}

/**
 * Ancestors of comments, up to the roots, without the given comments. Only the positions: author and content
 * are empty.
 */
async function ancestors(db: Db, comments: readonly ThreadRow[]): Promise<ThreadRow[]> {
  const ids = new Set(comments.map(({ id }) => id));
  const parents = [...new Set(comments.map((comment) => comment.parent_id))].filter(
    (id): id is string => id !== null && !ids.has(id),
  );
  if (parents.length === 0) return [];
  const { rows } = await sql<ThreadRow>`
    with recursive above (id) as (
      select id from comments where id in (${sql.join(parents)})
      union
      select c.parent_id from above join comments c on c.id = above.id where c.parent_id is not null
    )
    select id, '' as author, '' as content, created_at as timestamp, parent_id, root_id, null as edited_at,
      status, person
    from comments where id in (select id from above)
    order by created_at, id`.execute(db);
  return rows.filter(({ id }) => !ids.has(id));
}

/**
 * The parent under which a reply is stored: the answered comment, or its ancestor at depth `DEEPEST_REPLY` if the
 * comment is deeper.
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

import { sql } from 'kysely';
import type { Category } from '../../../core/categories.ts';
import type { AdminComment, AdminReply, CommentFilter } from '../../../core/comments/admin-calls.ts';
import { byAge, EXCERPT_MAX, REPLIES_CARRIED, type REPORT_REASONS } from '../../../core/comments/rules.ts';
import type { Language } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { searchTerms } from '../../../core/text.ts';
import { contains } from '../../platform/database/contains.ts';
import { readCursor, writeCursor } from '../../platform/database/cursor.ts';
import { isOneOf } from '../../platform/database/id-list.ts';
import type { Database, Db, Dialect } from '../../platform/database/types.ts';
import {
  ANSWER_BYTES,
  bytesOfAll,
  fitting,
  readFitting,
  THREAD_BYTES,
} from '../../platform/http/answer-bytes.ts';
import { PUBLISHED } from './admin-store.ts';

export interface ModerationFilter {
  q?: string | undefined;
  category?: Category | undefined;
  status: CommentFilter;
  language: Language;
  limit: number;
  offset?: number | undefined;
  cursor?: string | undefined;
  /** The id of the one whose thread is wanted. */
  comment?: string | undefined;
}

/** The comments that match. */
function commentsMatching(db: Db, dialect: Dialect, { q, category, status, comment }: ModerationFilter) {
  let query = db.selectFrom('comments as c');
  if (comment) query = query.where('c.id', '=', comment);
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
function otherStatuses({ status, q, category = 'all', comment }: ModerationFilter) {
  if (q || comment || category !== 'all') return undefined;
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
async function countModerated(db: Db, dialect: Dialect, filter: ModerationFilter): Promise<number> {
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

interface ModerationPage<C> {
  comments: C[];
  total: number;
  next: string | null;
}

/**
 * The threads that match, a page of them: as many as one answer carries.
 * @throws validation_failed for a wrong cursor
 */
export async function findModeratedThreads(
  database: Database,
  filter: ModerationFilter,
): Promise<ModerationPage<AdminComment>> {
  const { scan, dialect } = database;
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
    countModerated(scan, dialect, filter),
  ]);
  const ids = rows.slice(0, filter.limit).map((row) => row.id);
  const comments = await readThreads(database, ids, filter);
  const last = rows[ids.indexOf(comments.at(-1)?.id ?? '')];
  return {
    comments,
    total,
    next: last && last !== rows.at(-1) ? writeCursor(order, [last.at, last.id]) : null,
  };
}

/** Comments of one query. */
const COMMENTS_PER_READ = 100;

/** The columns of a comment in a list, of whose text only the beginning is read. */
const MODERATED_COLUMNS = [
  'c.id',
  'c.root_id',
  'c.author',
  'c.status',
  'c.company_id',
  'c.created_at as timestamp',
  sql<string>`substr(c.content, 1, ${sql.lit(EXCERPT_MAX)})`.as('content'),
  sql<number | boolean>`length(c.content) > ${sql.lit(EXCERPT_MAX)}`.as('is_cut'),
] as const;

type ModeratedRow = Awaited<ReturnType<typeof readRows>>[number];

const rowId = ({ id }: ModeratedRow): string => id;

/** Comments by their ids, in no order. */
const readRows = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('comments as c')
    .select(MODERATED_COLUMNS)
    .where(isOneOf(db, 'c.id', ids))
    .execute();

/** Threads by the ids of their first comments, in this order: as many as fit, with the replies that fit. */
async function readThreads(
  database: Database,
  rootIds: readonly string[],
  filter: ModerationFilter,
): Promise<AdminComment[]> {
  const { read: db } = database;
  const found: ModeratedRow[] = [];
  for (let i = 0; i < rootIds.length && bytesOfAll(found) <= ANSWER_BYTES; i += COMMENTS_PER_READ) {
    const some = rootIds.slice(i, i + COMMENTS_PER_READ);
    const rows = new Map((await readRows(db, some)).map((row) => [row.id, row]));
    found.push(...some.flatMap((id) => rows.get(id) ?? []));
  }
  const roots = fitting(found, ANSWER_BYTES);
  if (roots.length === 0) return [];
  const carried = await firstModeratedReplies(database, roots, filter);
  const [companies, reports] = await Promise.all([
    companiesOfThreads(db, roots, filter.language),
    readReports(db, [...roots, ...[...carried.values()].flatMap(({ rows }) => rows)]),
  ]);
  return roots.flatMap((root) => {
    const company = companies.get(root.company_id);
    const replies = carried.get(root.id);
    if (!company) return [];
    return {
      ...presentReply(root, reports),
      created_at: root.timestamp,
      ...company,
      replies: (replies?.rows ?? []).map((reply) => presentReply(reply, reports)),
      ...(replies?.isCut ? { more_replies: true } : {}),
    };
  });
}

async function companiesOfThreads(db: Db, roots: readonly ModeratedRow[], language: Language) {
  const ids = [...new Set(roots.map((root) => root.company_id))];
  const rows = await db
    .selectFrom('companies as o')
    .innerJoin('company_listings as l', 'l.company_id', 'o.id')
    .select(['o.id as company_id', 'l.name as company_name', 'o.category as company_category'])
    .where('l.language', '=', language)
    .where(isOneOf(db, 'o.id', ids))
    .execute();
  return new Map(rows.map((row) => [row.company_id, row]));
}

/** A thread's replies but, outside of the trash, deleted ones. */
const moderatedReplies = (db: Db, status: CommentFilter) => {
  const replies = db.selectFrom('comments as c').where('c.parent_id', 'is not', null);
  return status === 'deleted' ? replies : replies.where('c.status', '!=', 'deleted');
};

/**
 * The first replies of threads, those that match the filter before the others: at most `REPLIES_CARRIED` and
 * `THREAD_BYTES` of each, and of all together what the first comments leave room for.
 */
async function firstModeratedReplies(
  { read: db, scan, dialect }: Database,
  roots: readonly ModeratedRow[],
  filter: ModerationFilter,
): Promise<Map<string, { rows: ModeratedRow[]; isCut: boolean }>> {
  const among = isOneOf(db, 'c.root_id', roots.map(rowId));
  let matching = commentsMatching(scan, dialect, filter).where(among);
  if (filter.status === 'reported')
    matching = matching.where('c.id', 'in', scan.selectFrom('comment_reports').select('comment_id'));
  const numbered = moderatedReplies(scan, filter.status)
    .where(among)
    .select(['c.id', 'c.root_id'])
    .select((eb) =>
      sql<number>`row_number() over (
        partition by c.root_id
        order by case when ${eb('c.id', 'in', matching.select('c.id'))} then 0 else 1 end, c.created_at, c.id
      )`.as('number'),
    );
  // One more of each than it may have tells whether there are more.
  const first = await scan
    .selectFrom(numbered.as('n'))
    .select(['n.id', 'n.root_id'])
    .where('n.number', '<=', REPLIES_CARRIED + 1)
    .orderBy('n.number')
    .execute();
  const idsOf = Map.groupBy(first, ({ root_id }) => root_id);
  const threads = roots.flatMap(({ id }) => (idsOf.get(id) ?? []).map((reply) => reply.id));
  let left = ANSWER_BYTES - bytesOfAll(roots);
  const carried = new Map<string, { rows: ModeratedRow[]; isCut: boolean }>();
  let read = new Map<string, ModeratedRow>();
  let next = 0;
  for (const { id } of roots) {
    const ids = (idsOf.get(id) ?? []).map((reply) => reply.id);
    if (ids.length === 0) continue;
    // Several threads' replies are read at once, the next ones when those are used up.
    if (left > 0 && !ids.every((reply) => read.has(reply))) {
      const some = threads.slice(next, next + Math.max(ids.length, COMMENTS_PER_READ));
      read = new Map((await readRows(db, some)).map((row) => [row.id, row]));
    }
    next += ids.length;
    const rows = left > 0 ? ids.slice(0, REPLIES_CARRIED).flatMap((reply) => read.get(reply) ?? []) : [];
    const shown = fitting(rows, Math.min(left, THREAD_BYTES));
    left -= bytesOfAll(shown);
    carried.set(id, { rows: shown.sort(byAge), isCut: ids.length > shown.length });
  }
  return carried;
}

/** What comments are reported for, by their ids. */
async function readReports(db: Db, comments: readonly ModeratedRow[]) {
  const rows = await db
    .selectFrom('comment_reports as r')
    .select((eb) => ['r.comment_id', 'r.reason', eb.fn.countAll<number>().as('count')])
    .where(isOneOf(db, 'r.comment_id', comments.map(rowId)))
    .groupBy(['r.comment_id', 'r.reason'])
    .orderBy((eb) => eb.fn.max('r.created_at'), 'desc')
    .orderBy('r.reason')
    .execute();
  return Map.groupBy(rows, (report) => report.comment_id);
}

function presentReply(
  { id, author, content, timestamp, status, is_cut }: ModeratedRow,
  reports: Awaited<ReturnType<typeof readReports>>,
): AdminReply {
  const on = reports.get(id) ?? [];
  return {
    id,
    author,
    content,
    ...(is_cut ? { truncated: true } : {}),
    timestamp,
    status,
    reports: on.reduce((sum, { count }) => sum + Number(count), 0),
    report_reasons: on.map(({ reason }) => reason as (typeof REPORT_REASONS)[number]),
  };
}

/**
 * A page of a thread's replies, the oldest first: as many as one answer carries.
 * @throws comment_not_found, validation_failed for a wrong cursor
 */
export async function findModeratedReplies(
  { read: db, scan }: Database,
  rootId: string,
  { status, limit, cursor }: Pick<ModerationFilter, 'status' | 'limit' | 'cursor'>,
): Promise<ModerationPage<AdminReply>> {
  const root = await db
    .selectFrom('comments')
    .select('id')
    .where('id', '=', rootId)
    .where('parent_id', 'is', null)
    .executeTakeFirst();
  if (!root) throw noSuchComment();
  const replies = moderatedReplies(scan, status).where('c.root_id', '=', rootId);
  const order = `moderated replies ${rootId}`;
  const { rows, more } = await readFitting<ModeratedRow>(limit, async (most, last) => {
    let page = replies.select(MODERATED_COLUMNS);
    const from = last ? [last.timestamp, last.id] : cursor && readCursor(order, ['text', 'text'], cursor);
    if (from) page = page.where(sql<boolean>`(c.created_at, c.id) > (${from[0]}, ${from[1]})`);
    return page.orderBy('c.created_at').orderBy('c.id').limit(most).execute();
  });
  const [{ total }, reports] = await Promise.all([
    replies.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    readReports(db, rows),
  ]);
  const last = more ? rows.at(-1) : undefined;
  return {
    comments: rows.map((row) => presentReply(row, reports)),
    total: Number(total),
    next: last ? writeCursor(order, [last.timestamp, last.id]) : null,
  };
}

/** One comment with its whole text. @throws comment_not_found */
export async function readWhole(db: Db, id: string): Promise<AdminReply> {
  const [row] = await db
    .selectFrom('comments as c')
    .select(MODERATED_COLUMNS)
    .select('c.content as whole')
    .where('c.id', '=', id)
    .execute();
  if (!row) throw noSuchComment();
  return presentReply({ ...row, content: row.whole, is_cut: false }, await readReports(db, [row]));
}

export const noSuchComment = () => problem('comment_not_found', 'There is no such comment.');

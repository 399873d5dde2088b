import { type RawBuilder, sql } from 'kysely';
import { searchTerms } from '../../../core/text.ts';
import type { AdminUser, UserFilters, UserSort, UserStats } from '../../../core/users/calls.ts';
import { contains } from '../../platform/database/contains.ts';
import { readCursor, writeCursor } from '../../platform/database/cursor.ts';
import type { Database, Db, Dialect } from '../../platform/database/types.ts';
import { readFitting } from '../../platform/http/answer-bytes.ts';
import { toPublicUser, type User } from '../accounts/index.ts';

/** A user as an administrator sees one. */
export function toAdminUser(user: User): AdminUser {
  return {
    ...toPublicUser(user),
    id: user.id,
    admin_notes: user.admin_notes,
    is_active: user.is_active === 1,
    last_login_at: user.last_login_at,
    login_count: user.login_count,
    login_ip_addresses: JSON.parse(user.login_ip_addresses) as string[],
  };
}

/** Texts sort in the form in which they are compared, so without case. */
const SORT_COLUMN = {
  email: 'email_key',
  email_verified: 'email_verified',
  organization: 'organization_key',
  created_at: 'created_at',
} as const satisfies Record<UserSort, keyof User>;

function usersListed(db: Db, dialect: Dialect, { q, verification, newsletter, account }: UserFilters) {
  let query = db.selectFrom('users');
  if (verification && verification !== 'all')
    query = query.where('email_verified', '=', verification === 'verified' ? 1 : 0);
  if (newsletter && newsletter !== 'all')
    query = query.where('newsletter_subscribed', '=', newsletter === 'subscribed' ? 1 : 0);
  if (account && account !== 'all') query = query.where('is_active', '=', account === 'active' ? 1 : 0);
  for (const term of searchTerms(q)) query = query.where(contains(dialect, 'search_text', term));
  return query;
}

export interface UserPage {
  users: User[];
  total: number;
  next: string | null;
}

/**
 * The users that match, the newest first where no order is asked for: as many as one answer carries.
 * @throws validation_failed for a wrong cursor
 */
export async function findUsers(
  { scan: db, dialect }: Database,
  filter: UserFilters & { limit: number; offset?: number | undefined; cursor?: string | undefined },
): Promise<UserPage> {
  const sort = filter.sort ?? 'created_at';
  const order = filter.order ?? (filter.sort ? 'asc' : 'desc');
  const column = SORT_COLUMN[sort];
  const listed = usersListed(db, dialect, filter);
  const type = sort === 'email_verified' ? 'integer' : 'text';
  const read = (most: number, last: User | undefined) => {
    let page = listed.selectAll();
    const from = last
      ? [last[column], last.id]
      : filter.cursor && readCursor(`${sort} ${order}`, [type, 'text'], filter.cursor);
    // A row comparison: the database begins in the index where the last page ended.
    if (from)
      page = page.where(
        sql<boolean>`(${sql.ref(column)}, id) ${sql.raw(order === 'asc' ? '>' : '<')} (${from[0]}, ${from[1]})`,
      );
    return page
      .orderBy(column, order)
      .orderBy('id', order)
      .limit(most)
      .offset(last ? 0 : (filter.offset ?? 0))
      .execute();
  };
  const [{ rows: users, more }, { total }] = await Promise.all([
    readFitting<User>(filter.limit, read),
    listed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const last = more ? users.at(-1) : undefined;
  return {
    users,
    total: Number(total),
    next: last ? writeCursor(`${sort} ${order}`, [last[column], last.id]) : null,
  };
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * How many users there are.
 * @param today the moment the site's day began
 * @param week the moment its first of seven days began
 */
export async function readUserStats(db: Db, today: string, week: string): Promise<UserStats> {
  const number = (condition: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const activeSince = (moment: string) =>
    number(sql`u.last_login_at >= ${moment} or s.last_used_at >= ${moment}`);
  const row = await db
    .selectFrom('users as u')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('user_sessions')
          .select((s) => ['user_id', s.fn.max('last_used_at').as('last_used_at')])
          .groupBy('user_id')
          .as('s'),
      (join) => join.onRef('s.user_id', '=', 'u.id'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('total_users'),
      number(sql`u.email_verified = 1`).as('verified_users'),
      number(sql`u.newsletter_subscribed = 1`).as('newsletter_subscribers'),
      number(sql`u.is_active = 1`).as('active_users'),
      number(sql`u.login_count > 0`).as('users_with_login'),
      number(sql`u.created_at >= ${today}`).as('new_today'),
      number(sql`u.created_at >= ${week}`).as('new_this_week'),
      activeSince(today).as('active_today'),
      activeSince(week).as('active_this_week'),
    ])
    .executeTakeFirstOrThrow();
  return row;
}

/**
 * A user that nothing else changes until the transaction ends, so that the log's `before` is right.
 * The update changes nothing: it locks the row, which SQLite has no words for and no need of.
 */
export async function lockAndReadUser(tx: Db, id: string): Promise<User | undefined> {
  return tx
    .updateTable('users')
    .set((eb) => ({ is_active: eb.ref('is_active') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

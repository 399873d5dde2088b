import type { Selectable, Updateable } from 'kysely';
import type { PublicUser } from '../../../core/accounts/calls.ts';
import { emailKey } from '../../../core/accounts/mailbox.ts';
import {
  LOGIN_LINK_LIFETIME,
  RESET_LIFETIME,
  UNVERIFIED_LIFETIME,
  VERIFICATION_LIFETIME,
} from '../../../core/accounts/rules.ts';
import { searchForm } from '../../../core/text.ts';
import { addressHash, newToken, tokenHash } from '../../platform/auth/secret-token.ts';
import { newId } from '../../platform/database/ids.ts';
import type { UserTable, UserTokenTable } from '../../platform/database/schema.ts';
import type { Db, Unit } from '../../platform/database/types.ts';
import { latestEnd } from '../../platform/time/clock.ts';
import { forgetListsOf } from '../saved-lists/index.ts';
import { forgetReader } from '../security-log/index.ts';

export type User = Selectable<UserTable>;

/** Addresses of the last log-ins that are kept. */
export const LOGIN_ADDRESSES_MAX = 5;

/** Whom the security log names: it has nothing else of a reader. */
export const userSubject = ({ id }: Pick<User, 'id'>) => ({ kind: 'user', name: id }) as const;

export function toPublicUser(user: User): PublicUser {
  return {
    email: user.email,
    nickname: user.nickname,
    first_name: user.first_name,
    last_name: user.last_name,
    job_title: user.job_title,
    job_category: user.job_category,
    organization: user.organization,
    phone_number: user.phone_number,
    country: user.country,
    language: user.language,
    website_url: user.website_url,
    social_urls: JSON.parse(user.social_urls) as string[],
    newsletter_subscribed: user.newsletter_subscribed === 1,
    newsletter_categories: JSON.parse(user.newsletter_categories) as string[],
    email_verified: user.email_verified === 1,
    created_at: user.created_at,
  };
}

export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findUserByEmail(db: Db, address: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('email_key', '=', emailKey(address)).executeTakeFirst();
}

/** After every other text, by code points. */
const LAST_KEY = '\u{10ffff}';
const SEARCHED = ['email', 'nickname', 'first_name', 'last_name', 'organization'] as const;

/** What the console searches and sorts a user by; a line feed keeps a term from matching across two fields. */
function searchKeys(
  user: Pick<User, (typeof SEARCHED)[number]>,
): Pick<User, 'search_text' | 'organization_key'> {
  return {
    search_text: searchForm(
      SEARCHED.map((field) => user[field])
        .filter(Boolean)
        .join('\n'),
    ),
    organization_key: user.organization ? searchForm(user.organization) : LAST_KEY,
  };
}

/** Changes of a user as columns take them: booleans as 0 and 1, lists as JSON. */
export function toColumns(changes: Record<string, unknown>): Updateable<UserTable> {
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => {
      if (typeof value === 'boolean') return [field, value ? 1 : 0];
      return [field, Array.isArray(value) ? JSON.stringify(value) : value];
    }),
  );
}

type NewUser = Pick<
  User,
  'email' | 'password_hash' | 'nickname' | 'first_name' | 'last_name' | 'language' | 'newsletter_subscribed'
>;

/** A user that is not yet stored, with the values a new account has. */
export function draftUser(fields: NewUser, at: string): User {
  return {
    id: newId(),
    email_key: emailKey(fields.email),
    ...searchKeys({ organization: null, ...fields }),
    job_title: null,
    job_category: null,
    organization: null,
    phone_number: null,
    country: null,
    website_url: null,
    social_urls: '[]',
    newsletter_categories: '[]',
    reply_mails: 1,
    admin_notes: null,
    is_active: 1,
    email_verified: 0,
    created_at: at,
    last_login_at: null,
    login_count: 0,
    login_ip_addresses: '[]',
    ...fields,
  };
}

/** Stores a new account. Returns false where the address has one. */
export async function insertUser(tx: Db, user: User): Promise<boolean> {
  const row = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateUser(
  tx: Db,
  id: string,
  changes: Updateable<UserTable>,
): Promise<User | undefined> {
  if (Object.keys(changes).length === 0) {
    return tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  }
  const user = await tx
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!user || !SEARCHED.some((field) => field in changes)) return user;
  const keys = searchKeys(user);
  await tx.updateTable('users').set(keys).where('id', '=', id).execute();
  return { ...user, ...keys };
}

export async function noteLogin(tx: Db, user: User, address: string, at: string): Promise<void> {
  const before = JSON.parse(user.login_ip_addresses) as string[];
  const addresses = [address, ...before.filter((known) => known !== address)].slice(0, LOGIN_ADDRESSES_MAX);
  await tx
    .updateTable('users')
    .set((eb) => ({
      last_login_at: at,
      login_count: eb('login_count', '+', 1),
      login_ip_addresses: JSON.stringify(addresses),
    }))
    .where('id', '=', user.id)
    .execute();
}

/** Locks an account until the end of the transaction; later reads in the transaction see earlier writes. */
export async function lockUser(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', id)
    .execute();
}

/** Ends a mailed link that was not used. */
export async function endToken(tx: Db, userId: string, kind: UserTokenTable['kind']): Promise<void> {
  await tx.deleteFrom('user_tokens').where('user_id', '=', userId).where('kind', '=', kind).execute();
}

/** Makes a token for a mailed link. It replaces the one before: only the newest works. */
export async function issueToken(
  tx: Db,
  userId: string,
  kind: UserTokenTable['kind'],
  expires: Date,
): Promise<string> {
  const token = newToken();
  const row = { token_hash: tokenHash(token), expires_at: expires.toISOString(), used_at: null };
  await tx
    .insertInto('user_tokens')
    .values({ user_id: userId, kind, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(row))
    .execute();
  return token;
}

/** How long mailed links work, in milliseconds. */
const TOKEN_LIFETIMES: Record<UserTokenTable['kind'], number> = {
  verification: VERIFICATION_LIFETIME,
  reset: RESET_LIFETIME,
  login: LOGIN_LINK_LIFETIME,
};

/** Consumes a token in one statement: of concurrent calls one succeeds. Returns the id of its account. */
export async function consumeToken(
  tx: Db,
  token: string,
  kind: UserTokenTable['kind'],
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('user_tokens')
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '=', kind)
    .where('expires_at', '>=', now.toISOString())
    .where('expires_at', '<=', latestEnd(TOKEN_LIFETIMES[kind], now))
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Consumes a verification link, and keeps its hash. Returns the id of its account. */
export async function consumeVerification(tx: Db, token: string, now: Date): Promise<string | undefined> {
  const at = now.toISOString();
  const row = await tx
    .updateTable('user_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '=', 'verification')
    .where('expires_at', '>=', at)
    .where('expires_at', '<=', latestEnd(TOKEN_LIFETIMES.verification, now))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether a verification link was used for an account that is verified. */
export async function wasVerifiedBy(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select('u.id')
    .where('t.token_hash', '=', tokenHash(token))
    .where('t.kind', '=', 'verification')
    .where('t.used_at', 'is not', null)
    .where('u.email_verified', '=', 1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The name under which an account's likes are stored. */
export function accountVisitor(userId: string): string {
  return `user:${userId}`;
}

/** Comments, threads and notifications of an account, for its export. */
export async function findTalk(db: Db, userId: string) {
  const [comments, threads, notifications] = await Promise.all([
    db
      .selectFrom('comment_authors as a')
      .innerJoin('comments as c', 'c.id', 'a.comment_id')
      .select(['c.id', 'c.company_id', 'c.content', 'c.created_at'])
      .where('a.user_id', '=', userId)
      .orderBy('c.id')
      .execute(),
    db
      .selectFrom('followed_threads')
      .select(['root_id', 'muted'])
      .where('user_id', '=', userId)
      .orderBy('root_id')
      .execute(),
    db
      .selectFrom('notifications')
      .select(['comment_id', 'kind', 'created_at', 'read_at', 'mailed_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  ]);
  return {
    comments,
    threads: threads.map(({ root_id, muted }) => ({ root_id, muted: muted === 1 })),
    notifications,
  };
}

export async function findLikes(db: Db, userId: string) {
  return db
    .selectFrom('likes')
    .select(['company_id', 'created_at'])
    .where('visitor', '=', accountVisitor(userId))
    .orderBy('created_at')
    .execute();
}

/**
 * Deletes a user for good, with everything that is held of the person in any table: the likes stay,
 * as nobody's, so that the counts stay right, and the log keeps what was done, not to whom.
 */
export async function deleteUser(
  unit: Pick<Unit, 'tx' | 'changed'>,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<boolean> {
  const { tx } = unit;
  const visitor = accountVisitor(id);
  const nobody = `deleted:${newId()}`;
  await tx.updateTable('likes').set({ visitor: nobody }).where('visitor', '=', visitor).execute();
  // Likes have the account as their visitor, comments as who wrote them.
  for (const table of ['deleted_companies', 'company_merges'] as const)
    for (const [its, nobodys] of [
      [visitor, nobody],
      [`"${id}"`, `"${nobody}"`],
    ] as const)
      await tx
        .updateTable(table)
        .set((eb) => ({ snapshot: eb.fn('replace', ['snapshot', eb.val(its), eb.val(nobodys)]) }))
        .where('snapshot', 'like', `%${its}%`)
        .execute();
  await tx.updateTable('audit_log').set({ before: null, after: null }).where('subject', '=', id).execute();
  await forgetReader(tx, id);
  await forgetListsOf(unit, id);
  await tx.deleteFrom('throttles').where('key', 'like', `%${id}%`).execute();
  await tx.deleteFrom('challenges').where('owner', '=', id).execute();
  await tx.deleteFrom('passkeys').where('user_id', '=', id).execute();
  await tx.deleteFrom('outbox').where('recipient', '=', addressHash(email)).execute();
  const row = await tx.deleteFrom('users').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/** Accounts that one pass removes: the rest waits for the next. */
const REMOVED_AT_ONCE = 100;

/** Removes old unverified accounts: their addresses may belong to other people. */
export async function removeUnverified(unit: Unit, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNVERIFIED_LIFETIME).toISOString();
  const users = await unit.tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email_verified', '=', 0)
    .where('created_at', '<', before)
    .limit(REMOVED_AT_ONCE)
    .execute();
  for (const user of users) await deleteUser(unit, user);
}

import { DAY, MINUTE } from '../../../core/time.ts';
import { newToken, tokenHash } from '../../platform/auth/secret-token.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Db } from '../../platform/database/types.ts';
import { isValidUntil } from '../../platform/time/clock.ts';
import type { User } from './store.ts';

/** A session without use ends after this long; each use moves the end, in milliseconds. */
export const SESSION_LIFETIME = 30 * DAY;
/** The last use is written at most this often, in milliseconds. */
const USE_NOTED_EVERY = 5 * MINUTE;

/** Maximum number of sessions of one account: a further one ends the least recently used. */
const SESSIONS_MAX = 100;

/** Opens a session and returns its token, which is stored only as a hash. */
export async function openUserSession(tx: Db, userId: string, device: string, now: Date): Promise<string> {
  const token = newToken();
  const at = now.toISOString();
  const others = tx
    .selectFrom('user_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .limit(SESSIONS_MAX - 1);
  await tx.deleteFrom('user_sessions').where('user_id', '=', userId).where('id', 'not in', others).execute();
  await tx
    .insertInto('user_sessions')
    .values({
      id: newId(),
      token_hash: tokenHash(token),
      user_id: userId,
      device,
      created_at: at,
      last_used_at: at,
      expires_at: new Date(now.getTime() + SESSION_LIFETIME).toISOString(),
    })
    .execute();
  return token;
}

export interface Session {
  id: string;
  user: User;
  expired: boolean;
}

/** The session of a token with its user; `expired` where its time is over. */
export async function findUserSession(
  db: Db,
  token: string,
  now: Date,
): Promise<(Session & { staleUse: boolean }) | undefined> {
  const row = await db
    .selectFrom('user_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .selectAll('u')
    .select(['s.id as session_id', 's.last_used_at', 's.expires_at'])
    .where('s.token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  if (!row) return undefined;
  const { session_id, last_used_at, expires_at, ...user } = row;
  return {
    id: session_id,
    user,
    expired: !isValidUntil(expires_at, SESSION_LIFETIME, now),
    staleUse: Date.parse(last_used_at) + USE_NOTED_EVERY <= now.getTime(),
  };
}

export async function noteUse(tx: Db, sessionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('user_sessions')
    .set({
      last_used_at: now.toISOString(),
      expires_at: new Date(now.getTime() + SESSION_LIFETIME).toISOString(),
    })
    .where('id', '=', sessionId)
    .execute();
}

export async function findSessions(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('user_sessions')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_used_at', 'desc')
    .execute();
}

/** Clears mailed tokens that are over, and sessions that have been over for long: till then their owner is told so. */
export async function forgetExpiredSessions(tx: Db, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - SESSION_LIFETIME).toISOString();
  await tx.deleteFrom('user_sessions').where('expires_at', '<=', longAgo).execute();
  await tx
    .deleteFrom('user_tokens')
    .where('expires_at', '<', now.toISOString())
    .where('used_at', 'is', null)
    .execute();
}

/** Ends the session of a token. Returns the id of the user; undefined for an unknown token. */
export async function endUserSession(tx: Db, token: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('user_sessions')
    .where('token_hash', '=', tokenHash(token))
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/** Ends a user's sessions, all or all but one. Returns how many. */
export async function endUserSessions(tx: Db, userId: string, except?: string): Promise<number> {
  let query = tx.deleteFrom('user_sessions').where('user_id', '=', userId);
  if (except) query = query.where('id', '!=', except);
  const ended = await query.returning('id').execute();
  return ended.length;
}

/** When a session began. */
export async function sessionBegun(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_sessions')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.created_at;
}

/** The password, hashed, of the account that a session is of, or undefined where the session is over. */
export async function passwordOfSession(tx: Db, id: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('user_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('u.password_hash')
    .where('s.id', '=', id)
    .executeTakeFirst();
  return found?.password_hash;
}

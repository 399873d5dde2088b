import type { Selectable } from 'kysely';
import { emailKey } from '../../../core/accounts/mailbox.ts';
import type { Role } from '../../../core/admins/roles.ts';
import { usernameKey } from '../../../core/admins/rules.ts';
import { newToken, tokenHash } from '../../platform/auth/secret-token.ts';
import { newId } from '../../platform/database/ids.ts';
import type { AdminSessionTable, AdminTable } from '../../platform/database/schema.ts';
import type { Db } from '../../platform/database/types.ts';
import { endChallenges } from '../../platform/mfa/challenges.ts';

export type Admin = Selectable<AdminTable>;
export type StoredSession = Selectable<AdminSessionTable>;

export async function findAdmin(db: Db, username: string): Promise<Admin | undefined> {
  return db
    .selectFrom('admins')
    .selectAll()
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
}

export async function findAdminById(db: Db, id: string): Promise<Admin | undefined> {
  return db.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Makes an administrator: an owner where nothing else is said. Returns undefined where the name is taken. */
export async function insertAdmin(
  tx: Db,
  username: string,
  password_hash: string,
  now: Date,
  { role = 'owner', email = null }: { role?: Role; email?: string | null } = {},
): Promise<Admin | undefined> {
  return tx
    .insertInto('admins')
    .values({
      id: newId(),
      username: username.trim(),
      username_key: usernameKey(username),
      password_hash,
      created_at: now.toISOString(),
      role,
      email,
      email_key: email === null ? null : emailKey(email),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Whether a session is still there, and with the password that was checked for it. */
export async function isUnchanged(tx: Db, { id, password_hash }: Admin, session: string): Promise<boolean> {
  // The row is locked until the end of the transaction, so a concurrent change cannot be lost.
  await tx
    .updateTable('admins')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', id)
    .execute();
  const found = await tx
    .selectFrom('admins as a')
    .innerJoin('admin_sessions as s', 's.admin_id', 'a.id')
    .select('a.id')
    .where('a.id', '=', id)
    .where('a.password_hash', '=', password_hash)
    .where('a.disabled_at', 'is', null)
    .where('s.id', '=', session)
    .executeTakeFirst();
  return found !== undefined;
}

export async function setPassword(tx: Db, adminId: string, password_hash: string): Promise<void> {
  await tx.updateTable('admins').set({ password_hash }).where('id', '=', adminId).execute();
}

/** Opens a session and returns its token, which is stored only as a hash. */
export async function openAdminSession(tx: Db, adminId: string, device: string, now: Date): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('admin_sessions')
    .values({
      id: newId(),
      token_hash: tokenHash(token),
      admin_id: adminId,
      device,
      created_at: now.toISOString(),
      proved_at: now.toISOString(),
    })
    .execute();
  await tx
    .updateTable('admins')
    .set({ last_login_at: now.toISOString() })
    .where('id', '=', adminId)
    .execute();
  return token;
}

export async function findAdminSession(
  db: Db,
  token: string,
): Promise<{ session: StoredSession; admin: Admin } | undefined> {
  const session = await db
    .selectFrom('admin_sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  if (!session) return undefined;
  const admin = await db
    .selectFrom('admins')
    .selectAll()
    .where('id', '=', session.admin_id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return admin && { session, admin };
}

/** Notes that the identity of a session was just confirmed. Returns false where the session is gone. */
export async function noteProof(tx: Db, sessionId: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('admin_sessions')
    .set({ proved_at: now.toISOString() })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a session. Returns how many there were with the token. */
export async function endAdminSession(tx: Db, token: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('admin_sessions')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Ends an administrator's sessions, all or all but one, and log-ins under way. Returns how many. */
export async function endAdminSessions(tx: Db, adminId: string, except?: string): Promise<number> {
  await endChallenges(tx, adminId);
  let query = tx.deleteFrom('admin_sessions').where('admin_id', '=', adminId);
  if (except) query = query.where('id', '!=', except);
  return (await query.returning('id').execute()).length;
}

/** Deletes sessions begun before a time; callers pass now minus the longest lifetime. */
export async function deleteOldSessions(tx: Db, before: Date): Promise<void> {
  await tx.deleteFrom('admin_sessions').where('created_at', '<', before.toISOString()).execute();
}

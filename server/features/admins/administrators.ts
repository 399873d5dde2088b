import { emailKey } from '../../../core/accounts/mailbox.ts';
import type { Administrator, AdministratorSession } from '../../../core/admins/administrator-calls.ts';
import type { Role } from '../../../core/admins/roles.ts';
import { sessionEnd } from '../../../core/admins/rules.ts';
import { problem } from '../../../core/problem.ts';
import type { Db } from '../../platform/database/types.ts';
import { forgetViewsOf } from '../views/index.ts';
import { releaseWorkOf } from '../work/index.ts';
import { deleteInvitationsBy, isInvited } from './invitations.ts';
import { type Admin, endAdminSessions } from './store.ts';

/** An administrator in the list that other administrators read. */
export function toAdministrator(
  admin: Admin,
  { sessions, second_factor, viewer }: { sessions: number; second_factor: boolean; viewer: string },
): Administrator {
  return { ...admin, sessions, second_factor, self: admin.id === viewer };
}

/**
 * Takes the administrators' rows for this transaction, so that two who take each other's rights at the
 * same time do it one after the other. Whoever acts has to be an owner still.
 * @throws unauthorized or forbidden where they are none any more
 */
export async function lockAdmins(tx: Db, actor: string): Promise<Admin[]> {
  const admins = await tx
    .updateTable('admins')
    .set((eb) => ({ role: eb.ref('role') }))
    .returningAll()
    .execute();
  const own = admins.find(({ id }) => id === actor);
  if (!own || own.disabled_at !== null) throw problem('unauthorized', 'You are no administrator any more.');
  if (own.role !== 'owner')
    throw problem('forbidden', 'You are no owner any more.', { reason: 'not_your_role' });
  return admins;
}

const isEnabledOwner = ({ role, disabled_at }: Admin) => role === 'owner' && disabled_at === null;

/** @throws administrator_not_found */
export function requireAdmin(admins: readonly Admin[], id: string): Admin {
  const admin = admins.find((one) => one.id === id);
  if (!admin) throw problem('administrator_not_found', 'There is no such administrator.');
  return admin;
}

/** @throws conflict if no enabled owner would remain */
export function requireAnotherOwner(admins: readonly Admin[], id: string): void {
  const owners = admins.filter(isEnabledOwner);
  if (owners.length === 1 && owners[0]?.id === id)
    throw problem('conflict', 'This is the last owner.', { reason: 'last_owner' });
}

/** Changes rights. Invitations end with the rights of the owner who sent them. */
export async function changeAdmin(
  tx: Db,
  id: string,
  changes: { role?: Role; disabled_at?: string | null },
): Promise<Admin> {
  const admin = await tx
    .updateTable('admins')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!isEnabledOwner(admin)) await deleteInvitationsBy(tx, admin.username);
  return admin;
}

/** Sets or takes away an address. Returns false where another administrator has it, or was invited by it. */
export async function setEmail(tx: Db, id: string, email: string | null): Promise<boolean> {
  if (email !== null) {
    // An open invitation has the address for whoever was invited.
    if (await isInvited(tx, email)) return false;
    const other = await tx
      .selectFrom('admins')
      .select('id')
      .where('email_key', '=', emailKey(email))
      .where('id', '!=', id)
      .executeTakeFirst();
    if (other) return false;
  }
  await tx
    .updateTable('admins')
    .set({ email, email_key: email === null ? null : emailKey(email) })
    .where('id', '=', id)
    .execute();
  return true;
}

export async function removeAdmin(tx: Db, id: string): Promise<void> {
  await endAdminSessions(tx, id);
  const removed = await tx
    .deleteFrom('admins')
    .where('id', '=', id)
    .returning('username')
    .executeTakeFirstOrThrow();
  await deleteInvitationsBy(tx, removed.username);
  await forgetViewsOf(tx, removed.username);
  await releaseWorkOf(tx, removed.username);
}

/** How many sessions of each administrator began after a moment, by id. */
export async function countSessions(db: Db, after: Date): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('admin_sessions')
    .select(['admin_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('created_at', '>', after.toISOString())
    .groupBy('admin_id')
    .execute();
  return new Map(rows.map(({ admin_id, count }) => [admin_id, Number(count)]));
}

/** The sessions of an administrator that still run, the newest first. @param timeout in hours */
export async function findAdminSessions(
  db: Db,
  adminId: string,
  { now, timeout, current }: { now: Date; timeout: number; current: string },
): Promise<AdministratorSession[]> {
  const rows = await db
    .selectFrom('admin_sessions')
    .select(['id', 'device', 'created_at'])
    .where('admin_id', '=', adminId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows
    .map((row) => ({
      ...row,
      expires_at: sessionEnd(row.created_at, timeout).toISOString(),
      current: row.id === current,
    }))
    .filter(({ expires_at }) => expires_at > now.toISOString());
}

/** Ends one session of an administrator. Returns its device; undefined where there is none such. */
export async function endSessionOf(tx: Db, adminId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('admin_sessions')
    .where('admin_id', '=', adminId)
    .where('id', '=', id)
    .returning('device')
    .executeTakeFirst();
  return row?.device;
}

import type { Selectable } from 'kysely';
import { emailKey } from '../../../core/accounts/mailbox.ts';
import type { Role } from '../../../core/admins/roles.ts';
import { INVITATION_LIFETIME } from '../../../core/admins/rules.ts';
import type { Language } from '../../../core/languages.ts';
import { DAY } from '../../../core/time.ts';
import { newToken, tokenHash } from '../../platform/auth/secret-token.ts';
import { newId } from '../../platform/database/ids.ts';
import type { AdminInvitationTable } from '../../platform/database/schema.ts';
import type { Db } from '../../platform/database/types.ts';
import { latestEnd } from '../../platform/time/clock.ts';

export type StoredInvitation = Selectable<AdminInvitationTable>;

/** What is over for longer than this is not shown any more, in milliseconds. */
const SHOWN_WHEN_OVER = 30 * DAY;

/** A token and when it ends, for a new invitation or one that is sent again. */
function issue(now: Date) {
  const token = newToken();
  const expires_at = new Date(now.getTime() + INVITATION_LIFETIME).toISOString();
  return { token, columns: { token_hash: tokenHash(token), expires_at } };
}

/** Stores an invitation, replacing an earlier one to the same address. Returns it with its token. */
export async function insertInvitation(
  tx: Db,
  { email, ...invited }: { email: string; role: Role; language: Language; invited_by: string },
  now: Date,
): Promise<{ invitation: StoredInvitation; token: string }> {
  const { token, columns } = issue(now);
  await tx.deleteFrom('admin_invitations').where('email_key', '=', emailKey(email)).execute();
  const invitation = await tx
    .insertInto('admin_invitations')
    .values({
      id: newId(),
      ...columns,
      ...invited,
      email,
      email_key: emailKey(email),
      created_at: now.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { invitation, token };
}

/** Gives an invitation a new token, which ends the one before. Undefined where there is none such. */
export async function renewInvitation(
  tx: Db,
  id: string,
  now: Date,
): Promise<{ invitation: StoredInvitation; token: string } | undefined> {
  const { token, columns } = issue(now);
  const invitation = await tx
    .updateTable('admin_invitations')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return invitation && { invitation, token };
}

export async function findInvitations(db: Db): Promise<StoredInvitation[]> {
  return db
    .selectFrom('admin_invitations')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function deleteInvitation(tx: Db, id: string): Promise<StoredInvitation | undefined> {
  return tx.deleteFrom('admin_invitations').where('id', '=', id).returningAll().executeTakeFirst();
}

/** The invitation of a link that still works. */
export async function findInvitation(
  db: Db,
  token: string,
  now: Date,
): Promise<StoredInvitation | undefined> {
  return db
    .selectFrom('admin_invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', latestEnd(INVITATION_LIFETIME, now))
    .executeTakeFirst();
}

/** Uses an invitation up. Undefined where its link does not work, or has been used. */
export async function consumeInvitation(
  tx: Db,
  token: string,
  now: Date,
): Promise<StoredInvitation | undefined> {
  return tx
    .deleteFrom('admin_invitations')
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', latestEnd(INVITATION_LIFETIME, now))
    .returningAll()
    .executeTakeFirst();
}

/** Consumes a valid invitation, found by the invited address; undefined without a valid invitation. */
export async function consumeInvitationTo(
  tx: Db,
  email: string,
  now: Date,
): Promise<StoredInvitation | undefined> {
  return tx
    .deleteFrom('admin_invitations')
    .where('email_key', '=', emailKey(email))
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', latestEnd(INVITATION_LIFETIME, now))
    .returningAll()
    .executeTakeFirst();
}

/** Deletes the invitations that an administrator sent. */
export async function deleteInvitationsBy(tx: Db, username: string): Promise<void> {
  await tx.deleteFrom('admin_invitations').where('invited_by', '=', username).execute();
}

/** Whether an invitation to an address is stored; one that expired counts until it is cleared or withdrawn. */
export async function isInvited(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_invitations')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  return row !== undefined;
}

/** Clears invitations that have been over for long. */
export async function deleteOldInvitations(tx: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SHOWN_WHEN_OVER).toISOString();
  await tx.deleteFrom('admin_invitations').where('expires_at', '<', before).execute();
}

import { emailKey } from '../../../core/accounts/mailbox.ts';
import type { Role } from '../../../core/admins/roles.ts';
import { problem } from '../../../core/problem.ts';
import { type SignedOn, signOnProblem } from '../../platform/auth/identity-provider.ts';
import { NO_PASSWORD } from '../../platform/auth/password.ts';
import type { Db } from '../../platform/database/types.ts';
import { consumeInvitationTo } from './invitations.ts';
import { type Admin, insertAdmin } from './store.ts';

/** Role and domains of people who become administrators without an invitation; undefined: nobody does. */
export type NewAdmins = { role: Role; domains: readonly string[] } | undefined;

/** The administrator of a provider's account, whether or not they may log in. */
export async function findIdentity(
  db: Db,
  { issuer, subject }: Pick<SignedOn, 'issuer' | 'subject'>,
): Promise<Admin | undefined> {
  return db
    .selectFrom('admins as a')
    .innerJoin('admin_identities as i', 'i.admin_id', 'a.id')
    .selectAll('a')
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst();
}

/**
 * The administrator who signed on. They are known by issuer and subject; the first time by an address that
 * the provider has verified, which is an administrator's, or was invited, or is of a domain whose people
 * are let in.
 * @throws invalid_credentials with a reason, account_suspended
 */
export async function admitSignedOn(
  tx: Db,
  person: SignedOn,
  newAdmins: NewAdmins,
  now: Date,
): Promise<{ admin: Admin; made?: { invitedBy: string | null } }> {
  const known = await findIdentity(tx, person);
  if (known) return { admin: enabled(known) };
  const { email, verified } = person;
  if (email === null) throw signOnProblem('sign_on_unknown');
  if (!verified) throw signOnProblem('sign_on_unverified');
  // Compatibility characters (`ﬁ` for `fi`) make another mailbox whose key is the same.
  if (email.normalize('NFKC') !== email) throw signOnProblem('sign_on_unknown');
  const admin = await tx
    .selectFrom('admins')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  if (admin) {
    await insertIdentity(tx, person, enabled(admin).id, now);
    return { admin };
  }
  const invitation = await consumeInvitationTo(tx, email, now);
  const role = invitation?.role ?? (newAdmins && isOfDomain(email, newAdmins.domains) && newAdmins.role);
  if (!role) throw signOnProblem('sign_on_unknown');
  const made = await makeAdmin(tx, email, role, now);
  await insertIdentity(tx, person, made.id, now);
  return { admin: made, made: { invitedBy: invitation?.invited_by ?? null } };
}

function enabled(admin: Admin): Admin {
  if (admin.disabled_at === null) return admin;
  throw problem('account_suspended', 'This administrator is disabled.', { extra: { success: false } });
}

function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = emailKey(email).split('@').at(-1) ?? '';
  return domains.includes(domain);
}

async function insertIdentity(
  tx: Db,
  { issuer, subject }: SignedOn,
  admin_id: string,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('admin_identities')
    .values({ issuer, subject, admin_id, created_at: now.toISOString() })
    .execute();
}

const ADMIN_NAME_MAX = 60;

/** More than there will ever be of one name. */
const NAMES_MAX = 1000;

/**
 * Makes an administrator named after the address, with a number where the name is taken.
 * @throws conflict where a concurrent sign-on took the address
 */
async function makeAdmin(tx: Db, email: string, role: Role, now: Date): Promise<Admin> {
  const name = (email.split('@')[0] ?? '').slice(0, ADMIN_NAME_MAX);
  for (let number = 1; number <= NAMES_MAX; number++) {
    const username = number === 1 ? name : `${name}${number}`;
    const admin = await insertAdmin(tx, username, NO_PASSWORD, now, { role, email });
    if (admin) return admin;
  }
  throw problem('conflict', 'There is an administrator with this address already; begin again.');
}

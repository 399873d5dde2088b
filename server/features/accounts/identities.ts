import type { Language } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { type SignedOn, signOnProblem } from '../../platform/auth/identity-provider.ts';
import { NO_PASSWORD } from '../../platform/auth/password.ts';
import type { Db, Unit } from '../../platform/database/types.ts';
import { deleteUser, draftUser, findUserByEmail, insertUser, type User } from './store.ts';

/** The account of a provider's account. */
export async function findUserByIdentity(
  db: Db,
  { issuer, subject }: Pick<SignedOn, 'issuer' | 'subject'>,
): Promise<User | undefined> {
  return db
    .selectFrom('users as u')
    .innerJoin('user_identities as i', 'i.user_id', 'u.id')
    .selectAll('u')
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst();
}

/** Lets a provider's account log in to an account from now on. */
export async function addIdentity(
  tx: Db,
  { issuer, subject }: Pick<SignedOn, 'issuer' | 'subject'>,
  user_id: string,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('user_identities')
    .values({ issuer, subject, user_id, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ user_id }))
    .execute();
}

/** The address that a provider has verified. @throws invalid_credentials with a reason */
export function verifiedAddress({ email, verified }: SignedOn): string {
  if (email === null || !verified) throw signOnProblem('sign_on_unverified');
  // Compatibility characters (`\uFB01` for `fi`) make another mailbox whose key is the same.
  if (email.normalize('NFKC') !== email) throw signOnProblem('sign_on_unverified');
  return email;
}

/**
 * Makes an account of an address that a provider has verified. One of the same address that nobody verified goes:
 * whoever made it may not be the address's owner. Undefined where there is a verified one, whose owner has to confirm.
 * @throws account_suspended
 */
export async function makeAccountOf(
  unit: Unit,
  person: SignedOn,
  language: Language,
  now: Date,
): Promise<User | undefined> {
  const { tx } = unit;
  const email = verifiedAddress(person);
  const before = await findUserByEmail(tx, email);
  if (before && before.is_active !== 1) throw problem('account_suspended', 'This account is suspended.');
  if (before?.email_verified === 1) return undefined;
  if (before) await deleteUser(unit, before);
  const user: User = {
    ...draftUser(
      {
        email,
        password_hash: NO_PASSWORD,
        nickname: null,
        first_name: null,
        last_name: null,
        language,
        newsletter_subscribed: 0,
      },
      now.toISOString(),
    ),
    email_verified: 1,
  };
  if (!(await insertUser(tx, user)))
    throw problem('conflict', 'There is an account with this address already; begin again.');
  await addIdentity(tx, person, user.id, now);
  return user;
}

/** Ends all ways into an account by providers. */
export async function deleteIdentities(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('user_identities').where('user_id', '=', userId).execute();
}

/** Ends the ways into an account by one provider. Returns whether there was one. */
export async function deleteIdentity(tx: Db, userId: string, issuer: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('user_identities')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .returning('subject')
    .execute();
  return gone.length > 0;
}

/** The providers' accounts by which an account is logged in to. */
export const identitiesOf = (db: Db, userId: string) =>
  db
    .selectFrom('user_identities')
    .select(['issuer', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

import { CHALLENGE_LIFETIME } from '../../../core/mfa/rules.ts';
import { newToken, tokenHash } from '../auth/secret-token.ts';
import type { Db } from '../database/types.ts';
import { latestEnd } from '../time/clock.ts';

/** Purpose of a challenge: an answer for another purpose is refused. */
export type ChallengePurpose =
  | 'admin-login'
  | 'admin-login-passkey'
  | 'admin-confirm'
  | 'admin-passkey'
  | 'user-login'
  | 'user-passkey';

interface Of {
  purpose: ChallengePurpose;
  /** The administrator's or reader's id; absent where nobody is known. */
  owner?: string;
}

/** Makes a challenge that can be answered once, for five minutes. */
export async function issueChallenge(tx: Db, { purpose, owner = '' }: Of, now: Date): Promise<string> {
  const value = newToken();
  const expires_at = new Date(now.getTime() + CHALLENGE_LIFETIME).toISOString();
  await tx
    .insertInto('challenges')
    .values({ hash: tokenHash(value), purpose, owner, expires_at })
    .execute();
  return value;
}

/** Owner of a challenge; undefined if it has expired, was answered or has another purpose. */
export async function ownerOfChallenge(
  db: Db,
  value: string,
  purpose: ChallengePurpose,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('challenges')
    .select('owner')
    .where('hash', '=', tokenHash(value))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', latestEnd(CHALLENGE_LIFETIME, now))
    .executeTakeFirst();
  return row?.owner;
}

/** Uses a challenge up. Returns false where it does not count. */
export async function takeChallenge(
  tx: Db,
  value: string,
  { purpose, owner = '' }: Of,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('challenges')
    .where('hash', '=', tokenHash(value))
    .where('purpose', '=', purpose)
    .where('owner', '=', owner)
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', latestEnd(CHALLENGE_LIFETIME, now))
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the challenges of a person, as their sessions are ended. */
export async function endChallenges(tx: Db, owner: string): Promise<void> {
  await tx.deleteFrom('challenges').where('owner', '=', owner).execute();
}

export async function deleteOldChallenges(tx: Db, now: Date): Promise<void> {
  await tx.deleteFrom('challenges').where('expires_at', '<=', now.toISOString()).execute();
}

import { Buffer } from 'node:buffer';
import type { Selectable } from 'kysely';
import { type NewPasskey, PASSKEYS_MAX, type Passkey, type PasskeyUse } from '../../../core/mfa/rules.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import type { Env } from '../../env.ts';
import type { PasskeyTable } from '../database/schema.ts';
import type { Db } from '../database/types.ts';

export type StoredPasskey = Selectable<PasskeyTable>;

/** Whose passkeys: an administrator's or a reader's. */
export type PasskeyOwner = { admin_id: string } | { user_id: string };

/** The library is large, and most processes never need it. */
const webauthnServer = () => import('@simplewebauthn/server');

export const refusedFactor = (): Problem =>
  problem('factor_refused', 'The code or the passkey is not the right one, or was used before.');

export interface PasskeyService {
  /** What a browser is asked with to make a passkey. */
  creation(of: {
    challenge: string;
    id: string;
    name: string;
    existing: readonly StoredPasskey[];
    /** Sign-in without a user name: requires a resident key and user verification. */
    alone: boolean;
  }): Promise<{ challenge: string }>;
  /** Options for `navigator.credentials.get()`: for the allowed passkeys, or for any passkey of the site. */
  request(of: { challenge: string; allowed?: readonly StoredPasskey[] }): Promise<{ challenge: string }>;
  /** Verifies the registration of a new passkey. @throws factor_refused */
  checkNew(
    passkey: NewPasskey,
    alone: boolean,
  ): Promise<VerifiedPasskey & Pick<StoredPasskey, 'id' | 'public_key'>>;
  /** Checks the use of one. @throws factor_refused */
  checkUse(passkey: PasskeyUse, stored: StoredPasskey, alone: boolean): Promise<VerifiedPasskey>;
}

interface VerifiedPasskey {
  /** Challenge signed by the authenticator, to be looked up and used up. */
  challenge: string;
  counter: number;
}

/** WebAuthn with the host of `SITE_URL` as the relying party. */
export function createPasskeys({ SITE_URL, SITE_NAME }: Pick<Env, 'SITE_URL' | 'SITE_NAME'>): PasskeyService {
  const { hostname: rpID, origin } = new URL(SITE_URL);
  const named = (passkeys: readonly StoredPasskey[]) =>
    passkeys.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as string[] }));
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  const verification = (alone: boolean) => (alone ? 'required' : 'preferred');

  return {
    async creation({ challenge, id, name, existing, alone }) {
      const { generateRegistrationOptions } = await webauthnServer();
      return {
        ...(await generateRegistrationOptions({
          rpName: SITE_NAME,
          rpID,
          userName: name,
          userDisplayName: name,
          userID: bytes(id),
          challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
          excludeCredentials: named(existing),
          authenticatorSelection: {
            residentKey: alone ? 'required' : 'preferred',
            userVerification: verification(alone),
          },
          // As many authenticators know, and no other: ES256 and RS256.
          supportedAlgorithmIDs: [-7, -257],
        })),
      };
    },
    async request({ challenge, allowed }) {
      const { generateAuthenticationOptions } = await webauthnServer();
      return {
        ...(await generateAuthenticationOptions({
          rpID,
          challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
          userVerification: verification(allowed === undefined),
          ...(allowed ? { allowCredentials: named(allowed) } : {}),
        })),
      };
    },
    async checkNew(passkey, alone) {
      const { verifyRegistrationResponse } = await webauthnServer();
      const challenge = challengeOf(passkey);
      const result = await verifyRegistrationResponse({
        response: passkey as never,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: alone,
        supportedAlgorithmIDs: [-7, -257],
      }).catch(() => undefined);
      if (!result?.verified || !result.registrationInfo) throw refusedFactor();
      const { id, publicKey, counter } = result.registrationInfo.credential;
      return { challenge, id, public_key: Buffer.from(publicKey).toString('base64url'), counter };
    },
    async checkUse(passkey, stored, alone) {
      const { verifyAuthenticationResponse } = await webauthnServer();
      const challenge = challengeOf(passkey);
      const result = await verifyAuthenticationResponse({
        response: passkey as never,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: alone,
        credential: {
          id: stored.id,
          publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
          counter: Number(stored.counter),
        },
      }).catch(() => undefined);
      if (!result?.verified) throw refusedFactor();
      return { challenge, counter: result.authenticationInfo.newCounter };
    },
  };
}

/** The challenge that a browser signed. @throws factor_refused */
function challengeOf({ response: { clientDataJSON } }: PasskeyUse | NewPasskey): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    if (typeof challenge === 'string') return challenge;
  } catch {
    // No JSON: none of ours.
  }
  throw refusedFactor();
}

/** Somebody's passkeys, the newest first. */
export async function findPasskeys(db: Db, owner: PasskeyOwner): Promise<StoredPasskey[]> {
  const query = db.selectFrom('passkeys').selectAll().orderBy('created_at', 'desc').orderBy('id');
  return 'admin_id' in owner
    ? query.where('admin_id', '=', owner.admin_id).execute()
    : query.where('user_id', '=', owner.user_id).execute();
}

export async function findPasskey(db: Db, id: string): Promise<StoredPasskey | undefined> {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @throws conflict where there are as many as there can be */
export function requireRoom(existing: readonly StoredPasskey[]): void {
  if (existing.length >= PASSKEYS_MAX) throw problem('conflict', `At most ${PASSKEYS_MAX} passkeys.`);
}

/** Stores a passkey. @throws conflict where it is somebody's already */
export async function insertPasskey(
  tx: Db,
  owner: PasskeyOwner,
  passkey: Pick<StoredPasskey, 'id' | 'public_key' | 'counter' | 'name'> & { transports: string[] },
  now: Date,
): Promise<StoredPasskey> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      admin_id: null,
      user_id: null,
      ...owner,
      ...passkey,
      transports: JSON.stringify(passkey.transports),
      created_at: now.toISOString(),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw problem('conflict', 'This passkey is in use already.');
  return row;
}

/**
 * Notes the use of a passkey, with the count of its authenticator, which only grows.
 * @throws factor_refused where it is gone, or where another use was noted meanwhile
 */
export async function notePasskeyUse(
  tx: Db,
  stored: StoredPasskey,
  counter: number,
  now: Date,
): Promise<void> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now.toISOString() })
    .where('id', '=', stored.id)
    .where('counter', '=', stored.counter)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw refusedFactor();
}

/** Removes all passkeys of a reader. */
export async function deletePasskeys(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Deletes a passkey. Returns its name; undefined if the owner has no such passkey. */
export async function deletePasskey(tx: Db, owner: PasskeyOwner, id: string): Promise<string | undefined> {
  const query = tx.deleteFrom('passkeys').where('id', '=', id).returning('name');
  const row = await ('admin_id' in owner
    ? query.where('admin_id', '=', owner.admin_id)
    : query.where('user_id', '=', owner.user_id)
  ).executeTakeFirst();
  return row?.name;
}

export function toPasskey({ id, name, created_at, last_used_at }: StoredPasskey): Passkey {
  return { id, name, created_at, last_used_at };
}

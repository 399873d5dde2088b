import { randomInt } from 'node:crypto';
import { Secret, TOTP as Totp } from 'otpauth';
import { type Factor, plainCode, RECOVERY_CODES, TOTP } from '../../../core/mfa/rules.ts';
import { problem } from '../../../core/problem.ts';
import type { Encryption } from '../auth/encryption.ts';
import { tokenHash } from '../auth/secret-token.ts';
import type { Db } from '../database/types.ts';
import { refusedFactor } from './passkeys.ts';

/** Periods before and after this one whose codes are taken, since clocks differ. */
const WINDOW = 1;
const ONE_TIME_CODE = new RegExp(`^[0-9]{${TOTP.digits}}$`);
/** Letters and digits that are not taken for one another: 78 bits in a code. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 16;

/** The second factors that an administrator has; recovery codes are none alone. */
export async function findFactors(db: Db, adminId: string): Promise<Exclude<Factor, 'recovery'>[]> {
  const [totp, passkey] = await Promise.all([
    db
      .selectFrom('admin_totps')
      .select('admin_id')
      .where('admin_id', '=', adminId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst(),
    db.selectFrom('passkeys').select('id').where('admin_id', '=', adminId).limit(1).executeTakeFirst(),
  ]);
  return [...(totp ? (['totp'] as const) : []), ...(passkey ? (['passkey'] as const) : [])];
}

/** The administrators who have a second factor. */
export async function adminsWithFactor(db: Db): Promise<Set<string>> {
  const [totps, passkeys] = await Promise.all([
    db.selectFrom('admin_totps').select('admin_id').where('confirmed_at', 'is not', null).execute(),
    db.selectFrom('passkeys').select('admin_id').distinct().where('admin_id', 'is not', null).execute(),
  ]);
  return new Set([...totps, ...passkeys].flatMap(({ admin_id }) => admin_id ?? []));
}

/** When the authenticator app was taken into use; null without one. */
export async function totpSince(db: Db, adminId: string): Promise<string | null> {
  const row = await db
    .selectFrom('admin_totps')
    .select('confirmed_at')
    .where('admin_id', '=', adminId)
    .executeTakeFirst();
  return row?.confirmed_at ?? null;
}

/**
 * A new secret of an authenticator app, which does not count before a code of it was given.
 * @throws conflict where another one counts
 */
export async function beginTotp(
  tx: Db,
  adminId: string,
  { issuer, label, encryption }: { issuer: string; label: string; encryption: Encryption },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 });
  const columns = { secret: encryption.encrypt(secret.base32), confirmed_at: null, last_step: 0 };
  const stored = await tx
    .insertInto('admin_totps')
    .values({ admin_id: adminId, ...columns })
    .onConflict((conflict) =>
      conflict.column('admin_id').doUpdateSet(columns).where('admin_totps.confirmed_at', 'is', null),
    )
    .returning('admin_id')
    .executeTakeFirst();
  if (!stored) throw problem('conflict', 'There is an authenticator app already; remove it first.');
  return { secret: secret.base32, uri: new Totp({ issuer, label, secret, ...TOTP }).toString() };
}

/**
 * Takes a code of an administrator's app; each counts once, and none before the last one that counted.
 * @param confirming whether it is the first code of a new secret
 * @throws factor_refused
 */
export async function takeTotp(
  tx: Db,
  adminId: string,
  {
    code,
    encryption,
    now,
    confirming,
  }: { code: string; encryption: Encryption; now: Date; confirming: boolean },
): Promise<void> {
  const row = await tx
    .selectFrom('admin_totps')
    .selectAll()
    .where('admin_id', '=', adminId)
    .where('confirmed_at', confirming ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (!row) throw refusedFactor();
  const token = plainCode(code);
  // The library compares bytes, and throws at a text of as many letters and more bytes.
  if (!ONE_TIME_CODE.test(token)) throw refusedFactor();
  const secret = secretOf(row.secret, encryption);
  const delta =
    secret &&
    new Totp({ secret, ...TOTP }).validate({
      token,
      timestamp: now.getTime(),
      window: WINDOW,
    });
  if (delta === undefined || delta === null) throw refusedFactor();
  const current = Math.floor(now.getTime() / 1000 / TOTP.period);
  const step = current + delta;
  const taken = await tx
    .updateTable('admin_totps')
    .set({ last_step: step, ...(confirming ? { confirmed_at: now.toISOString() } : {}) })
    .where('admin_id', '=', adminId)
    .where('secret', '=', row.secret)
    // A step that is still to come was noted while the clock was ahead, and refuses no code.
    .where((eb) => eb.or([eb('last_step', '<', step), eb('last_step', '>', current + WINDOW)]))
    .returning('admin_id')
    .executeTakeFirst();
  if (!taken) throw refusedFactor();
}

/** Undefined where it was encrypted with another APP_SECRET. */
function secretOf(encrypted: string, encryption: Encryption): Secret | undefined {
  try {
    return Secret.fromBase32(encryption.decrypt(encrypted));
  } catch {
    return undefined;
  }
}

export async function deleteTotp(tx: Db, adminId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('admin_totps')
    .where('admin_id', '=', adminId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return typeof row?.confirmed_at === 'string';
}

/** Ten new recovery codes in the place of those before, stored only as hashes. */
export async function renewRecoveryCodes(tx: Db, adminId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: CODE_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(
      '',
    ),
  );
  await tx.deleteFrom('admin_recovery_codes').where('admin_id', '=', adminId).execute();
  await tx
    .insertInto('admin_recovery_codes')
    .values(codes.map((code) => ({ admin_id: adminId, code_hash: tokenHash(code) })))
    .execute();
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

export async function countRecoveryCodes(db: Db, adminId: string): Promise<number> {
  const { count } = await db
    .selectFrom('admin_recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Uses a recovery code up. @throws factor_refused */
export async function takeRecoveryCode(tx: Db, adminId: string, code: string): Promise<void> {
  const row = await tx
    .deleteFrom('admin_recovery_codes')
    .where('admin_id', '=', adminId)
    .where('code_hash', '=', tokenHash(plainCode(code)))
    .returning('admin_id')
    .executeTakeFirst();
  if (!row) throw refusedFactor();
}

/** Recovery codes stand in for a factor: they come with the first. Null where there are some. */
export async function recoveryCodesFor(tx: Db, adminId: string): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, adminId)) > 0 ? null : renewRecoveryCodes(tx, adminId);
}

/** With the last factor the recovery codes go. */
export async function forgetCodesWithout(tx: Db, adminId: string): Promise<void> {
  if ((await findFactors(tx, adminId)).length > 0) return;
  await tx.deleteFrom('admin_recovery_codes').where('admin_id', '=', adminId).execute();
}

/** Takes away all of an administrator's second factors. Returns whether there were any. */
export async function removeFactors(tx: Db, adminId: string): Promise<boolean> {
  const had = (await findFactors(tx, adminId)).length > 0;
  for (const table of ['admin_totps', 'admin_recovery_codes', 'passkeys'] as const)
    await tx.deleteFrom(table).where('admin_id', '=', adminId).execute();
  return had;
}

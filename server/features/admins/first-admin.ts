import { randomInt } from 'node:crypto';
import type { Env } from '../../env.ts';
import { hashPassword, OF_THE_SERVER, refuseCommonPassword } from '../../platform/auth/password.ts';
import type { Database } from '../../platform/database/types.ts';
import { ON_THE_SERVER, recordSecurityEvent } from '../security-log/index.ts';
import { insertAdmin } from './store.ts';

/** Letters and digits that do not look alike. */
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A password of about 93 bits that can be read out. */
export function generatePassword(): string {
  return Array.from({ length: 16 }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join('');
}

export interface FirstAdmin {
  username: string;
  /** The generated password; absent where ADMIN_PASSWORD gave it. */
  password?: string;
}

/**
 * Makes the first administrator where there is none. Several processes make one.
 * @throws validation_failed where ADMIN_PASSWORD is too common
 */
export async function makeFirstAdmin(
  database: Database,
  env: Pick<Env, 'ADMIN_USERNAME' | 'ADMIN_PASSWORD'>,
  now: Date,
): Promise<FirstAdmin | undefined> {
  const any = () => database.read.selectFrom('admins').select('id').limit(1).executeTakeFirst();
  if (await any()) return undefined;
  const password = env.ADMIN_PASSWORD ?? generatePassword();
  await refuseCommonPassword(password, 'ADMIN_PASSWORD', [env.ADMIN_USERNAME]);
  const hash = await hashPassword(password, OF_THE_SERVER);
  const made = await database.write(async ({ tx }) => {
    const other = await tx.selectFrom('admins').select('id').limit(1).executeTakeFirst();
    if (other || !(await insertAdmin(tx, env.ADMIN_USERNAME, hash, now))) return false;
    const subject = env.ADMIN_USERNAME;
    await recordSecurityEvent(tx, { ...ON_THE_SERVER, event: 'admin_created', subject }, now);
    return true;
  });
  if (!made) return undefined;
  return env.ADMIN_PASSWORD ? { username: env.ADMIN_USERNAME } : { username: env.ADMIN_USERNAME, password };
}

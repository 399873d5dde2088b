import type { PasskeyUse } from '../../../core/mfa/rules.ts';
import type { Db } from '../../platform/database/types.ts';
import { type ChallengePurpose, takeChallenge } from '../../platform/mfa/challenges.ts';
import { createPasskeys, findPasskey, notePasskeyUse, refusedFactor } from '../../platform/mfa/passkeys.ts';
import type { Services } from '../../services.ts';

/** A check of the passkeys of one administrator. */
export function ownPasskeyCheck({ database, env }: Pick<Services, 'database' | 'env'>) {
  const passkeys = createPasskeys(env);

  /** @returns a function that records the use of the passkey, called inside of the write */
  return async function checkOwnPasskey(passkey: PasskeyUse, adminId: string) {
    const stored = await findPasskey(database.read, passkey.id);
    if (stored?.admin_id !== adminId) throw refusedFactor();
    const { challenge, counter } = await passkeys.checkUse(passkey, stored, false);
    return async (tx: Db, purpose: ChallengePurpose, at: Date) => {
      if (!(await takeChallenge(tx, challenge, { purpose, owner: adminId }, at))) throw refusedFactor();
      await notePasskeyUse(tx, stored, counter, at);
    };
  };
}

import { VERIFICATION_LIFETIME } from '../../../core/accounts/rules.ts';
import type { Db } from '../../platform/database/types.ts';
import type { Services } from '../../services.ts';
import { accountMails } from './mails.ts';
import { issueToken, type User } from './store.ts';

/** Puts a mail with a new verification link into the outbox, in the transaction of what asks for it. */
export type SendVerification = (tx: Db, user: User) => Promise<void>;

export function verificationSender({
  env,
  outbox,
  now,
}: Pick<Services, 'env' | 'outbox' | 'now'>): SendVerification {
  const mail = accountMails({ env });
  return async (tx, user) => {
    const expires = new Date(now().getTime() + VERIFICATION_LIFETIME);
    await outbox.put(tx, mail('verification', user, await issueToken(tx, user.id, 'verification', expires)));
  };
}

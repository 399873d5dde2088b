import type { changePassword } from '../../../core/accounts/calls.ts';
import { PASSWORD_CHECKS } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { MINUTE } from '../../../core/time.ts';
import { checkPassword, turnOf } from '../../platform/auth/password.ts';
import type { Db } from '../../platform/database/types.ts';
import type { HandlerContext } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import * as sessionStore from './session-store.ts';
import * as store from './store.ts';

/** A log-in within this time stands for a password, where an account has none, in milliseconds. */
const RECENT_LOGIN = 10 * MINUTE;

/** Checks before an act of an account's owner alone. */
export function ownerChecks({ database, now }: Pick<Services, 'database' | 'now'>) {
  /** Requires the account's password, before an act of its owner alone. */
  async function requirePassword(
    { request, count, forget }: Pick<HandlerContext<typeof changePassword>, 'request' | 'count' | 'forget'>,
    user: store.User,
    password: string,
  ): Promise<void> {
    await count(PASSWORD_CHECKS, { subject: user.id });
    const { right } = await checkPassword(password, user.password_hash, turnOf(request));
    if (!right) throw problem('wrong_password', 'The current password is wrong.');
    await database.write(({ tx }) => forget(tx, PASSWORD_CHECKS, user.id));
  }

  /** In the place of a password, where an account has none. @throws recent_login_required */
  async function requireRecentLogin(session: string): Promise<void> {
    const begun = await sessionStore.sessionBegun(database.read, session);
    if (!begun || now().getTime() - Date.parse(begun) > RECENT_LOGIN)
      throw problem('recent_login_required', 'Log in again first: this session is older than ten minutes.');
  }

  /** Inside of the write: the password that was checked, and the session, may have ended while it was hashed. */
  async function requireUnchanged(tx: Db, user: store.User, session: string): Promise<void> {
    await store.lockUser(tx, user.id);
    const current = await sessionStore.passwordOfSession(tx, session);
    if (current === undefined) throw problem('session_expired', 'The session has ended.');
    if (current !== user.password_hash)
      throw problem('conflict', 'The password was changed in the meantime.');
  }

  return { requirePassword, requireRecentLogin, requireUnchanged };
}

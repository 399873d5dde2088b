import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/accounts/calls.ts';
import { RESET_LIFETIME } from '../../../core/accounts/rules.ts';
import { LOGIN_TRIES, RESETS_TO } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { hashPassword, refuseCommonPassword, turnOf } from '../../platform/auth/password.ts';
import { addressHash, tokenHash } from '../../platform/auth/secret-token.ts';
import { answerEvenly } from '../../platform/http/answer-evenly.ts';
import { route } from '../../platform/http/route.ts';
import { deletePasskeys } from '../../platform/mfa/passkeys.ts';
import type { Services } from '../../services.ts';
import { followNewsletter } from '../readers/index.ts';
import { deleteIdentities } from './identities.ts';
import { accountMails } from './mails.ts';
import { INVALID_LINK, UNMAILED } from './messages.ts';
import { ownerChecks } from './owner-checks.ts';
import * as sessionStore from './session-store.ts';
import * as store from './store.ts';

/** Change and reset of an account's password. */
export function passwordRoutes(app: FastifyInstance, context: Services): void {
  const { database, outbox, accounts, security, now } = context;
  const mail = accountMails(context);
  const { requirePassword, requireUnchanged } = ownerChecks(context);

  route(app, calls.changePassword, async ({ body, request, count, forget, concerns }) => {
    const { id, user } = await accounts.require(request);
    concerns(store.userSubject(user));
    await refuseCommonPassword(body.new_password, 'body.new_password', [
      user.email,
      user.email.split('@')[0] ?? '',
    ]);
    await requirePassword({ request, count, forget }, user, body.current_password);
    const password_hash = await hashPassword(body.new_password, turnOf(request));
    await database.write(async ({ tx }) => {
      await requireUnchanged(tx, user, id);
      await store.updateUser(tx, user.id, { password_hash });
      await sessionStore.endUserSessions(tx, user.id, id);
      await store.endToken(tx, user.id, 'reset');
      await security.record(tx, request, { event: 'password_changed', actor: store.userSubject(user) });
      await outbox.put(tx, mail('passwordChanged', user));
    });
    outbox.wake();
    return { message: 'The password was changed; all other devices were logged out.' };
  });

  route(app, calls.requestPasswordReset, async ({ body, request, write, count }) => {
    const since = performance.now();
    await write(async ({ tx }) => {
      await count(RESETS_TO, { tx, subject: addressHash(body.email) });
      const user = await store.findUserByEmail(tx, body.email);
      await security.record(tx, request, {
        event: 'password_reset_asked',
        ...(user ? { actor: store.userSubject(user) } : { actor: { kind: 'unknown' }, outcome: 'failure' }),
      });
      if (user && user.is_active === 1) {
        const token = await store.issueToken(
          tx,
          user.id,
          'reset',
          new Date(now().getTime() + RESET_LIFETIME),
        );
        await outbox.put(tx, mail('reset', user, token));
      }
    });
    outbox.wake();
    await answerEvenly(since);
    return {
      message: outbox.folder
        ? `If the address has an account, there is a new link. ${UNMAILED}`
        : 'If the address has an account, an e-mail with a link is on its way.',
    };
  });

  route(app, calls.confirmPasswordReset, async ({ body, request, forget }) => {
    // Looked at before the costly hash; used up only together with the new password.
    const known = await database.read
      .selectFrom('user_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select('u.email')
      .where('t.token_hash', '=', tokenHash(body.token))
      .where('t.kind', '=', 'reset')
      .where('t.expires_at', '>=', now().toISOString())
      .executeTakeFirst();
    if (!known) throw problem('token_invalid', INVALID_LINK);
    await refuseCommonPassword(body.new_password, 'body.new_password', [
      known.email,
      known.email.split('@')[0] ?? '',
    ]);
    const password_hash = await hashPassword(body.new_password, turnOf(request));
    await database.write(async ({ tx }) => {
      const userId = await store.consumeToken(tx, body.token, 'reset', now());
      // The link came by mail, so the address is verified with it.
      const user = userId && (await store.updateUser(tx, userId, { password_hash, email_verified: 1 }));
      if (!user) throw problem('token_invalid', INVALID_LINK);
      await followNewsletter(tx, user, now());
      await sessionStore.endUserSessions(tx, user.id);
      // Whoever had taken the account over may have added a passkey or a provider, which need no password.
      await deletePasskeys(tx, user.id);
      await deleteIdentities(tx, user.id);
      await forget(tx, LOGIN_TRIES, addressHash(user.email));
      await security.record(tx, request, { event: 'password_reset', actor: store.userSubject(user) });
      await outbox.put(tx, mail('passwordChanged', user));
    });
    outbox.wake();
    return { message: 'The new password is set. Log in with it.' };
  });
}

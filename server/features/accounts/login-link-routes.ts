import type { FastifyInstance } from 'fastify';
import { LOGIN_LINK_LIFETIME } from '../../../core/accounts/rules.ts';
import * as calls from '../../../core/accounts/sign-on-calls.ts';
import { RESETS_TO } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { addressHash } from '../../platform/auth/secret-token.ts';
import { answerEvenly } from '../../platform/http/answer-evenly.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { followNewsletter } from '../readers/index.ts';
import { accountMails } from './mails.ts';
import { createSessionOpener } from './open-session.ts';
import * as store from './store.ts';

/** Log-in by a link in a mail. */
export function loginLinkRoutes(app: FastifyInstance, context: Services): void {
  const { database, outbox, now } = context;
  const mail = accountMails(context);
  const openSession = createSessionOpener(context);

  route(app, calls.requestLoginLink, async ({ body, write, count }) => {
    const since = performance.now();
    await write(async ({ tx }) => {
      await count(RESETS_TO, { tx, subject: addressHash(body.email) });
      const user = await store.findUserByEmail(tx, body.email);
      if (user?.is_active !== 1) return;
      const expires = new Date(now().getTime() + LOGIN_LINK_LIFETIME);
      await outbox.put(tx, mail('loginLink', user, await store.issueToken(tx, user.id, 'login', expires)));
    });
    outbox.wake();
    await answerEvenly(since);
    return { message: 'If the address has an account, an e-mail with a link is on its way.' };
  });

  route(app, calls.redeemLoginLink, async ({ body, request, concerns }) => {
    const { token, user } = await database.write(async ({ tx }) => {
      const userId = await store.consumeToken(tx, body.token, 'login', now());
      // The link came by mail, so the address is verified with it.
      const owner = userId && (await store.updateUser(tx, userId, { email_verified: 1 }));
      if (!owner) throw problem('token_invalid', 'This link is not valid any more. Request a new one.');
      concerns({ kind: 'user', name: owner.id });
      await followNewsletter(tx, owner, now());
      return { token: await openSession(tx, request, owner), user: owner };
    });
    return { token, user: store.toPublicUser(user) };
  });
}

import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/accounts/calls.ts';
import { LOGIN_HOLDS, LOGIN_TRIES } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { checkPassword, hashPassword, turnOf } from '../../platform/auth/password.ts';
import { addressHash, bearerToken } from '../../platform/auth/secret-token.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import * as sessionStore from './session-store.ts';
import * as store from './store.ts';

/** Log-in, log-out and the sessions of an account. */
export function sessionRoutes(app: FastifyInstance, context: Services): void {
  const { env, database, accounts, security, now } = context;

  route(app, calls.login, async ({ body, request, count, forget, concerns }) => {
    const subject = addressHash(body.email);
    await count(LOGIN_TRIES, { subject });
    await count(LOGIN_HOLDS, { subject });
    const user = await store.findUserByEmail(database.read, body.email);
    if (user) concerns(store.userSubject(user));
    const { right, outdated } = await checkPassword(body.password, user?.password_hash, turnOf(request));
    if (!user || !right) throw problem('invalid_credentials', 'E-mail or password is wrong.');
    await database.write(async ({ tx }) => {
      await forget(tx, LOGIN_TRIES, subject);
      await forget(tx, LOGIN_HOLDS, subject);
    });
    if (user.is_active !== 1) throw problem('account_suspended', 'This account is suspended.');
    if (env.REQUIRE_VERIFIED_EMAIL && user.email_verified !== 1) {
      throw problem('email_verification_required', 'Verify your e-mail address first; check your inbox.', {
        extra: { email_verification_required: true },
      });
    }
    const rehashed = outdated ? await hashPassword(body.password, turnOf(request)) : undefined;
    const token = await database.write(async ({ tx }) => {
      // Suspended, deleted or given another password while we hashed: then this log-in comes too late.
      const current = await tx
        .selectFrom('users')
        .select(['is_active', 'password_hash'])
        .where('id', '=', user.id)
        .executeTakeFirst();
      if (current?.is_active !== 1 || current.password_hash !== user.password_hash) {
        throw problem('invalid_credentials', 'E-mail or password is wrong.');
      }
      if (rehashed) await store.updateUser(tx, user.id, { password_hash: rehashed });
      await store.noteLogin(tx, user, request.ip, now().toISOString());
      await security.record(tx, request, { event: 'login', actor: store.userSubject(user) });
      return sessionStore.openUserSession(tx, user.id, deviceName(request.headers['user-agent']), now());
    });
    return { token, user: store.toPublicUser(user) };
  });

  route(app, calls.logout, async ({ request }) => {
    const token = bearerToken(request.headers.authorization);
    if (token)
      await database.write(async ({ tx }) => {
        const id = await sessionStore.endUserSession(tx, token);
        if (id) await security.record(tx, request, { event: 'logout', actor: store.userSubject({ id }) });
      });
    return { message: 'Logged out.' };
  });

  route(app, calls.findSessions, async ({ request }) => {
    const { id, user } = await accounts.require(request);
    const sessions = await sessionStore.findSessions(database.read, user.id, now());
    return sessions.map((session) => ({ ...session, current: session.id === id }));
  });

  route(app, calls.endOtherSessions, async ({ request, write }) => {
    const { id, user } = await accounts.require(request);
    const ended = await write(async ({ tx }) => {
      await security.record(tx, request, { event: 'sessions_ended', actor: store.userSubject(user) });
      return sessionStore.endUserSessions(tx, user.id, id);
    });
    return { ended, message: 'Logged out everywhere else.' };
  });
}

import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/accounts/calls.ts';
import { NO_PASSWORD } from '../../platform/auth/password.ts';
import { route } from '../../platform/http/route.ts';
import { findPasskeys, toPasskey } from '../../platform/mfa/passkeys.ts';
import type { Services } from '../../services.ts';
import { findFollows, findMails, findReaderOf, followNewsletter, toMail } from '../readers/index.ts';
import { listsOf } from '../saved-lists/index.ts';
import { identitiesOf } from './identities.ts';
import { ownerChecks } from './owner-checks.ts';
import { passwordRoutes } from './password-routes.ts';
import { registrationRoutes } from './registration-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import * as sessionStore from './session-store.ts';
import * as store from './store.ts';

export function accountRoutes(app: FastifyInstance, context: Services): void {
  registrationRoutes(app, context);
  sessionRoutes(app, context);
  passwordRoutes(app, context);

  const { database, accounts, security, now } = context;
  const { requirePassword, requireRecentLogin, requireUnchanged } = ownerChecks(context);

  route(app, calls.readMe, async ({ request }) => ({
    user: store.toPublicUser((await accounts.require(request)).user),
  }));

  route(app, calls.saveProfile, async ({ body, request, write }) => {
    const { user } = await accounts.require(request);
    const changed = await write(async ({ tx, now: at }) => {
      const saved = await store.updateUser(tx, user.id, store.toColumns(body));
      if (saved) await followNewsletter(tx, saved, at);
      return saved;
    });
    return { user: store.toPublicUser(changed ?? user) };
  });

  route(app, calls.exportAccount, async ({ request, reply }) => {
    const { user } = await accounts.require(request);
    const reader = user.email_verified === 1 ? await findReaderOf(database.read, user.email) : undefined;
    const [sessions, likes, passkeys, providers, talk, follows, mails, lists] = await Promise.all([
      sessionStore.findSessions(database.read, user.id, now()),
      store.findLikes(database.read, user.id),
      findPasskeys(database.read, { user_id: user.id }),
      identitiesOf(database.read, user.id),
      store.findTalk(database.read, user.id),
      reader ? findFollows(database.read, reader.id) : [],
      reader ? findMails(database.read, reader.id) : [],
      listsOf(database.read, user.id),
    ]);
    await database.write(({ tx }) =>
      security.record(tx, request, { event: 'export', actor: store.userSubject(user), subject: 'account' }),
    );
    reply
      .header('content-disposition', 'attachment; filename="account.json"')
      .header('cache-control', 'no-store');
    return {
      exported_at: now().toISOString(),
      user: {
        ...store.toPublicUser(user),
        last_login_at: user.last_login_at,
        login_count: user.login_count,
        login_ip_addresses: JSON.parse(user.login_ip_addresses) as string[],
      },
      sessions,
      likes,
      passkeys: passkeys.map(toPasskey),
      providers,
      follows: follows.map(({ kind, value, frequency, created_at, confirmed_at }) => ({
        ...{ kind, value, frequency, created_at, confirmed_at },
      })),
      mails: mails.map(toMail),
      lists,
      ...talk,
    };
  });

  route(app, calls.deleteAccount, async ({ body, request, count, forget, concerns }) => {
    const { id, user } = await accounts.require(request);
    concerns(store.userSubject(user));
    if (user.password_hash === NO_PASSWORD) await requireRecentLogin(id);
    else await requirePassword({ request, count, forget }, user, body.password ?? '');
    await database.write(async (unit) => {
      const { tx } = unit;
      await requireUnchanged(tx, user, id);
      // The deletion then takes out of the log whose account it was.
      await security.record(tx, request, { event: 'account_deleted', actor: store.userSubject(user) });
      await store.deleteUser(unit, user);
    });
    return { message: 'The account was deleted.' };
  });
}

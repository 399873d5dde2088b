import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/accounts/sign-on-calls.ts';
import { LOGIN_HOLDS, LOGIN_TRIES, RESETS_TO } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { type IdentityProvider, signOnProblem } from '../../platform/auth/identity-provider.ts';
import { checkPassword, turnOf } from '../../platform/auth/password.ts';
import { addressHash } from '../../platform/auth/secret-token.ts';
import { createSignOnFlows, logRefusal, oneUse, SIGN_ON_WITHIN } from '../../platform/auth/sign-on-flow.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { addIdentity, findUserByIdentity, makeAccountOf } from './identities.ts';
import { createJoinTickets } from './join-tickets.ts';
import { loginLinkRoutes } from './login-link-routes.ts';
import { accountMails } from './mails.ts';
import { createSessionOpener } from './open-session.ts';
import { providerRoutes } from './provider-routes.ts';
import { readerProviders } from './reader-providers.ts';
import * as store from './store.ts';

/** Uses are remembered for longer than a sign-on may take or a mailed link works. */
const isFirstUse = oneUse('reader-sign-on', 4 * SIGN_ON_WITHIN);

/** How readers log in by a provider, and by a mailed link; the session is one like any other. */
export function readerSignOnRoutes(
  app: FastifyInstance,
  context: Services,
  providers = readerProviders(context.env),
): void {
  providerRoutes(app, context, providers);
  providerLoginRoutes(app, context, providers);
  loginLinkRoutes(app, context);
}

/** The way to a provider and back, and the joining with an account that has the same address. */
function providerLoginRoutes(
  app: FastifyInstance,
  context: Services,
  providers: ReadonlyMap<string, IdentityProvider>,
): void {
  const { database, env, outbox, now } = context;
  const flows = createSignOnFlows({
    ...{ env, now, purpose: 'reader-sign-on' },
    cookie: { name: 'reader_sign_on', path: '/api/auth/sign-on' },
  });
  const tickets = createJoinTickets(context);
  const mail = accountMails(context);
  const openSession = createSessionOpener(context);

  function required(id: string): IdentityProvider {
    const provider = providers.get(id);
    if (!provider) throw problem('not_found', 'There is no such provider.');
    return provider;
  }

  route(app, calls.beginProviderLogin, async ({ body, request, reply }) => {
    const { url, signOn } = await required(body.provider).begin().catch(logRefusal(request));
    reply.header('set-cookie', flows.begin(signOn, body.provider)).header('cache-control', 'no-store');
    return { url };
  });

  route(app, calls.finishProviderLogin, async ({ body, request, reply, concerns }) => {
    const { provider, ...flow } = flows.begunIn(request.headers.cookie);
    const asked = required(provider);
    // A callback with another state must not use up the pending sign-on of this browser.
    if (new URLSearchParams(body.query).get('state') !== flow.state) throw signOnProblem('sign_on_expired');
    if (!(await database.write(({ tx }) => isFirstUse(tx, flow.state, now()))))
      throw signOnProblem('sign_on_expired');
    const person = await asked.finish(body.query, flow).catch(logRefusal(request));
    const entered = await database.write(async (unit) => {
      const { tx } = unit;
      const user =
        (await findUserByIdentity(tx, person)) ?? (await makeAccountOf(unit, person, body.language, now()));
      if (!user) return undefined;
      concerns({ kind: 'user', name: user.id });
      return { token: await openSession(tx, request, user), user: store.toPublicUser(user), join: null };
    });
    reply.header('set-cookie', flows.end()).header('cache-control', 'no-store');
    if (entered) return entered;
    const owner = person.email && (await store.findUserByEmail(database.read, person.email));
    if (!owner) throw signOnProblem('sign_on_expired');
    const { issuer, subject } = person;
    return {
      token: null,
      user: null,
      join: tickets.write({ issuer, subject, userId: owner.id, mailed: false }),
    };
  });

  route(app, calls.joinAccount, async ({ body, request, count, forget, concerns }) => {
    const { id: ticketId, userId, mailed, ...identity } = tickets.read(body.ticket);
    const user = await store.findUserById(database.read, userId);
    if (!user) throw problem('token_invalid', 'This is not valid any more. Begin again.');
    concerns({ kind: 'user', name: user.id });
    const subject = addressHash(user.email);
    if (!mailed) {
      await count(LOGIN_TRIES, { subject });
      await count(LOGIN_HOLDS, { subject });
      const { right } = await checkPassword(body.password ?? '', user.password_hash, turnOf(request));
      if (!right) throw problem('invalid_credentials', 'The password is wrong.');
    }
    const token = await database.write(async ({ tx }) => {
      if (mailed && !(await isFirstUse(tx, ticketId, now())))
        throw problem('token_invalid', 'This link was used before.');
      const current = await store.findUserById(tx, userId);
      if (!current || (!mailed && current.password_hash !== user.password_hash))
        throw problem('token_invalid', 'This is not valid any more. Begin again.');
      if (!mailed) for (const limit of [LOGIN_TRIES, LOGIN_HOLDS]) await forget(tx, limit, subject);
      await addIdentity(tx, identity, userId, now());
      return openSession(tx, request, current);
    });
    return { token, user: store.toPublicUser(user) };
  });

  route(app, calls.mailJoinLink, async ({ body, write, count }) => {
    const { issuer, subject, userId, mailed } = tickets.read(body.ticket);
    const user = mailed ? undefined : await store.findUserById(database.read, userId);
    if (!user) throw problem('token_invalid', 'This is not valid any more. Begin again.');
    await write(async ({ tx }) => {
      await count(RESETS_TO, { tx, subject: addressHash(user.email) });
      await outbox.put(
        tx,
        mail('joinProvider', user, tickets.write({ issuer, subject, userId, mailed: true })),
      );
    });
    outbox.wake();
    return { message: 'An e-mail with a link is on its way.' };
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LOGIN_LINK_LIFETIME } from '../../../core/accounts/rules.ts';
import * as calls from '../../../core/accounts/sign-on-calls.ts';
import { LOGIN_HOLDS, LOGIN_TRIES, RESETS_TO } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { createEncryption } from '../../platform/auth/encryption.ts';
import { createGithub } from '../../platform/auth/github.ts';
import {
  createIdentityProvider,
  type IdentityProvider,
  signOnProblem,
} from '../../platform/auth/identity-provider.ts';
import { checkPassword, NO_PASSWORD, turnOf } from '../../platform/auth/password.ts';
import { addressHash } from '../../platform/auth/secret-token.ts';
import { createSignOnFlows, logRefusal, oneUse, SIGN_ON_WITHIN } from '../../platform/auth/sign-on-flow.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Db } from '../../platform/database/types.ts';
import { answerEvenly } from '../../platform/http/answer-evenly.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { followNewsletter } from '../readers/index.ts';
import {
  addIdentity,
  deleteIdentity,
  findUserByIdentity,
  identitiesOf,
  makeAccountOf,
} from './identities.ts';
import { accountMails } from './mails.ts';
import * as sessionStore from './session-store.ts';
import * as store from './store.ts';

/** The page to which providers send back. */
const READER_RETURN_PATH = '/sign-in';

/** Uses are remembered for longer than a sign-on may take or a mailed link works. */
const isFirstUse = oneUse('reader-sign-on', 4 * SIGN_ON_WITHIN);

/** What a ticket holds: whose account is to be joined with which provider's, and whether it came by mail. */
const ticketSchema = z.object({
  /** Identifies the ticket when it is used up: base64 has several spellings of one text. */
  id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  userId: z.string(),
  mailed: z.boolean(),
  at: z.number(),
});

const GOOGLE = 'https://accounts.google.com';

/** The providers of the settings, by their ids. */
export function readerProviders(env: Services['env']): Map<string, IdentityProvider> {
  const returnUrl = `${env.SITE_URL}${READER_RETURN_PATH}`;
  const providers = new Map<string, IdentityProvider>();
  if (env.READER_OIDC_GOOGLE_ID)
    providers.set(
      'google',
      createIdentityProvider({
        issuer: GOOGLE,
        clientId: env.READER_OIDC_GOOGLE_ID,
        secret: env.READER_OIDC_GOOGLE_SECRET,
        name: 'Google',
        returnUrl,
      }),
    );
  if (env.READER_OIDC_GITHUB_ID && env.READER_OIDC_GITHUB_SECRET)
    providers.set(
      'github',
      createGithub({
        clientId: env.READER_OIDC_GITHUB_ID,
        secret: env.READER_OIDC_GITHUB_SECRET,
        returnUrl,
      }),
    );
  if (env.READER_OIDC_ISSUER && env.READER_OIDC_ID)
    providers.set(
      'oidc',
      createIdentityProvider({
        issuer: env.READER_OIDC_ISSUER,
        clientId: env.READER_OIDC_ID,
        secret: env.READER_OIDC_SECRET,
        name: env.READER_OIDC_NAME,
        returnUrl,
      }),
    );
  return providers;
}

/** How readers log in by a provider, and by a mailed link; the session is one like any other. */
export function readerSignOnRoutes(
  app: FastifyInstance,
  context: Services,
  providers = readerProviders(context.env),
): void {
  const { accounts, database, env, outbox, security, now } = context;
  const flows = createSignOnFlows({
    ...{ env, now, purpose: 'reader-sign-on' },
    cookie: { name: 'reader_sign_on', path: '/api/auth/sign-on' },
  });
  const tickets = createEncryption(env.APP_SECRET, 'join');
  const mail = accountMails(context);

  function required(id: string): IdentityProvider {
    const provider = providers.get(id);
    if (!provider) throw problem('not_found', 'There is no such provider.');
    return provider;
  }

  const writeTicket = (ticket: Omit<z.output<typeof ticketSchema>, 'id' | 'at'>) =>
    tickets.encrypt(JSON.stringify({ ...ticket, id: newId(), at: now().getTime() }));

  /** @throws token_invalid for a ticket that is too old, or none of ours */
  function readTicket(text: string): z.output<typeof ticketSchema> {
    try {
      const ticket = ticketSchema.parse(JSON.parse(tickets.decrypt(text)));
      const lifetime = ticket.mailed ? LOGIN_LINK_LIFETIME : SIGN_ON_WITHIN;
      if (Math.abs(now().getTime() - ticket.at) <= lifetime) return ticket;
    } catch {
      // Altered, or of another secret.
    }
    throw problem('token_invalid', 'This is not valid any more. Begin again.');
  }

  /** A session of an account. @throws account_suspended */
  async function enter(tx: Db, request: FastifyRequest, user: store.User): Promise<string> {
    if (user.is_active !== 1) throw problem('account_suspended', 'This account is suspended.');
    await store.noteLogin(tx, user, request.ip, now().toISOString());
    await security.record(tx, request, { event: 'login', actor: { kind: 'user', name: user.id } });
    return sessionStore.openUserSession(tx, user.id, deviceName(request.headers['user-agent']), now());
  }

  route(app, calls.findProviders, async () => [...providers].map(([id, { name }]) => ({ id, name })));

  route(app, calls.readSignInMethods, async ({ request }) => {
    const { user } = await accounts.require(request);
    const identities = await identitiesOf(database.read, user.id);
    const all = [...providers.values()];
    return {
      has_password: user.password_hash !== NO_PASSWORD,
      providers: identities.map(({ issuer, created_at }) => ({
        id: issuer,
        // One that is not set any more has no other name.
        name: all.find((provider) => provider.issuer === issuer)?.name ?? new URL(issuer).hostname,
        created_at,
      })),
    };
  });

  route(app, calls.removeProvider, async ({ params, request, write }) => {
    const { user } = await accounts.require(request);
    await write(async ({ tx }) => {
      if (!(await deleteIdentity(tx, user.id, params.id)))
        throw problem('not_found', 'The account is not logged in to by this provider.');
      const actor = { kind: 'user', name: user.id } as const;
      await security.record(tx, request, { event: 'factor_removed', actor, subject: 'provider' });
    });
    return { message: 'The log-in by this provider was ended.' };
  });

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
      return { token: await enter(tx, request, user), user: store.toPublicUser(user), join: null };
    });
    reply.header('set-cookie', flows.end()).header('cache-control', 'no-store');
    if (entered) return entered;
    const owner = person.email && (await store.findUserByEmail(database.read, person.email));
    if (!owner) throw signOnProblem('sign_on_expired');
    const { issuer, subject } = person;
    return {
      token: null,
      user: null,
      join: writeTicket({ issuer, subject, userId: owner.id, mailed: false }),
    };
  });

  route(app, calls.joinAccount, async ({ body, request, count, forget, concerns }) => {
    const { id: ticketId, userId, mailed, ...identity } = readTicket(body.ticket);
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
      return enter(tx, request, current);
    });
    return { token, user: store.toPublicUser(user) };
  });

  route(app, calls.mailJoinLink, async ({ body, write, count }) => {
    const { issuer, subject, userId, mailed } = readTicket(body.ticket);
    const user = mailed ? undefined : await store.findUserById(database.read, userId);
    if (!user) throw problem('token_invalid', 'This is not valid any more. Begin again.');
    await write(async ({ tx }) => {
      await count(RESETS_TO, { tx, subject: addressHash(user.email) });
      await outbox.put(
        tx,
        mail('joinProvider', user, writeTicket({ issuer, subject, userId, mailed: true })),
      );
    });
    outbox.wake();
    return { message: 'An e-mail with a link is on its way.' };
  });

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
      return { token: await enter(tx, request, owner), user: owner };
    });
    return { token, user: store.toPublicUser(user) };
  });
}

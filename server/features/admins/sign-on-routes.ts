import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import * as calls from '../../../core/admins/sign-on-calls.ts';
import type { Limit } from '../../../core/limits.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import { MINUTE } from '../../../core/time.ts';
import { insertAuditEntry } from '../../platform/audit/store.ts';
import { createEncryption } from '../../platform/auth/encryption.ts';
import {
  createIdentityProvider,
  type SignOnFlow,
  signOnProblem,
} from '../../platform/auth/identity-provider.ts';
import { tokenHash } from '../../platform/auth/secret-token.ts';
import { route } from '../../platform/http/route.ts';
import { takeAll } from '../../platform/limits/throttle.ts';
import type { Services } from '../../services.ts';
import { admitSignedOn, findIdentity } from './identities.ts';
import { createLogIn } from './log-in.ts';

/** The page of the console to which the provider sends back. */
const RETURN_PATH = '/admin/sign-in';

const SIGN_ON_COOKIE = 'sign_on';
/** How long a person may take at the provider, in milliseconds. */
const SIGN_ON_WITHIN = 10 * MINUTE;

/** What a provider sends back is looked at once, whatever the provider would allow. */
const ONE_USE = {
  counts: 'sign-on',
  by: 'subject',
  when: 'named',
  rules: [{ max: 1, window: 2 * SIGN_ON_WITHIN }],
} as const satisfies Limit;

const signOnSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  begunAt: z.number(),
});

/** How an administrator logs in by an OpenID provider; the session is one like any other. */
export function signOnRoutes(app: FastifyInstance, context: Services): void {
  const { database, env, security, now } = context;
  const https = env.SITE_URL.startsWith('https:');
  const provider =
    env.OIDC_ISSUER && env.OIDC_CLIENT_ID
      ? createIdentityProvider({
          issuer: env.OIDC_ISSUER,
          clientId: env.OIDC_CLIENT_ID,
          secret: env.OIDC_CLIENT_SECRET,
          name: env.OIDC_NAME,
          returnUrl: `${env.SITE_URL}${RETURN_PATH}`,
        })
      : undefined;
  const logIn = createLogIn(context);
  const encryption = createEncryption(env.APP_SECRET, 'sign-on');
  const newAdmins = env.OIDC_NEW_ROLE && { role: env.OIDC_NEW_ROLE, domains: env.OIDC_DOMAINS };

  function required() {
    if (!provider) throw problem('not_found', 'No sign-on provider is set up.');
    return provider;
  }

  const cookie = (value: string, maxAge: number) =>
    stringifySetCookie({
      name: SIGN_ON_COOKIE,
      value,
      path: '/api/admin/login',
      maxAge,
      httpOnly: true,
      sameSite: 'strict',
      secure: https,
    });

  /** The sign-on that this browser began. @throws invalid_credentials where there is none, or it is too old */
  function begunIn(cookies: string | undefined): SignOnFlow {
    try {
      const text = encryption.decrypt(parseCookie(cookies ?? '')[SIGN_ON_COOKIE] ?? '');
      const { begunAt, ...signOn } = signOnSchema.parse(JSON.parse(text));
      if (Math.abs(now().getTime() - begunAt) <= SIGN_ON_WITHIN) return signOn;
    } catch {
      // No cookie, or none of ours.
    }
    throw signOnProblem('sign_on_expired');
  }

  route(app, calls.readSignOn, async () => ({ name: provider?.name ?? null }));

  /** The person is told no more than which kind of failure it is; whoever runs the server sees why. */
  const logged = (request: FastifyRequest) => (error: Problem) => {
    request.log.warn({ reason: String((error.cause as Error | undefined)?.message) }, error.message);
    throw error;
  };

  route(app, calls.beginSignOn, async ({ request, reply }) => {
    const { url, signOn } = await required().begin().catch(logged(request));
    const kept = encryption.encrypt(JSON.stringify({ ...signOn, begunAt: now().getTime() }));
    reply.header('set-cookie', cookie(kept, SIGN_ON_WITHIN / 1000)).header('cache-control', 'no-store');
    return { url };
  });

  route(app, calls.finishSignOn, async ({ body, request, reply, concerns }) => {
    const asked = required();
    const signOn = begunIn(request.headers.cookie);
    const given = new URLSearchParams(body.query).get('state');
    // Somebody else's answer does not use up the sign-on that this browser is at.
    if (given !== signOn.state) throw signOnProblem('sign_on_expired');
    const uses = await database.write(({ tx }) =>
      takeAll(tx, { limit: ONE_USE, subject: tokenHash(signOn.state) }, now()),
    );
    if (uses > 0) throw signOnProblem('sign_on_expired');
    const person = await asked.finish(body.query, signOn).catch(logged(request));
    const known = await findIdentity(database.read, person);
    if (known) concerns({ kind: 'admin', name: known.username });
    const startedAt = now();
    const begun = await database.write(async ({ tx }) => {
      const { admin, made } = await admitSignedOn(tx, person, newAdmins, startedAt);
      const name = admin.username;
      const actor = { kind: 'admin', name } as const;
      if (made) {
        await security.record(tx, request, { event: 'admin_created', actor, subject: name });
        const after = { role: admin.role };
        const action = made.invitedBy === null ? 'administrator.sign_on' : 'administrator.accept_invitation';
        await insertAuditEntry(tx, {
          admin: name,
          action,
          subject: made.invitedBy ?? asked.name,
          after,
          at: startedAt,
        });
      }
      return { admin, token: await logIn.begin(tx, { admin, request, startedAt, by: asked.name }) };
    });
    reply.header('set-cookie', cookie('', 0));
    return logIn.answer(begun, { request, reply, startedAt });
  });
}

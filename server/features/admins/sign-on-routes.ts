import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/admins/sign-on-calls.ts';
import { problem } from '../../../core/problem.ts';
import { insertAuditEntry } from '../../platform/audit/store.ts';
import { createIdentityProvider, signOnProblem } from '../../platform/auth/identity-provider.ts';
import { createSignOnFlows, logRefusal, oneUse, SIGN_ON_WITHIN } from '../../platform/auth/sign-on-flow.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { admitSignedOn, findIdentity } from './identities.ts';
import { createLogIn } from './log-in.ts';

/** The page of the console to which the provider sends back. */
const RETURN_PATH = '/admin/sign-in';

/** Uses are remembered for longer than a sign-on may take. */
const isFirstUse = oneUse('sign-on', 2 * SIGN_ON_WITHIN);

/** How an administrator logs in by an OpenID provider; the session is one like any other. */
export function signOnRoutes(app: FastifyInstance, context: Services): void {
  const { database, env, security, now } = context;
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
  const flows = createSignOnFlows({
    ...{ env, now, purpose: 'sign-on' },
    cookie: { name: 'sign_on', path: '/api/admin/login' },
  });
  const newAdmins = env.OIDC_NEW_ROLE && { role: env.OIDC_NEW_ROLE, domains: env.OIDC_DOMAINS };

  function required() {
    if (!provider) throw problem('not_found', 'No sign-on provider is set up.');
    return provider;
  }

  route(app, calls.readSignOn, async () => ({ name: provider?.name ?? null }));

  route(app, calls.beginSignOn, async ({ request, reply }) => {
    const { url, signOn } = await required().begin().catch(logRefusal(request));
    reply.header('set-cookie', flows.begin(signOn)).header('cache-control', 'no-store');
    return { url };
  });

  route(app, calls.finishSignOn, async ({ body, request, reply, concerns }) => {
    const asked = required();
    const signOn = flows.begunIn(request.headers.cookie);
    const given = new URLSearchParams(body.query).get('state');
    // A callback with another state must not use up the pending sign-on of this browser.
    if (given !== signOn.state) throw signOnProblem('sign_on_expired');
    const isFirst = await database.write(({ tx }) => isFirstUse(tx, signOn.state, now()));
    if (!isFirst) throw signOnProblem('sign_on_expired');
    const person = await asked.finish(body.query, signOn).catch(logRefusal(request));
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
    reply.header('set-cookie', flows.end());
    return logIn.answer(begun, { request, reply, startedAt });
  });
}

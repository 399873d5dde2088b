import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/accounts/sign-on-calls.ts';
import { problem } from '../../../core/problem.ts';
import type { IdentityProvider } from '../../platform/auth/identity-provider.ts';
import { NO_PASSWORD } from '../../platform/auth/password.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { deleteIdentity, identitiesOf } from './identities.ts';

/** The providers that readers can log in by, and those of an account. */
export function providerRoutes(
  app: FastifyInstance,
  { accounts, database, security }: Services,
  providers: ReadonlyMap<string, IdentityProvider>,
): void {
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
}

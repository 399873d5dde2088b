import type * as OpenId from 'openid-client';
import { z } from 'zod';
import { emailSchema } from '../../../core/accounts/rules.ts';
import { Problem } from '../../../core/problem.ts';
import {
  ANSWER_WITHIN,
  boundedFetch,
  type IdentityProvider,
  refuseSignOn,
  signOnProblem,
} from './identity-provider.ts';

const userSchema = z.object({ id: z.number().int() });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

interface GithubSettings {
  clientId: string;
  secret: string;
  /** The page to which GitHub sends back. */
  returnUrl: string;
  /** Base URLs of GitHub; tests replace them. */
  at?: { web: string; api: string };
}

/**
 * GitHub, which speaks OAuth 2.0 and no OpenID Connect: who signed on is asked of its API. Source: GitHub's
 * documentation, "Authorizing OAuth apps" and "REST API endpoints for emails".
 */
export function createGithub({
  clientId,
  secret,
  returnUrl,
  at: { web, api } = { web: 'https://github.com', api: 'https://api.github.com' },
}: GithubSettings): IdentityProvider {
  async function connect() {
    const client = await import('openid-client');
    const config = new client.Configuration(
      {
        issuer: web,
        authorization_endpoint: `${web}/login/oauth/authorize`,
        token_endpoint: `${web}/login/oauth/access_token`,
      },
      clientId,
      undefined,
      client.ClientSecretPost(secret),
    );
    config.timeout = ANSWER_WITHIN;
    config[client.customFetch] = boundedFetch;
    if (web.startsWith('http:')) client.allowInsecureRequests(config);
    return { client, config };
  }

  return {
    issuer: web,
    name: 'GitHub',
    async begin() {
      const { client, config } = await connect();
      const signOn = {
        state: client.randomState(),
        // OAuth 2.0 has none: the state and the verifier tie the answer to the browser.
        nonce: '',
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: returnUrl,
        scope: 'user:email',
        state: signOn.state,
        code_challenge: await client.calculatePKCECodeChallenge(signOn.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, signOn };
    },
    async finish(query, { state, verifier }) {
      const { client, config } = await connect();
      try {
        const { access_token } = await client.authorizationCodeGrant(
          config,
          new URL(`${returnUrl}?${query}`),
          { expectedState: state, pkceCodeVerifier: verifier },
        );
        const ask = async <S extends z.ZodType>(path: string, schema: S) =>
          schema.parse(await readJson(client, config, access_token, new URL(`${api}${path}`)));
        const { id } = await ask('/user', userSchema);
        const emails = await ask('/user/emails', emailsSchema);
        const primary = emails.find((each) => each.primary);
        const email = emailSchema.safeParse(primary?.email);
        return {
          issuer: web,
          subject: String(id),
          email: email.success ? email.data : null,
          verified: primary?.verified === true,
        };
      } catch (error) {
        if (error instanceof Problem) throw error;
        return refuseSignOn(client, error);
      }
    },
  };
}

async function readJson(
  client: typeof OpenId,
  config: OpenId.Configuration,
  token: string,
  address: URL,
): Promise<unknown> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'tiny-giants' });
  const response = await client.fetchProtectedResource(config, token, address, 'GET', null, headers);
  if (response.status >= 500) throw signOnProblem('sign_on_unreachable');
  if (!response.ok) throw signOnProblem('sign_on_unusable');
  return response.json();
}

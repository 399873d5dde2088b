import type * as OpenId from 'openid-client';
import { z } from 'zod';
import { emailSchema } from '../../../core/accounts/rules.ts';
import { MEBIBYTE } from '../../../core/bytes.ts';
import { type ProblemReason, problem } from '../../../core/problem.ts';
import { HOUR } from '../../../core/time.ts';

/** How long the provider may take for an answer, in seconds. */
export const ANSWER_WITHIN = 10;
/** The largest answer that is read, in bytes. */
const ANSWER_MAX = MEBIBYTE;
/** How long the metadata of the provider is cached, in milliseconds. */
const METADATA_MAX_AGE = HOUR;

/** At most 255 characters of ASCII (OpenID Connect Core 1.0, section 2). */
export const subjectSchema = z.string().regex(/^[\x20-\x7e]{1,255}$/);

/** Secrets of a sign-on, which only the browser has that began it. */
export interface SignOnFlow {
  state: string;
  nonce: string;
  verifier: string;
}

/** Identity that the provider states. */
export interface SignedOn {
  issuer: string;
  /** The provider's own id of the person, which never changes. */
  subject: string;
  email: string | null;
  /** Whether the provider has verified the address. */
  verified: boolean;
}

export interface IdentityProvider {
  /** Issuer URL that identifies the provider. */
  issuer: string;
  /** Name on the button. */
  name: string;
  /** Where the person goes, and what the way back is checked by. @throws unavailable */
  begin(): Promise<{ url: string; signOn: SignOnFlow }>;
  /**
   * Exchanges the response of the provider for the identity of the person.
   * @param query query string added by the provider to the address of the return page
   * @throws invalid_credentials or unavailable, each with a reason
   */
  finish(query: string, signOn: SignOnFlow): Promise<SignedOn>;
}

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  secret: string | undefined;
  /** Name on the button; by default the issuer's host. */
  name: string | undefined;
  /** The page to which the provider sends back. */
  returnUrl: string;
}

/** An OpenID provider. */
export function createIdentityProvider(settings: ProviderSettings): IdentityProvider {
  const { issuer, clientId, secret, name, returnUrl } = settings;
  let kept: { until: number; config: Promise<OpenId.Configuration> } | undefined;

  /**
   * What the provider says of itself. Settings and providers often differ by a slash at the end of the issuer, which
   * has to be the same to the letter (OpenID Connect Discovery 1.0, section 4.3): the other spelling is tried too.
   */
  async function discover(client: typeof OpenId): Promise<OpenId.Configuration> {
    const other = issuer.endsWith('/') ? issuer.replace(/\/+$/, '') : `${issuer}/`;
    return discoverAs(client, issuer).catch((error: unknown) => {
      if (isAway(error)) throw error;
      return discoverAs(client, other).catch(() => {
        throw error;
      });
    });
  }

  async function discoverAs(client: typeof OpenId, address: string): Promise<OpenId.Configuration> {
    return client.discovery(
      new URL(address),
      clientId,
      undefined,
      secret ? authenticateBy(client, secret) : client.None(),
      {
        timeout: ANSWER_WITHIN,
        [client.customFetch]: boundedFetch,
        execute: [
          // The signature of the token is verified, not only the TLS connection.
          client.enableNonRepudiationChecks,
          // Only for this machine: the settings allow http for no other host.
          ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  }

  /** Loads the library, which sign-on by password does not need, and the metadata of the provider. */
  async function connect() {
    const client = await import('openid-client');
    if (!kept || kept.until <= Date.now()) {
      const config = discover(client);
      kept = { until: Date.now() + METADATA_MAX_AGE, config };
      config.catch(() => {
        kept = undefined;
      });
    }
    return { client, config: await kept.config.catch((error: unknown) => refuseSignOn(client, error)) };
  }

  return {
    issuer,
    name: name ?? new URL(issuer).hostname,
    async begin() {
      const { client, config } = await connect();
      const signOn = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: returnUrl,
        scope: 'openid email',
        state: signOn.state,
        nonce: signOn.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(signOn.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, signOn };
    },
    async finish(query, { state, nonce, verifier }) {
      const { client, config } = await connect();
      try {
        const tokens = await client.authorizationCodeGrant(config, new URL(`${returnUrl}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw signOnProblem('sign_on_unusable');
        const hasEmail = typeof claims['email'] === 'string';
        // Many tokens have only the subject.
        const person =
          hasEmail || !config.serverMetadata().userinfo_endpoint
            ? claims
            : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
        const { email_verified } = person;
        const email = emailSchema.safeParse(person.email);
        if (!subjectSchema.safeParse(claims.sub).success) throw signOnProblem('sign_on_unusable');
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: email.success ? email.data : null,
          // Some providers send a string.
          verified: email_verified === true || String(email_verified) === 'true',
        };
      } catch (error) {
        return refuseSignOn(client, error);
      }
    },
  };
}

/** Client authentication by header, the default of the standard, unless the provider names only the form. */
function authenticateBy(client: typeof OpenId, secret: string): OpenId.ClientAuth {
  const [inHeader, inForm] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? inHeader : inForm)(server, ...request);
  };
}

const MESSAGES = {
  sign_on_unreachable: 'The sign-on provider cannot be reached right now; log in with your password.',
  sign_on_refused: 'The sign-on provider did not let you in.',
  sign_on_unusable: "The sign-on provider's answer cannot be used; begin again.",
  sign_on_expired: 'This sign-on was begun in another browser, is used, or too old; begin again.',
  sign_on_unverified: 'The sign-on provider has not verified your e-mail address.',
  sign_on_unknown: 'There is no administrator with your e-mail address; ask an owner for an invitation.',
} as const satisfies Partial<Record<ProblemReason, string>>;
export type SignOnFailure = keyof typeof MESSAGES;

/** Makes the error to throw where a sign-on leads to no session. */
export function signOnProblem(reason: SignOnFailure, cause?: unknown) {
  const isDown = reason === 'sign_on_unreachable';
  return problem(isDown ? 'unavailable' : 'invalid_credentials', MESSAGES[reason], {
    reason,
    cause,
    extra: { success: false },
    ...(isDown ? { retryAfter: ANSWER_WITHIN } : {}),
  });
}

/** What the library threw, as a problem: the person said no, the answer is wrong, or there is none. */
export function refuseSignOn(client: typeof OpenId, error: unknown): never {
  if (error instanceof client.AuthorizationResponseError) throw signOnProblem('sign_on_refused', error);
  if (error instanceof client.ResponseBodyError)
    throw signOnProblem(error.status >= 500 ? 'sign_on_unreachable' : 'sign_on_unusable', error);
  throw signOnProblem(isAway(error) ? 'sign_on_unreachable' : 'sign_on_unusable', error);
}

/** Error codes of an unavailable provider; all others mean a wrong answer. */
const AWAY: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

function isAway(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof Unanswered || AWAY.has((at as { code?: unknown }).code)) return true;
  }
  return false;
}

/** The provider did not answer, or broke off. */
class Unanswered extends Error {}

/** A request with a limit on the size of its answer: a broken provider must not fill the memory. */
export async function boundedFetch(url: string, options: OpenId.CustomFetchOptions): Promise<Response> {
  try {
    const response = await fetch(url, options as RequestInit);
    if (!response.body) return response;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.byteLength;
      if (size > ANSWER_MAX) throw new Unanswered('The answer is too large.');
      chunks.push(chunk);
    }
    const { status, statusText, headers } = response;
    return new Response(Buffer.concat(chunks), { status, statusText, headers });
  } catch (cause) {
    throw new Unanswered(`${new URL(url).hostname} gives no answer.`, { cause });
  }
}

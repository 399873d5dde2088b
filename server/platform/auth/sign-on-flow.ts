import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Limit } from '../../../core/limits.ts';
import type { Problem } from '../../../core/problem.ts';
import { MINUTE } from '../../../core/time.ts';
import type { Env } from '../../env.ts';
import type { Db } from '../database/types.ts';
import { takeAll } from '../limits/throttle.ts';
import type { Now } from '../time/clock.ts';
import { createEncryption, type Purpose } from './encryption.ts';
import { type SignOnFlow, signOnProblem } from './identity-provider.ts';
import { tokenHash } from './secret-token.ts';

/** How long a person may take at the provider, in milliseconds. */
export const SIGN_ON_WITHIN = 10 * MINUTE;

const flowSchema = z.object({
  /** Which provider, where there are several. */
  provider: z.string().default(''),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  begunAt: z.number(),
});

interface SignOnFlowOptions {
  env: Pick<Env, 'APP_SECRET' | 'SITE_URL'>;
  now: Now;
  purpose: Purpose;
  /** The cookie that ties a sign-on to the browser, and the path of the calls that need it. */
  cookie: { name: string; path: string };
}

/** The OpenID authorization flow, tied to the browser by an encrypted cookie. */
export function createSignOnFlows({ env, now, purpose, cookie }: SignOnFlowOptions) {
  const encryption = createEncryption(env.APP_SECRET, purpose);
  const setCookie = (value: string, maxAge: number) =>
    stringifySetCookie({
      ...cookie,
      value,
      maxAge,
      httpOnly: true,
      sameSite: 'strict',
      secure: env.SITE_URL.startsWith('https:'),
    });
  return {
    /** The `Set-Cookie` of a sign-on that begins. */
    begin: (flow: SignOnFlow, provider = ''): string =>
      setCookie(
        encryption.encrypt(JSON.stringify({ ...flow, provider, begunAt: now().getTime() })),
        SIGN_ON_WITHIN / 1000,
      ),
    /** The `Set-Cookie` that removes the flow. */
    end: (): string => setCookie('', 0),
    /** Pending sign-on of this browser. @throws invalid_credentials if absent or too old */
    begunIn(cookies: string | undefined): SignOnFlow & { provider: string } {
      try {
        const text = encryption.decrypt(parseCookie(cookies ?? '')[cookie.name] ?? '');
        const { begunAt, ...flow } = flowSchema.parse(JSON.parse(text));
        if (Math.abs(now().getTime() - begunAt) <= SIGN_ON_WITHIN) return flow;
      } catch {
        // No cookie, or a cookie of another server.
      }
      throw signOnProblem('sign_on_expired');
    },
  };
}

/** A check that a secret (an authorization response, a mailed ticket) is used once. */
export function oneUse(counts: string, window: number) {
  const limit: Limit = { counts, by: 'subject', when: 'named', rules: [{ max: 1, window }] };
  return async (tx: Db, secret: string, now: Date): Promise<boolean> =>
    (await takeAll(tx, { limit, subject: tokenHash(secret) }, now)) === 0;
}

/** Logs why a provider refused: the person is told no more than which kind of failure it is. */
export const logRefusal = (request: FastifyRequest) => (error: Problem) => {
  request.log.warn({ reason: String((error.cause as Error | undefined)?.message) }, error.message);
  throw error;
};

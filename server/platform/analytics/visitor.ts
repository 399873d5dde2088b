import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { VISITOR_HEADER } from '../../../core/analytics/visitor-session.ts';
import { newId } from '../database/ids.ts';

export interface Visitor {
  /** Pseudonymous id of the visitor. */
  id: string;
  /** Whether the id is that of a session which this server issued: anything else changes with the request's headers. */
  hasSession: boolean;
  /** Crawlers are answered, not counted. */
  isBot: boolean;
}

export interface Visitors {
  /** The visitor of a request: by their session (of the header, or as given), else by a hash that changes daily. */
  of(request: FastifyRequest, day: string, session?: string): Visitor;
  /** The given session if it is valid, else a new one. */
  session(given: string | null | undefined): string;
}

const SIGNATURE_LENGTH = 22;
/** Maximum number of memoized signatures. */
const SIGNATURES = 1_000;
/** A session is a UUID, a dot and a signature. */
const SESSION_LENGTH = 36 + 1 + SIGNATURE_LENGTH;
/** Characters of the user agent that count: a header may be much longer. */
const AGENT_LENGTH = 500;

/** User agents that isbot lists although they are no crawlers: HTTP libraries and browsers under test. */
const NO_CRAWLER =
  /headlesschrome|^(?:node|undici|lightmyrequest|axios|got|curl|wget|python|go-http|okhttp|java|ruby|php|postman|insomnia|httpie|k6|autocannon)/i;

/** Signs with a key that is derived from a secret. */
function signer(secret: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'visitor-session', 32));
  // Memoized: a visitor makes many requests.
  const signed = new LRUCache<string, string>({
    max: SIGNATURES,
    memoMethod: (text) =>
      createHmac('sha256', key).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH),
  });
  return (text) => signed.memo(text);
}

/**
 * @param secret APP_SECRET
 * @param old APP_SECRET_OLD, whose sessions stay valid
 */
export function createVisitors(secret: string, old?: string): Visitors {
  const sign = signer(secret);
  const signers = old ? [sign, signer(old)] : [sign];

  /** Visitor id of a session signed by this server; otherwise undefined. */
  function verify(session: string): string | undefined {
    if (session.length !== SESSION_LENGTH || session.at(-SIGNATURE_LENGTH - 1) !== '.') return undefined;
    const id = session.slice(0, -SIGNATURE_LENGTH - 1);
    const given = Buffer.from(session.slice(-SIGNATURE_LENGTH));
    const isRight = signers.some((signed) => {
      const right = Buffer.from(signed(id));
      return given.length === right.length && timingSafeEqual(given, right);
    });
    return isRight ? id : undefined;
  }

  return {
    of(request, day, session) {
      const header = session ?? request.headers[VISITOR_HEADER];
      const agent = request.headers['user-agent'] ?? '';
      const isBot = isbot(agent) && !NO_CRAWLER.test(agent);
      const id = typeof header === 'string' ? verify(header) : undefined;
      // Neither address nor agent is stored: only this hash, with a salt that changes daily.
      return {
        id: id ?? `day:${sign(`${day}\n${request.ip}\n${agent.slice(0, AGENT_LENGTH)}`)}`,
        hasSession: id !== undefined,
        isBot,
      };
    },
    session(given) {
      if (given && verify(given)) return given;
      const id = newId();
      return `${id}.${sign(id)}`;
    },
  };
}

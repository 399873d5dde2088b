import type { FastifyRequest } from 'fastify';
import { problem } from '../../../core/problem.ts';
import { bearerToken } from '../../platform/auth/secret-token.ts';
import type { Database } from '../../platform/database/types.ts';
import type { Now } from '../../platform/time/clock.ts';
import { findUserSession, noteUse, type Session } from './session-store.ts';

export interface AccountSessions {
  /** The session of a request. @throws unauthorized, session_expired or account_suspended */
  require(request: FastifyRequest): Promise<Session>;
  /** The session of a request that may also be nobody's. */
  find(request: FastifyRequest): Promise<Session | undefined>;
}

export function createAccountSessions(database: Database, now: Now): AccountSessions {
  // The guard of a call and its handler both ask; the database is asked once.
  const found = new WeakMap<FastifyRequest, Promise<Session | undefined>>();
  const find = (request: FastifyRequest) => {
    const known = found.get(request) ?? look(request);
    found.set(request, known);
    return known;
  };

  async function look(request: FastifyRequest): Promise<Session | undefined> {
    const token = bearerToken(request.headers.authorization);
    const session = token && (await findUserSession(database.read, token, now()));
    if (!session) return undefined;
    if (session.staleUse && !session.expired)
      await database.write(({ tx }) => noteUse(tx, session.id, now()));
    return session;
  }
  return {
    async require(request) {
      const session = await find(request);
      if (!session) throw problem('unauthorized', 'Log in first.');
      if (session.expired) throw problem('session_expired', 'Your session is over; log in again.');
      if (session.user.is_active !== 1) throw problem('account_suspended', 'This account is suspended.');
      return session;
    },
    async find(request) {
      const session = await find(request);
      return session && !session.expired && session.user.is_active === 1 ? session : undefined;
    },
  };
}

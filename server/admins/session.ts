import type { FastifyRequest } from 'fastify';
import { sessionEnd } from '../../core/admins/rules.ts';
import { problem } from '../../core/problem.ts';
import type { SecurityActor } from '../../core/security-log/rules.ts';
import { bearerToken } from '../auth/secret-token.ts';
import type { Now } from '../clock.ts';
import type { Database } from '../database/types.ts';
import type { SettingsStore } from '../settings/store.ts';
import { type Admin, findSession } from './store.ts';

export interface AdminSession {
  id: string;
  admin: Admin;
  startedAt: string;
  endsAt: Date;
}

export interface AdminSessions {
  /** The administrator's session of a request. @throws unauthorized or session_expired */
  require(request: FastifyRequest): Promise<AdminSession>;
  /** Whom the security log names for a call of an administrator. @throws as `require` */
  actor(request: FastifyRequest): Promise<SecurityActor>;
  /** The administrator's session of a request that may also be nobody's. */
  find(request: FastifyRequest): Promise<AdminSession | undefined>;
}

/** Sessions are looked up in the database at each request: one ended elsewhere is ended at once. */
export function createAdminSessions(database: Database, settings: SettingsStore, now: Now): AdminSessions {
  // The guard of a call and its handler both ask; the database is asked once.
  const found = new WeakMap<FastifyRequest, Promise<AdminSession | undefined>>();

  async function look(request: FastifyRequest): Promise<AdminSession | undefined> {
    const token = bearerToken(request.headers.authorization);
    const row = token && (await findSession(database.read, token));
    if (!row) return undefined;
    const { sessionTimeout } = await settings.current();
    return {
      id: row.session.id,
      admin: row.admin,
      startedAt: row.session.created_at,
      endsAt: sessionEnd(row.session.created_at, sessionTimeout),
    };
  }
  const known = (request: FastifyRequest) => {
    const session = found.get(request) ?? look(request);
    found.set(request, session);
    return session;
  };
  async function required(request: FastifyRequest): Promise<AdminSession> {
    const session = await known(request);
    if (!session) throw problem('unauthorized', 'Log in as an administrator first.');
    if (session.endsAt <= now()) throw problem('session_expired', 'Your session is over; log in again.');
    return session;
  }
  return {
    require: required,
    actor: async (request) => ({ kind: 'admin', name: (await required(request)).admin.username }),
    async find(request) {
      const session = await known(request);
      return session && session.endsAt > now() ? session : undefined;
    },
  };
}

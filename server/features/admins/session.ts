import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { adminSessionAnswerSchema } from '../../../core/admins/calls.ts';
import { may, neededFor, permissionsOf } from '../../../core/admins/roles.ts';
import { freshUntil, sessionEnd } from '../../../core/admins/rules.ts';
import type { Call } from '../../../core/call.ts';
import { problem } from '../../../core/problem.ts';
import type { SecurityActor } from '../../../core/security-log/rules.ts';
import type { Settings } from '../../../core/settings/rules.ts';
import { bearerToken } from '../../platform/auth/secret-token.ts';
import type { Database } from '../../platform/database/types.ts';
import { findFactors } from '../../platform/mfa/admin-factors.ts';
import { latestCredible, type Now } from '../../platform/time/clock.ts';
import type { SettingsStore } from '../settings/index.ts';
import { type Admin, findAdminSession } from './store.ts';

export interface AdminSession {
  id: string;
  admin: Admin;
  startedAt: string;
  endsAt: Date;
  /** Until when the confirmed identity of its administrator counts. */
  freshUntil: Date;
}

/** Answer of every call that begins a session. */
export function beganSession(
  { admin, token }: { admin: Admin; token: string },
  startedAt: Date,
  { sessionTimeout }: Pick<Settings, 'sessionTimeout'>,
): z.input<typeof adminSessionAnswerSchema> {
  return {
    success: true,
    sessionToken: token,
    token,
    expiresAt: sessionEnd(startedAt.toISOString(), sessionTimeout).toISOString(),
    ...sessionOwner(admin),
  };
}

/** Administrator and permissions of a session. */
export function sessionOwner({ username, role }: Admin) {
  return { username, role, permissions: [...permissionsOf(role)] };
}

export interface AdminSessions {
  /** The administrator's session of a request. @throws unauthorized or session_expired */
  require(request: FastifyRequest): Promise<AdminSession>;
  /**
   * Lets a request for a call of administrators through.
   * @throws unauthorized or session_expired; forbidden where the role may not; second_factor_required;
   * confirmation_required
   */
  authorise(call: Call, request: FastifyRequest): Promise<void>;
  /** Asks for an identity confirmed a moment ago. @throws confirmation_required */
  requireFresh(request: FastifyRequest): Promise<void>;
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
    const row = token && (await findAdminSession(database.read, token));
    if (!row) return undefined;
    const { sessionTimeout } = await settings.current();
    const latest = latestCredible(now()).toISOString();
    // A session from a moment that is still to come was begun while the clock was ahead: it would last too long.
    if (row.session.created_at > latest) return undefined;
    return {
      id: row.session.id,
      admin: row.admin,
      startedAt: row.session.created_at,
      endsAt: sessionEnd(row.session.created_at, sessionTimeout),
      freshUntil: row.session.proved_at > latest ? new Date(0) : freshUntil(row.session.proved_at),
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

  async function requireFresh(request: FastifyRequest): Promise<void> {
    if ((await required(request)).freshUntil > now()) return;
    throw problem('confirmation_required', 'Confirm first that it is you: POST /admin/confirm.');
  }

  return {
    require: required,
    requireFresh,
    actor: async (request) => ({ kind: 'admin', name: (await required(request)).admin.username }),
    async authorise(call, request) {
      const { admin } = await required(request);
      const needed = neededFor(call.permission ?? 'own', request.params as Record<string, unknown>);
      const missing = needed.find((permission) => !may(admin.role, permission));
      if (missing) {
        throw problem('forbidden', `Your role may not do this; it needs ${missing}.`, {
          reason: 'not_your_role',
        });
      }
      // Without the second factor that the settings ask for, only it can be set up.
      if (call.permission !== 'own' && (await settings.current()).requireSecondFactor) {
        if ((await findFactors(database.read, admin.id)).length === 0)
          throw problem('second_factor_required', 'Set up a second factor first.');
      }
      if (call.fresh === 'always') await requireFresh(request);
    },
    async find(request) {
      const session = await known(request);
      return session && session.endsAt > now() ? session : undefined;
    },
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '../../../core/admins/administrator-calls.ts';
import { problem } from '../../../core/problem.ts';
import type { Unit } from '../../platform/database/types.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import * as administrators from './administrators.ts';
import { type Admin, endAdminSessions } from './store.ts';

const SESSION_ENDED = { success: true as const, message: 'The session was ended.' };

/** The sessions of administrators: of any administrator for an owner, of their own for each. */
export function administratorSessionRoutes(
  app: FastifyInstance,
  { database, admins, security, settings, now }: Services,
): void {
  async function findAdmin(id: string): Promise<Admin> {
    const found = await database.read.selectFrom('admins').selectAll().where('id', '=', id).execute();
    return administrators.requireAdmin(found, id);
  }

  async function sessionsOf(adminId: string, current: string): Promise<calls.AdministratorSession[]> {
    const { sessionTimeout } = await settings.current();
    return administrators.findAdminSessions(database.read, adminId, {
      now: now(),
      timeout: sessionTimeout,
      current,
    });
  }

  async function endOne(unit: Unit, request: FastifyRequest, admin: Admin, sessionId: string): Promise<void> {
    const device = await administrators.endSessionOf(unit.tx, admin.id, sessionId);
    if (device === undefined) throw problem('session_not_found', 'There is no such session.');
    unit.changed('administrator', admin.username, { after: { device } });
    await noteEnd(unit, request, admin);
  }

  /** Records in the security log that an administrator ended the sessions of another one. */
  async function noteEnd(unit: Unit, request: FastifyRequest, { username }: Admin): Promise<void> {
    const actor = await admins.actor(request);
    await security.record(unit.tx, request, { event: 'sessions_ended', actor, subject: username });
  }

  route(app, calls.findAdministratorSessions, async ({ params, request }) => {
    const { id } = await admins.require(request);
    return sessionsOf((await findAdmin(params.id)).id, id);
  });

  route(app, calls.endAdministratorSession, async ({ params, request, write }) => {
    const admin = await findAdmin(params.id);
    await write((unit) => endOne(unit, request, admin, params.sessionId));
    return SESSION_ENDED;
  });

  route(app, calls.endAdministratorSessions, async ({ params, request, write }) => {
    const { id, admin: own } = await admins.require(request);
    const admin = await findAdmin(params.id);
    const ended = await write(async (unit) => {
      unit.changed('administrator', admin.username);
      await noteEnd(unit, request, admin);
      return endAdminSessions(unit.tx, admin.id, admin.id === own.id ? id : undefined);
    });
    return { success: true as const, ended, message: 'The sessions were ended.' };
  });

  route(app, calls.findOwnAdminSessions, async ({ request }) => {
    const { id, admin } = await admins.require(request);
    return sessionsOf(admin.id, id);
  });

  route(app, calls.endOwnAdminSession, async ({ params, request, write }) => {
    const { admin } = await admins.require(request);
    await write((unit) => endOne(unit, request, admin, params.sessionId));
    return SESSION_ENDED;
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '../../../core/admins/administrator-calls.ts';
import { refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { HOUR } from '../../../core/time.ts';
import { fieldsThatDiffer } from '../../platform/audit/store.ts';
import type { Unit } from '../../platform/database/types.ts';
import { route } from '../../platform/http/route.ts';
import { adminsWithFactor } from '../../platform/mfa/admin-factors.ts';
import type { Services } from '../../services.ts';
import { releaseWorkOf } from '../work/index.ts';
import * as administrators from './administrators.ts';
import { type Admin, endAdminSessions } from './store.ts';

/** The administrators as their owners see them, and what each may do about their own account. */
export function administratorRoutes(app: FastifyInstance, context: Services): void {
  const { database, admins, security, settings, now } = context;

  /** The oldest moment at which a session that still runs can have begun. */
  async function oldest(): Promise<Date> {
    return new Date(now().getTime() - (await settings.current()).sessionTimeout * HOUR);
  }

  async function present(list: readonly Admin[], viewer: string): Promise<calls.Administrator[]> {
    const sessions = await administrators.countSessions(database.read, await oldest());
    const withFactor = await adminsWithFactor(database.read);
    return list.map((admin) =>
      administrators.toAdministrator(admin, {
        sessions: sessions.get(admin.id) ?? 0,
        second_factor: withFactor.has(admin.id),
        viewer,
      }),
    );
  }

  async function presentOne(admin: Admin, viewer: string): Promise<calls.Administrator> {
    const [one] = await present([admin], viewer);
    return one as calls.Administrator;
  }

  route(app, calls.findAdministrators, async ({ request }) => {
    const { admin } = await admins.require(request);
    const all = await database.read.selectFrom('admins').selectAll().orderBy('username_key').execute();
    return present(all, admin.id);
  });

  /** What the log tells of an administrator. */
  const audited = ({ role, disabled_at }: Admin) => ({ role, disabled: disabled_at !== null });

  async function change(
    unit: Unit,
    request: FastifyRequest,
    before: Admin,
    changes: Parameters<typeof administrators.changeAdmin>[2],
  ): Promise<Admin> {
    const after = await administrators.changeAdmin(unit.tx, before.id, changes);
    const changed = fieldsThatDiffer(audited(before), audited(after));
    if (!changed) return after;
    unit.changed('administrator', before.username, changed);
    const subject = `${before.username}: ${after.disabled_at === null ? after.role : 'disabled'}`;
    await security.record(unit.tx, request, {
      event: 'admin_changed',
      actor: await admins.actor(request),
      subject,
    });
    return after;
  }

  route(app, calls.changeAdministratorRole, async ({ params, body, request, write }) => {
    const { admin } = await admins.require(request);
    const changed = await write(async (unit) => {
      const all = await administrators.lockAdmins(unit.tx, admin.id);
      const before = administrators.requireAdmin(all, params.id);
      if (body.role !== 'owner') administrators.requireAnotherOwner(all, params.id);
      return change(unit, request, before, { role: body.role });
    });
    return presentOne(changed, admin.id);
  });

  route(app, calls.disableAdministrator, async ({ params, request, write }) => {
    const { admin } = await admins.require(request);
    const changed = await write(async (unit) => {
      const all = await administrators.lockAdmins(unit.tx, admin.id);
      const before = administrators.requireAdmin(all, params.id);
      administrators.requireAnotherOwner(all, params.id);
      await endAdminSessions(unit.tx, before.id);
      await releaseWorkOf(unit.tx, before.username);
      return change(unit, request, before, { disabled_at: before.disabled_at ?? unit.now.toISOString() });
    });
    return presentOne(changed, admin.id);
  });

  route(app, calls.enableAdministrator, async ({ params, request, write }) => {
    const { admin } = await admins.require(request);
    const changed = await write(async (unit) => {
      const all = await administrators.lockAdmins(unit.tx, admin.id);
      return change(unit, request, administrators.requireAdmin(all, params.id), { disabled_at: null });
    });
    return presentOne(changed, admin.id);
  });

  route(app, calls.removeAdministrator, async ({ params, request, write }) => {
    const { admin } = await admins.require(request);
    await write(async (unit) => {
      const all = await administrators.lockAdmins(unit.tx, admin.id);
      const removed = administrators.requireAdmin(all, params.id);
      administrators.requireAnotherOwner(all, params.id);
      await administrators.removeAdmin(unit.tx, removed.id);
      unit.changed('administrator', removed.username, { before: audited(removed) });
      const subject = removed.username;
      await security.record(unit.tx, request, {
        event: 'admin_removed',
        actor: await admins.actor(request),
        subject,
      });
    });
    return { success: true as const, message: 'The administrator was removed.' };
  });

  route(app, calls.saveOwnAdminEmail, async ({ body, request, write }) => {
    const { admin } = await admins.require(request);
    await write(async (unit) => {
      if (!(await administrators.setEmail(unit.tx, admin.id, body.email)))
        throw refusedField('body.email', refusal('address_taken'));
      const changed = fieldsThatDiffer({ email: admin.email }, { email: body.email });
      if (changed) unit.changed('administrator', admin.username, changed);
    });
    return { email: body.email };
  });
}

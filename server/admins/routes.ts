import type { FastifyInstance } from 'fastify';
import * as calls from '../../core/admins/calls.ts';
import { freshUntil, usernameKey } from '../../core/admins/rules.ts';
import { ADMIN_LOGIN_TRIES, ADMIN_PASSWORD_CHECKS } from '../../core/limits.ts';
import { problem } from '../../core/problem.ts';
import { refusal } from '../../core/refusal.ts';
import { deviceName } from '../accounts/session.ts';
import { findAuditEntries, hasBegunSession, insertAuditEntry } from '../audit/store.ts';
import { checkPassword, hashPassword, refuseCommonPassword } from '../auth/password.ts';
import { announceNext } from '../http/list-headers.ts';
import { route } from '../http/route.ts';
import { forget } from '../http/throttle.ts';
import type { Services } from '../services.ts';
import { createKnownDevices } from './known-devices.ts';
import { beganSession, sessionOwner } from './session.ts';
import * as store from './store.ts';

const LOG_PAGE = 50;
/** Longer than any session: what began before is cleared away. */
const LONGEST_SESSION = 169 * 3_600_000;

export function adminRoutes(app: FastifyInstance, context: Services): void {
  const { database, env, admins, security, settings, outbox, now } = context;
  const devices = createKnownDevices(env.APP_SECRET, { https: env.SITE_URL.startsWith('https:') });

  route(app, calls.adminLogin, async ({ body, request, reply, count, concerns }) => {
    const admin = await store.findAdmin(database.read, body.username);
    if (admin) concerns({ kind: 'admin', name: admin.username });
    const known = admin && devices.find(request.headers.cookie, admin.id);
    const subject = known ? `device ${known}` : usernameKey(body.username);
    await count(ADMIN_LOGIN_TRIES, { subject });
    const { right, outdated } = await checkPassword(body.password, admin?.password_hash);
    if (!admin || !right) {
      throw problem('invalid_credentials', 'Invalid username or password', { extra: { success: false } });
    }
    // Only who knows the password learns it.
    if (admin.disabled_at !== null) {
      throw problem('account_suspended', 'This administrator is disabled.', { extra: { success: false } });
    }
    const rehashed = outdated ? await hashPassword(body.password) : undefined;
    const startedAt = now();
    const device = deviceName(request.headers['user-agent']);
    const token = await database.write(async ({ tx }) => {
      await forget(tx, ADMIN_LOGIN_TRIES, subject);
      // Disabled, or given another password, while we hashed: then this log-in comes too late.
      const current = await store.findAdmin(tx, body.username);
      if (current?.password_hash !== admin.password_hash || current.disabled_at !== null) {
        throw problem('invalid_credentials', 'Invalid username or password', { extra: { success: false } });
      }
      if (rehashed) await store.setPassword(tx, admin.id, rehashed);
      await store.forgetOldSessions(tx, new Date(startedAt.getTime() - LONGEST_SESSION));
      const actor = { kind: 'admin', name: admin.username } as const;
      await security.record(tx, request, { event: 'login', actor });
      // Nobody is surprised by the first one.
      if (!known && (await hasBegunSession(tx, admin.username)))
        await security.record(tx, request, { event: 'new_device', actor });
      await insertAuditEntry(tx, {
        admin: admin.username,
        action: 'session.begin',
        subject: device,
        at: startedAt,
      });
      return store.openSession(tx, admin.id, device, startedAt);
    });
    if (!known) {
      reply.header('set-cookie', devices.remember(admin.id));
      outbox.wake();
    }
    return beganSession({ admin, token }, startedAt, await settings.current());
  });

  route(app, calls.readAdminSession, async ({ request }) => {
    const { admin, startedAt, endsAt, freshUntil: until } = await admins.require(request);
    return {
      ...sessionOwner(admin),
      email: admin.email,
      startedAt,
      expiresAt: endsAt.toISOString(),
      freshUntil: until.toISOString(),
    };
  });

  route(app, calls.confirmAdmin, async ({ body, request, write, count }) => {
    const { id, admin } = await admins.require(request);
    await count(ADMIN_PASSWORD_CHECKS, { subject: admin.id });
    const { right } = await checkPassword(body.password, admin.password_hash);
    if (!right) throw problem('wrong_password', 'The password is wrong.');
    const provedAt = now();
    await write(async ({ tx }) => {
      await forget(tx, ADMIN_PASSWORD_CHECKS, admin.id);
      if (!(await store.isUnchanged(tx, admin, id)))
        throw problem('session_expired', 'The session has ended.');
      await store.noteProof(tx, id, provedAt);
    });
    return {
      success: true as const,
      message: 'Confirmed.',
      freshUntil: freshUntil(provedAt.toISOString()).toISOString(),
    };
  });

  route(app, calls.adminLogout, async ({ body, request }) => {
    const token = body?.sessionToken;
    const session = token && (await store.findSession(database.read, token));
    if (session)
      await database.write(async ({ tx }) => {
        if ((await store.endSession(tx, token)) === 0) return;
        const actor = { kind: 'admin', name: session.admin.username } as const;
        await security.record(tx, request, { event: 'logout', actor });
      });
    return { success: true as const, message: 'Logged out.' };
  });

  route(app, calls.adminLogoutAll, async ({ body, request, write }) => {
    const { admin } = await admins.require(request);
    if (usernameKey(body.username) !== admin.username_key) {
      throw problem('forbidden', 'Only your own sessions can be ended.');
    }
    const ended = await write(async (unit) => {
      unit.changed('administrator', admin.username);
      const actor = { kind: 'admin', name: admin.username } as const;
      await security.record(unit.tx, request, { event: 'sessions_ended', actor });
      return store.endSessions(unit.tx, admin.id);
    });
    return { success: true as const, ended, message: 'All sessions were ended.' };
  });

  route(app, calls.changeAdminPassword, async ({ body, request, write, count, concerns }) => {
    const { id, admin } = await admins.require(request);
    const actor = { kind: 'admin', name: admin.username } as const;
    concerns(actor);
    if (body.newPassword === body.currentPassword) {
      const same = refusal('same_password');
      throw problem('validation_failed', same.message, { details: [{ path: 'body.newPassword', ...same }] });
    }
    await refuseCommonPassword(body.newPassword, 'body.newPassword', [admin.username]);
    await count(ADMIN_PASSWORD_CHECKS, { subject: admin.id });
    const { right } = await checkPassword(body.currentPassword, admin.password_hash);
    if (!right) throw problem('wrong_password', 'The current password is wrong.');
    const password_hash = await hashPassword(body.newPassword);
    await write(async (unit) => {
      // Another change, or the end of all sessions, may have come while we hashed.
      if (!(await store.isUnchanged(unit.tx, admin, id)))
        throw problem('session_expired', 'The session has ended.');
      await forget(unit.tx, ADMIN_PASSWORD_CHECKS, admin.id);
      await store.setPassword(unit.tx, admin.id, password_hash);
      await store.endSessions(unit.tx, admin.id, id);
      await security.record(unit.tx, request, { event: 'password_changed', actor });
      unit.changed('administrator', admin.username);
    });
    return { success: true as const, message: 'The password was changed; other sessions were ended.' };
  });

  route(app, calls.findAuditEntries, async ({ query, request, reply }) => {
    const limit = query.limit ?? LOG_PAGE;
    const entries = await findAuditEntries(database.read, limit + 1, query.cursor);
    const page = entries.slice(0, limit);
    const last = page.at(-1);
    if (entries.length > limit && last) announceNext(request, reply, last.id);
    return page;
  });
}

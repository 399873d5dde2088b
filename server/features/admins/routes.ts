import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/admins/calls.ts';
import * as factorCalls from '../../../core/admins/factor-calls.ts';
import { freshUntil, usernameKey } from '../../../core/admins/rules.ts';
import { ADMIN_PASSWORD_CHECKS } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { checkPassword, hashPassword, refuseCommonPassword, turnOf } from '../../platform/auth/password.ts';
import { route } from '../../platform/http/route.ts';
import { findFactors } from '../../platform/mfa/admin-factors.ts';
import { issueChallenge } from '../../platform/mfa/challenges.ts';
import { createPasskeys, findPasskeys } from '../../platform/mfa/passkeys.ts';
import type { Services } from '../../services.ts';
import { logInRoutes } from './log-in-routes.ts';
import { ownPasskeyCheck } from './own-passkey.ts';
import { sessionOwner } from './session.ts';
import * as store from './store.ts';

export function adminRoutes(app: FastifyInstance, context: Services): void {
  logInRoutes(app, context);

  const { database, env, admins, outbox, security, settings, now } = context;
  const passkeys = createPasskeys(env);
  const checkOwnPasskey = ownPasskeyCheck(context);

  route(app, calls.readAdminSession, async ({ request }) => {
    const { admin, startedAt, endsAt, freshUntil: until } = await admins.require(request);
    const factors = await findFactors(database.read, admin.id);
    const { requireSecondFactor } = await settings.current();
    return {
      ...sessionOwner(admin),
      email: admin.email,
      startedAt,
      expiresAt: endsAt.toISOString(),
      expiresIn: Math.ceil((endsAt.getTime() - now().getTime()) / 1000),
      freshUntil: until.toISOString(),
      factors,
      needsFactor: requireSecondFactor && factors.length === 0,
      mailsKeptIn: outbox.folder,
    };
  });

  route(app, factorCalls.readConfirmPasskey, async ({ request, write }) => {
    const { admin } = await admins.require(request);
    const allowed = await findPasskeys(database.read, { admin_id: admin.id });
    if (allowed.length === 0) throw problem('conflict', 'You have no passkey.');
    const challenge = await write(({ tx, now: at }) =>
      issueChallenge(tx, { purpose: 'admin-confirm', owner: admin.id }, at),
    );
    return passkeys.request({ challenge, allowed });
  });

  route(app, calls.confirmAdmin, async ({ body, request, write, count, forget, concerns }) => {
    const { id, admin } = await admins.require(request);
    const actor = { kind: 'admin', name: admin.username } as const;
    concerns(actor);
    await count(ADMIN_PASSWORD_CHECKS, { subject: admin.id });
    const use = 'passkey' in body ? await checkOwnPasskey(body.passkey, admin.id) : undefined;
    if ('password' in body) {
      const { right } = await checkPassword(body.password, admin.password_hash, turnOf(request, true));
      if (!right) throw problem('wrong_password', 'The password is wrong.');
    }
    const provedAt = now();
    await write(async ({ tx }) => {
      await forget(tx, ADMIN_PASSWORD_CHECKS, admin.id);
      if (!(await store.isUnchanged(tx, admin, id)))
        throw problem('session_expired', 'The session has ended.');
      await use?.(tx, 'admin-confirm', provedAt);
      await store.noteProof(tx, id, provedAt);
      await security.record(tx, request, { event: 'identity_confirmed', actor });
    });
    return {
      success: true as const,
      message: 'Confirmed.',
      freshUntil: freshUntil(provedAt.toISOString()).toISOString(),
    };
  });

  route(app, calls.adminLogout, async ({ body, request }) => {
    const token = body?.sessionToken;
    const session = token && (await store.findAdminSession(database.read, token));
    if (session)
      await database.write(async ({ tx }) => {
        if ((await store.endAdminSession(tx, token)) === 0) return;
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
      return store.endAdminSessions(unit.tx, admin.id);
    });
    return { success: true as const, ended, message: 'All sessions were ended.' };
  });

  route(app, calls.changeAdminPassword, async ({ body, request, write, count, forget, concerns }) => {
    const { id, admin } = await admins.require(request);
    const actor = { kind: 'admin', name: admin.username } as const;
    concerns(actor);
    if (body.newPassword === body.currentPassword) {
      const same = refusal('same_password');
      throw problem('validation_failed', same.message, { details: [{ path: 'body.newPassword', ...same }] });
    }
    await refuseCommonPassword(body.newPassword, 'body.newPassword', [admin.username]);
    await count(ADMIN_PASSWORD_CHECKS, { subject: admin.id });
    const { right } = await checkPassword(body.currentPassword, admin.password_hash, turnOf(request, true));
    if (!right) throw problem('wrong_password', 'The current password is wrong.');
    const password_hash = await hashPassword(body.newPassword, turnOf(request, true));
    await write(async (unit) => {
      // Another change, or the end of all sessions, may have come while we hashed.
      if (!(await store.isUnchanged(unit.tx, admin, id)))
        throw problem('session_expired', 'The session has ended.');
      await forget(unit.tx, ADMIN_PASSWORD_CHECKS, admin.id);
      await store.setPassword(unit.tx, admin.id, password_hash);
      await store.endAdminSessions(unit.tx, admin.id, id);
      await security.record(unit.tx, request, { event: 'password_changed', actor });
      unit.changed('administrator', admin.username);
    });
    return { success: true as const, message: 'The password was changed; other sessions were ended.' };
  });
}

import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/admins/calls.ts';
import * as factorCalls from '../../../core/admins/factor-calls.ts';
import { freshUntil, usernameKey } from '../../../core/admins/rules.ts';
import {
  ADMIN_CODES,
  ADMIN_LOGIN_HOLDS,
  ADMIN_LOGIN_TRIES,
  ADMIN_PASSWORD_CHECKS,
} from '../../../core/limits.ts';
import { CHALLENGE_LIFETIME, type PasskeyUse } from '../../../core/mfa/rules.ts';
import { problem } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { createEncryption } from '../../platform/auth/encryption.ts';
import { checkPassword, hashPassword, refuseCommonPassword, turnOf } from '../../platform/auth/password.ts';
import type { Db } from '../../platform/database/types.ts';
import { route } from '../../platform/http/route.ts';
import {
  countRecoveryCodes,
  findFactors,
  takeRecoveryCode,
  takeTotp,
} from '../../platform/mfa/admin-factors.ts';
import {
  type ChallengePurpose,
  issueChallenge,
  ownerOfChallenge,
  takeChallenge,
} from '../../platform/mfa/challenges.ts';
import {
  createPasskeys,
  findPasskey,
  findPasskeys,
  notePasskeyUse,
  refusedFactor,
} from '../../platform/mfa/passkeys.ts';
import type { Services } from '../../services.ts';
import { createLogIn } from './log-in.ts';
import { sessionOwner } from './session.ts';
import * as store from './store.ts';

export function adminRoutes(app: FastifyInstance, context: Services): void {
  const { database, env, admins, outbox, security, settings, now } = context;
  const logIn = createLogIn(context);
  const passkeys = createPasskeys(env);
  const encryption = createEncryption(env.APP_SECRET, 'totp');

  route(app, calls.adminLogin, async ({ body, request, reply, count, forget, concerns }) => {
    const admin = await store.findAdmin(database.read, body.username);
    if (admin) concerns({ kind: 'admin', name: admin.username });
    const known = admin && logIn.knownDevice(request, admin);
    const subject = known ? `device ${known}` : usernameKey(body.username);
    await count(ADMIN_LOGIN_TRIES, { subject });
    if (!known) await count(ADMIN_LOGIN_HOLDS, { subject });
    const turn = turnOf(request, known !== undefined);
    const { right, outdated } = await checkPassword(body.password, admin?.password_hash, turn);
    if (!admin || !right) {
      throw problem('invalid_credentials', 'Invalid username or password', { extra: { success: false } });
    }
    // A disabled account is reported only after the right password.
    if (admin.disabled_at !== null) {
      throw problem('account_suspended', 'This administrator is disabled.', { extra: { success: false } });
    }
    const rehashed = outdated ? await hashPassword(body.password, turn) : undefined;
    const startedAt = now();
    const outcome = await database.write(async ({ tx }) => {
      await forget(tx, ADMIN_LOGIN_TRIES, subject);
      await forget(tx, ADMIN_LOGIN_HOLDS, subject);
      // Disabled, or given another password, while we hashed: then this log-in comes too late.
      const current = await store.findAdmin(tx, body.username);
      if (current?.password_hash !== admin.password_hash || current.disabled_at !== null) {
        throw problem('invalid_credentials', 'Invalid username or password', { extra: { success: false } });
      }
      if (rehashed) await store.setPassword(tx, admin.id, rehashed);
      const factors = await findFactors(tx, admin.id);
      if (factors.length === 0) return { token: await logIn.begin(tx, { admin, request, startedAt }) };
      const challenge = await issueChallenge(tx, { purpose: 'admin-login', owner: admin.id }, startedAt);
      const codes = await countRecoveryCodes(tx, admin.id);
      return { challenge, secondFactor: [...factors, ...(codes > 0 ? (['recovery'] as const) : [])] };
    });
    if ('token' in outcome)
      return logIn.answer({ admin, token: outcome.token }, { request, reply, startedAt });
    const expiresAt = new Date(startedAt.getTime() + CHALLENGE_LIFETIME).toISOString();
    return { success: false as const, ...outcome, expiresAt };
  });

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

  /** Checks a passkey of an administrator. Returns what notes its use, inside of a write. */
  async function checkOwnPasskey(passkey: PasskeyUse, adminId: string) {
    const stored = await findPasskey(database.read, passkey.id);
    if (stored?.admin_id !== adminId) throw refusedFactor();
    const { challenge, counter } = await passkeys.checkUse(passkey, stored, false);
    return async (tx: Db, purpose: ChallengePurpose, at: Date) => {
      if (!(await takeChallenge(tx, challenge, { purpose, owner: adminId }, at))) throw refusedFactor();
      await notePasskeyUse(tx, stored, counter, at);
    };
  }

  /** The administrator whose password was right and whose second step is to come. @throws token_invalid */
  async function requireStep(challenge: string): Promise<store.Admin> {
    const owner = await ownerOfChallenge(database.read, challenge, 'admin-login', now());
    const admin = owner === undefined ? undefined : await store.findAdminById(database.read, owner);
    if (!admin || admin.disabled_at !== null)
      throw problem('token_invalid', 'The log-in took too long; begin anew.');
    return admin;
  }

  route(app, factorCalls.readStepPasskey, async ({ body }) => {
    const admin = await requireStep(body.challenge);
    const allowed = await findPasskeys(database.read, { admin_id: admin.id });
    if (allowed.length === 0) throw problem('conflict', 'You have no passkey.');
    const challenge = await database.write(({ tx }) =>
      issueChallenge(tx, { purpose: 'admin-login-passkey', owner: admin.id }, now()),
    );
    return passkeys.request({ challenge, allowed });
  });

  route(app, factorCalls.adminSecondStep, async ({ body, request, reply, count, forget, concerns }) => {
    const admin = await requireStep(body.challenge);
    const actor = { kind: 'admin', name: admin.username } as const;
    concerns(actor);
    await count(ADMIN_CODES, { subject: admin.id });
    const use = body.factor === 'passkey' ? await checkOwnPasskey(body.passkey, admin.id) : undefined;
    const startedAt = now();
    const token = await database.write(async ({ tx }) => {
      const step = { purpose: 'admin-login', owner: admin.id } as const;
      if (!(await takeChallenge(tx, body.challenge, step, startedAt)))
        throw problem('token_invalid', 'The log-in took too long; begin anew.');
      await use?.(tx, 'admin-login-passkey', startedAt);
      if (body.factor === 'totp')
        await takeTotp(tx, admin.id, { code: body.code, encryption, now: startedAt, confirming: false });
      if (body.factor === 'recovery') {
        await takeRecoveryCode(tx, admin.id, body.code);
        const left = await countRecoveryCodes(tx, admin.id);
        const subject = `recovery code, ${left} left`;
        await security.record(tx, request, { event: 'second_factor', actor, subject });
      }
      await forget(tx, ADMIN_CODES, admin.id);
      return logIn.begin(tx, { admin, request, startedAt });
    });
    return logIn.answer({ admin, token }, { request, reply, startedAt });
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

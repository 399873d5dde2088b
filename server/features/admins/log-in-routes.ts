import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/admins/calls.ts';
import * as factorCalls from '../../../core/admins/factor-calls.ts';
import { usernameKey } from '../../../core/admins/rules.ts';
import { ADMIN_CODES, ADMIN_LOGIN_HOLDS, ADMIN_LOGIN_TRIES } from '../../../core/limits.ts';
import { CHALLENGE_LIFETIME } from '../../../core/mfa/rules.ts';
import { problem } from '../../../core/problem.ts';
import { createEncryption } from '../../platform/auth/encryption.ts';
import { checkPassword, hashPassword, turnOf } from '../../platform/auth/password.ts';
import { route } from '../../platform/http/route.ts';
import {
  countRecoveryCodes,
  findFactors,
  takeRecoveryCode,
  takeTotp,
} from '../../platform/mfa/admin-factors.ts';
import { issueChallenge, ownerOfChallenge, takeChallenge } from '../../platform/mfa/challenges.ts';
import { createPasskeys, findPasskeys } from '../../platform/mfa/passkeys.ts';
import type { Services } from '../../services.ts';
import { createLogIn } from './log-in.ts';
import { ownPasskeyCheck } from './own-passkey.ts';
import * as store from './store.ts';

/** Log-in of administrators: the password, then the second factor where there is one. */
export function logInRoutes(app: FastifyInstance, context: Services): void {
  const { database, env, security, now } = context;
  const logIn = createLogIn(context);
  const passkeys = createPasskeys(env);
  const encryption = createEncryption(env.APP_SECRET, 'totp');
  const checkOwnPasskey = ownPasskeyCheck(context);

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
}

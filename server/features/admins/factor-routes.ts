import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '../../../core/admins/factor-calls.ts';
import { ADMIN_CODES } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { createEncryption } from '../../platform/auth/encryption.ts';
import type { AuthoredUnit } from '../../platform/database/types.ts';
import { route } from '../../platform/http/route.ts';
import * as factors from '../../platform/mfa/admin-factors.ts';
import { issueChallenge, takeChallenge } from '../../platform/mfa/challenges.ts';
import * as passkeys from '../../platform/mfa/passkeys.ts';
import type { Services } from '../../services.ts';
import { lockAdmins, requireAdmin } from './administrators.ts';
import { endAdminSessions } from './store.ts';

/** Routes for an administrator's own second factors, and for an owner who removes lost ones of others. */
export function factorRoutes(app: FastifyInstance, context: Services): void {
  const { database, env, admins, security, settings } = context;
  const encryption = createEncryption(env.APP_SECRET, 'totp');
  const webauthn = passkeys.createPasskeys(env);

  /** Tells the logs that a factor came or went. Returns what the log of acts has it under. */
  async function note(
    unit: AuthoredUnit,
    request: FastifyRequest,
    event: 'factor_added' | 'factor_removed',
    factor: string,
  ): Promise<void> {
    const actor = await admins.actor(request);
    await security.record(unit.tx, request, { event, actor, subject: factor });
    unit.changed('administrator', factor);
  }

  route(app, calls.readFactors, async ({ request }) => {
    const { admin } = await admins.require(request);
    const [totp, stored, recoveryCodes, { requireSecondFactor }] = await Promise.all([
      factors.totpSince(database.read, admin.id),
      passkeys.findPasskeys(database.read, { admin_id: admin.id }),
      factors.countRecoveryCodes(database.read, admin.id),
      settings.current(),
    ]);
    return { totp, passkeys: stored.map(passkeys.toPasskey), recoveryCodes, required: requireSecondFactor };
  });

  route(app, calls.beginTotp, async ({ request, write }) => {
    const { admin } = await admins.require(request);
    const of = { issuer: env.SITE_NAME, label: admin.username, encryption };
    return write(({ tx }) => factors.beginTotp(tx, admin.id, of));
  });

  route(app, calls.confirmTotp, async ({ body, request, write, count, forget, concerns }) => {
    const { admin } = await admins.require(request);
    concerns({ kind: 'admin', name: admin.username });
    await count(ADMIN_CODES, { subject: admin.id });
    const recoveryCodes = await write(async (unit) => {
      const { tx, now } = unit;
      await factors.takeTotp(tx, admin.id, { code: body.code, encryption, now, confirming: true });
      await forget(tx, ADMIN_CODES, admin.id);
      await note(unit, request, 'factor_added', 'authenticator app');
      return factors.recoveryCodesFor(tx, admin.id);
    });
    return { recoveryCodes };
  });

  route(app, calls.removeTotp, async ({ request, write }) => {
    const { admin } = await admins.require(request);
    await write(async (unit) => {
      if (await factors.deleteTotp(unit.tx, admin.id))
        await note(unit, request, 'factor_removed', 'authenticator app');
      await factors.forgetCodesWithout(unit.tx, admin.id);
    });
    return { success: true as const, message: 'The authenticator app was removed.' };
  });

  route(app, calls.beginAdminPasskey, async ({ request, write }) => {
    const { admin } = await admins.require(request);
    const existing = await passkeys.findPasskeys(database.read, { admin_id: admin.id });
    passkeys.requireRoom(existing);
    const challenge = await write(({ tx, now }) =>
      issueChallenge(tx, { purpose: 'admin-passkey', owner: admin.id }, now),
    );
    return webauthn.creation({ challenge, id: admin.id, name: admin.username, existing, alone: false });
  });

  route(app, calls.addAdminPasskey, async ({ body, request, write, concerns }) => {
    const { admin } = await admins.require(request);
    concerns({ kind: 'admin', name: admin.username });
    const { challenge, ...made } = await webauthn.checkNew(body.passkey, false);
    const recoveryCodes = await write(async (unit) => {
      const { tx, now } = unit;
      if (!(await takeChallenge(tx, challenge, { purpose: 'admin-passkey', owner: admin.id }, now)))
        throw passkeys.refusedFactor();
      passkeys.requireRoom(await passkeys.findPasskeys(tx, { admin_id: admin.id }));
      const transports = body.passkey.response.transports ?? [];
      await passkeys.insertPasskey(tx, { admin_id: admin.id }, { ...made, name: body.name, transports }, now);
      await note(unit, request, 'factor_added', `passkey ${body.name}`);
      return factors.recoveryCodesFor(tx, admin.id);
    });
    return { recoveryCodes };
  });

  route(app, calls.removeAdminPasskey, async ({ params, request, write }) => {
    const { admin } = await admins.require(request);
    await write(async (unit) => {
      const name = await passkeys.deletePasskey(unit.tx, { admin_id: admin.id }, params.id);
      if (name === undefined) throw problem('not_found', 'There is no such passkey.');
      await note(unit, request, 'factor_removed', `passkey ${name}`);
      await factors.forgetCodesWithout(unit.tx, admin.id);
    });
    return { success: true as const, message: 'The passkey was removed.' };
  });

  route(app, calls.renewRecoveryCodes, async ({ request, write }) => {
    const { admin } = await admins.require(request);
    const recoveryCodes = await write(async (unit) => {
      if ((await factors.findFactors(unit.tx, admin.id)).length === 0)
        throw problem('conflict', 'There is no second factor that codes could stand in for.');
      await note(unit, request, 'factor_added', 'recovery codes');
      return factors.renewRecoveryCodes(unit.tx, admin.id);
    });
    return { recoveryCodes };
  });

  route(app, calls.removeAdministratorFactors, async ({ params, request, write }) => {
    const { id, admin } = await admins.require(request);
    await write(async (unit) => {
      const all = await lockAdmins(unit.tx, admin.id);
      const other = requireAdmin(all, params.id);
      await factors.removeFactors(unit.tx, other.id);
      await endAdminSessions(unit.tx, other.id, other.id === admin.id ? id : undefined);
      await note(unit, request, 'factor_removed', `all of ${other.username}`);
    });
    return { success: true as const, message: 'The second factors were removed.' };
  });
}

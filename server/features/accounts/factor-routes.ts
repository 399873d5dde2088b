import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/accounts/factor-calls.ts';
import { PASSWORD_CHECKS } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { checkPassword, turnOf } from '../../platform/auth/password.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import { route } from '../../platform/http/route.ts';
import { issueChallenge, takeChallenge } from '../../platform/mfa/challenges.ts';
import * as passkeys from '../../platform/mfa/passkeys.ts';
import type { Services } from '../../services.ts';
import { accountMails } from './mails.ts';
import * as sessionStore from './session-store.ts';
import * as accounts from './store.ts';

/** Passkeys of readers. They log in without a password, so user verification is always required. */
export function readerFactorRoutes(app: FastifyInstance, context: Services): void {
  const { database, env, security, now } = context;
  const webauthn = passkeys.createPasskeys(env);
  const mail = accountMails(context);

  route(app, calls.beginPasskeyLogin, async ({ write }) => {
    const challenge = await write(({ tx, now: at }) => issueChallenge(tx, { purpose: 'user-login' }, at));
    return webauthn.request({ challenge });
  });

  route(app, calls.passkeyLogin, async ({ body, request, concerns }) => {
    const stored = await passkeys.findPasskey(database.read, body.passkey.id);
    const user = stored?.user_id ? await accounts.findUserById(database.read, stored.user_id) : undefined;
    if (!stored || !user) throw passkeys.refusedFactor();
    const actor = { kind: 'user', name: user.id } as const;
    concerns(actor);
    const { challenge, counter } = await webauthn.checkUse(body.passkey, stored, true);
    const at = now();
    const token = await database.write(async ({ tx }) => {
      if (!(await takeChallenge(tx, challenge, { purpose: 'user-login' }, at)))
        throw passkeys.refusedFactor();
      const current = await accounts.findUserById(tx, user.id);
      if (!current) throw passkeys.refusedFactor();
      if (current.is_active !== 1) throw problem('account_suspended', 'This account is suspended.');
      if (env.REQUIRE_VERIFIED_EMAIL && current.email_verified !== 1) {
        throw problem('email_verification_required', 'Verify your e-mail address first; check your inbox.', {
          extra: { email_verification_required: true },
        });
      }
      await passkeys.notePasskeyUse(tx, stored, counter, at);
      await accounts.noteLogin(tx, current, request.ip, at.toISOString());
      await security.record(tx, request, { event: 'login', actor });
      return sessionStore.openUserSession(tx, user.id, deviceName(request.headers['user-agent']), at);
    });
    return { token, user: accounts.toPublicUser(user) };
  });

  route(app, calls.findPasskeys, async ({ request }) => {
    const { user } = await context.accounts.require(request);
    return (await passkeys.findPasskeys(database.read, { user_id: user.id })).map(passkeys.toPasskey);
  });

  route(app, calls.beginPasskey, async ({ body, request, write, count, forget }) => {
    const { user } = await context.accounts.require(request);
    await count(PASSWORD_CHECKS, { subject: user.id });
    const { right } = await checkPassword(body.password, user.password_hash, turnOf(request));
    if (!right) throw problem('wrong_password', 'The current password is wrong.');
    const existing = await passkeys.findPasskeys(database.read, { user_id: user.id });
    passkeys.requireRoom(existing);
    const challenge = await write(async ({ tx, now: at }) => {
      await forget(tx, PASSWORD_CHECKS, user.id);
      return issueChallenge(tx, { purpose: 'user-passkey', owner: user.id }, at);
    });
    return webauthn.creation({
      challenge,
      id: user.id,
      name: user.email,
      existing,
      alone: true,
    });
  });

  route(app, calls.addPasskey, async ({ body, request, write, concerns }) => {
    const { user } = await context.accounts.require(request);
    const actor = { kind: 'user', name: user.id } as const;
    concerns(actor);
    const { challenge, ...made } = await webauthn.checkNew(body.passkey, true);
    const stored = await write(async ({ tx, now: at }) => {
      if (!(await takeChallenge(tx, challenge, { purpose: 'user-passkey', owner: user.id }, at)))
        throw passkeys.refusedFactor();
      passkeys.requireRoom(await passkeys.findPasskeys(tx, { user_id: user.id }));
      const transports = body.passkey.response.transports ?? [];
      await security.record(tx, request, { event: 'factor_added', actor, subject: 'passkey' });
      await context.outbox.put(tx, mail('passkeyAdded', user));
      return passkeys.insertPasskey(tx, { user_id: user.id }, { ...made, name: body.name, transports }, at);
    });
    context.outbox.wake();
    return passkeys.toPasskey(stored);
  });

  route(app, calls.removePasskey, async ({ params, request, write }) => {
    const { user } = await context.accounts.require(request);
    await write(async ({ tx }) => {
      if ((await passkeys.deletePasskey(tx, { user_id: user.id }, params.id)) === undefined)
        throw problem('not_found', 'There is no such passkey.');
      const actor = { kind: 'user', name: user.id } as const;
      await security.record(tx, request, { event: 'factor_removed', actor, subject: 'passkey' });
    });
    return { message: 'The passkey was removed.' };
  });
}

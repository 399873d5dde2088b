import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/accounts/calls.ts';
import { VERIFICATIONS_TO } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { hashPassword, refuseCommonPassword, turnOf } from '../../platform/auth/password.ts';
import { addressHash } from '../../platform/auth/secret-token.ts';
import type { Unit } from '../../platform/database/types.ts';
import { answerEvenly } from '../../platform/http/answer-evenly.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { followNewsletter } from '../readers/index.ts';
import { accountMails } from './mails.ts';
import { INVALID_LINK, UNMAILED } from './messages.ts';
import * as sessionStore from './session-store.ts';
import * as store from './store.ts';
import { verificationSender } from './verification.ts';

const REGISTERED = 'Your account was created. Please check your e-mail to verify your address.';

const UNVERIFIED = {
  missing: 'The link has no token.',
  invalid: INVALID_LINK,
  already: 'This link was used before: your e-mail address is already verified. You can log in.',
};

/** Registration of an account and verification of its address. */
export function registrationRoutes(app: FastifyInstance, context: Services): void {
  const { env, database, outbox, now } = context;
  const mail = accountMails(context);
  const sendVerification = verificationSender(context);

  route(app, calls.register, async ({ body, request, write, count }) => {
    await refuseCommonPassword(body.password, 'body.password', [body.email, body.email.split('@')[0] ?? '']);
    const { password, ...fields } = body;
    const password_hash = await hashPassword(password, turnOf(request));
    const user = store.draftUser(
      { ...fields, password_hash, newsletter_subscribed: body.newsletter_subscribed ? 1 : 0 },
      now().toISOString(),
    );
    const token = await write(async (unit) => {
      const { tx } = unit;
      await count(VERIFICATIONS_TO, { tx, subject: addressHash(body.email) });
      if (!(await makeAccount(unit, user))) return null;
      await sendVerification(tx, user);
      return env.REQUIRE_VERIFIED_EMAIL
        ? null
        : sessionStore.openUserSession(tx, user.id, deviceName(request.headers['user-agent']), now());
    });
    outbox.wake();
    return {
      token,
      user: store.toPublicUser(user),
      email_verification_required: env.REQUIRE_VERIFIED_EMAIL,
      message: outbox.folder ? `Your account was created. ${UNMAILED}` : REGISTERED,
    };
  });

  /**
   * Stores a new account. Replaces an unverified account of the same address: its creator may not own the
   * address, and verification would confirm the data registered by the creator. Returns false if a verified
   * or suspended account remains; the owner of a verified account is told by mail, the caller is not.
   */
  async function makeAccount(unit: Unit, user: store.User): Promise<boolean> {
    const { tx } = unit;
    if (await store.insertUser(tx, user)) return true;
    const owner = await store.findUserByEmail(tx, user.email);
    if (!owner) return false;
    if (owner.email_verified === 1) {
      await outbox.put(tx, mail('alreadyRegistered', owner));
      return false;
    }
    if (owner.is_active !== 1) return false;
    await store.deleteUser(unit, owner);
    return store.insertUser(tx, user);
  }

  route(app, calls.resendVerification, async ({ body, write, count }) => {
    const since = performance.now();
    await write(async ({ tx }) => {
      await count(VERIFICATIONS_TO, { tx, subject: addressHash(body.email) });
      const user = await store.findUserByEmail(tx, body.email);
      if (user && user.email_verified !== 1 && user.is_active === 1) {
        await sendVerification(tx, user);
      }
    });
    outbox.wake();
    await answerEvenly(since);
    return {
      message: outbox.folder
        ? `If the address waits for verification, there is a new link. ${UNMAILED}`
        : 'If the address waits for verification, an e-mail is on its way.',
    };
  });

  route(app, calls.verifyEmail, async ({ query: { token } }) => {
    const outcome = await database.write(async ({ tx }) => {
      if (!token) return 'missing';
      const userId = await store.consumeVerification(tx, token, now());
      const user = userId && (await store.updateUser(tx, userId, { email_verified: 1 }));
      if (!user) return (await store.wasVerifiedBy(tx, token)) ? 'already' : 'invalid';
      await followNewsletter(tx, user, now());
      return 'verified';
    });
    if (outcome === 'verified')
      return { data: { success: true, message: 'Your e-mail address is verified. You can log in now.' } };
    const message = UNVERIFIED[outcome];
    throw problem('token_invalid', message, {
      ...(outcome === 'already' ? { reason: 'already_verified' as const } : {}),
      extra: { data: { success: false, message } },
    });
  });
}

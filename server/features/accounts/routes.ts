import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/accounts/calls.ts';
import { RESET_LIFETIME } from '../../../core/accounts/rules.ts';
import {
  LOGIN_HOLDS,
  LOGIN_TRIES,
  PASSWORD_CHECKS,
  RESETS_TO,
  VERIFICATIONS_TO,
} from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { MINUTE } from '../../../core/time.ts';
import {
  checkPassword,
  hashPassword,
  NO_PASSWORD,
  refuseCommonPassword,
  turnOf,
} from '../../platform/auth/password.ts';
import { addressHash, bearerToken, tokenHash } from '../../platform/auth/secret-token.ts';
import type { Db, Unit } from '../../platform/database/types.ts';
import { answerEvenly } from '../../platform/http/answer-evenly.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import { type HandlerContext, route } from '../../platform/http/route.ts';
import { deletePasskeys, findPasskeys, toPasskey } from '../../platform/mfa/passkeys.ts';
import type { Services } from '../../services.ts';
import { findFollows, findMails, findReaderOf, followNewsletter, toMail } from '../readers/index.ts';
import { listsOf } from '../saved-lists/index.ts';
import { deleteIdentities, identitiesOf } from './identities.ts';
import { accountMails } from './mails.ts';
import * as sessionStore from './session-store.ts';
import * as store from './store.ts';
import { verificationSender } from './verification.ts';

/** A log-in within this time stands for a password, where an account has none, in milliseconds. */
const RECENT_LOGIN = 10 * MINUTE;

const REGISTERED = 'Your account was created. Please check your e-mail to verify your address.';
const UNMAILED = 'This site sends no e-mail; ask whoever runs it for the link.';
const INVALID_LINK = 'This link is not valid any more. Request a new one.';

const UNVERIFIED = {
  missing: 'The link has no token.',
  invalid: INVALID_LINK,
  already: 'This link was used before: your e-mail address is already verified. You can log in.',
};

/** Whom the security log names: it has nothing else of a reader. */
const userSubject = ({ id }: Pick<store.User, 'id'>) => ({ kind: 'user', name: id }) as const;

export function accountRoutes(app: FastifyInstance, context: Services): void {
  const { env, database, outbox, accounts, security, now } = context;
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

  route(app, calls.login, async ({ body, request, count, forget, concerns }) => {
    const subject = addressHash(body.email);
    await count(LOGIN_TRIES, { subject });
    await count(LOGIN_HOLDS, { subject });
    const user = await store.findUserByEmail(database.read, body.email);
    if (user) concerns(userSubject(user));
    const { right, outdated } = await checkPassword(body.password, user?.password_hash, turnOf(request));
    if (!user || !right) throw problem('invalid_credentials', 'E-mail or password is wrong.');
    await database.write(async ({ tx }) => {
      await forget(tx, LOGIN_TRIES, subject);
      await forget(tx, LOGIN_HOLDS, subject);
    });
    if (user.is_active !== 1) throw problem('account_suspended', 'This account is suspended.');
    if (env.REQUIRE_VERIFIED_EMAIL && user.email_verified !== 1) {
      throw problem('email_verification_required', 'Verify your e-mail address first; check your inbox.', {
        extra: { email_verification_required: true },
      });
    }
    const rehashed = outdated ? await hashPassword(body.password, turnOf(request)) : undefined;
    const token = await database.write(async ({ tx }) => {
      // Suspended, deleted or given another password while we hashed: then this log-in comes too late.
      const current = await tx
        .selectFrom('users')
        .select(['is_active', 'password_hash'])
        .where('id', '=', user.id)
        .executeTakeFirst();
      if (current?.is_active !== 1 || current.password_hash !== user.password_hash) {
        throw problem('invalid_credentials', 'E-mail or password is wrong.');
      }
      if (rehashed) await store.updateUser(tx, user.id, { password_hash: rehashed });
      await store.noteLogin(tx, user, request.ip, now().toISOString());
      await security.record(tx, request, { event: 'login', actor: userSubject(user) });
      return sessionStore.openUserSession(tx, user.id, deviceName(request.headers['user-agent']), now());
    });
    return { token, user: store.toPublicUser(user) };
  });

  route(app, calls.logout, async ({ request }) => {
    const token = bearerToken(request.headers.authorization);
    if (token)
      await database.write(async ({ tx }) => {
        const id = await sessionStore.endUserSession(tx, token);
        if (id) await security.record(tx, request, { event: 'logout', actor: userSubject({ id }) });
      });
    return { message: 'Logged out.' };
  });

  route(app, calls.readMe, async ({ request }) => ({
    user: store.toPublicUser((await accounts.require(request)).user),
  }));

  route(app, calls.saveProfile, async ({ body, request, write }) => {
    const { user } = await accounts.require(request);
    const changed = await write(async ({ tx, now: at }) => {
      const saved = await store.updateUser(tx, user.id, store.toColumns(body));
      if (saved) await followNewsletter(tx, saved, at);
      return saved;
    });
    return { user: store.toPublicUser(changed ?? user) };
  });

  /** Requires the account's password, before an act of its owner alone. */
  async function requirePassword(
    {
      request,
      count,
      forget,
    }: Pick<HandlerContext<typeof calls.changePassword>, 'request' | 'count' | 'forget'>,
    user: store.User,
    password: string,
  ): Promise<void> {
    await count(PASSWORD_CHECKS, { subject: user.id });
    const { right } = await checkPassword(password, user.password_hash, turnOf(request));
    if (!right) throw problem('wrong_password', 'The current password is wrong.');
    await database.write(({ tx }) => forget(tx, PASSWORD_CHECKS, user.id));
  }

  /** In the place of a password, where an account has none. @throws recent_login_required */
  async function requireRecentLogin(session: string): Promise<void> {
    const begun = await sessionStore.sessionBegun(database.read, session);
    if (!begun || now().getTime() - Date.parse(begun) > RECENT_LOGIN)
      throw problem('recent_login_required', 'Log in again first: this session is older than ten minutes.');
  }

  /** Inside of the write: the password that was checked, and the session, may have ended while it was hashed. */
  async function requireUnchanged(tx: Db, user: store.User, session: string): Promise<void> {
    await store.lockUser(tx, user.id);
    const current = await sessionStore.passwordOfSession(tx, session);
    if (current === undefined) throw problem('session_expired', 'The session has ended.');
    if (current !== user.password_hash)
      throw problem('conflict', 'The password was changed in the meantime.');
  }

  route(app, calls.changePassword, async ({ body, request, count, forget, concerns }) => {
    const { id, user } = await accounts.require(request);
    concerns(userSubject(user));
    await refuseCommonPassword(body.new_password, 'body.new_password', [
      user.email,
      user.email.split('@')[0] ?? '',
    ]);
    await requirePassword({ request, count, forget }, user, body.current_password);
    const password_hash = await hashPassword(body.new_password, turnOf(request));
    await database.write(async ({ tx }) => {
      await requireUnchanged(tx, user, id);
      await store.updateUser(tx, user.id, { password_hash });
      await sessionStore.endUserSessions(tx, user.id, id);
      await store.endToken(tx, user.id, 'reset');
      await security.record(tx, request, { event: 'password_changed', actor: userSubject(user) });
      await outbox.put(tx, mail('passwordChanged', user));
    });
    outbox.wake();
    return { message: 'The password was changed; all other devices were logged out.' };
  });

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

  route(app, calls.requestPasswordReset, async ({ body, request, write, count }) => {
    const since = performance.now();
    await write(async ({ tx }) => {
      await count(RESETS_TO, { tx, subject: addressHash(body.email) });
      const user = await store.findUserByEmail(tx, body.email);
      await security.record(tx, request, {
        event: 'password_reset_asked',
        ...(user ? { actor: userSubject(user) } : { actor: { kind: 'unknown' }, outcome: 'failure' }),
      });
      if (user && user.is_active === 1) {
        const token = await store.issueToken(
          tx,
          user.id,
          'reset',
          new Date(now().getTime() + RESET_LIFETIME),
        );
        await outbox.put(tx, mail('reset', user, token));
      }
    });
    outbox.wake();
    await answerEvenly(since);
    return {
      message: outbox.folder
        ? `If the address has an account, there is a new link. ${UNMAILED}`
        : 'If the address has an account, an e-mail with a link is on its way.',
    };
  });

  route(app, calls.confirmPasswordReset, async ({ body, request, forget }) => {
    // Looked at before the costly hash; used up only together with the new password.
    const known = await database.read
      .selectFrom('user_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select('u.email')
      .where('t.token_hash', '=', tokenHash(body.token))
      .where('t.kind', '=', 'reset')
      .where('t.expires_at', '>=', now().toISOString())
      .executeTakeFirst();
    if (!known) throw problem('token_invalid', INVALID_LINK);
    await refuseCommonPassword(body.new_password, 'body.new_password', [
      known.email,
      known.email.split('@')[0] ?? '',
    ]);
    const password_hash = await hashPassword(body.new_password, turnOf(request));
    await database.write(async ({ tx }) => {
      const userId = await store.consumeToken(tx, body.token, 'reset', now());
      // The link came by mail, so the address is verified with it.
      const user = userId && (await store.updateUser(tx, userId, { password_hash, email_verified: 1 }));
      if (!user) throw problem('token_invalid', INVALID_LINK);
      await followNewsletter(tx, user, now());
      await sessionStore.endUserSessions(tx, user.id);
      // Whoever had taken the account over may have added a passkey or a provider, which need no password.
      await deletePasskeys(tx, user.id);
      await deleteIdentities(tx, user.id);
      await forget(tx, LOGIN_TRIES, addressHash(user.email));
      await security.record(tx, request, { event: 'password_reset', actor: userSubject(user) });
      await outbox.put(tx, mail('passwordChanged', user));
    });
    outbox.wake();
    return { message: 'The new password is set. Log in with it.' };
  });

  route(app, calls.findSessions, async ({ request }) => {
    const { id, user } = await accounts.require(request);
    const sessions = await sessionStore.findSessions(database.read, user.id, now());
    return sessions.map((session) => ({ ...session, current: session.id === id }));
  });

  route(app, calls.endOtherSessions, async ({ request, write }) => {
    const { id, user } = await accounts.require(request);
    const ended = await write(async ({ tx }) => {
      await security.record(tx, request, { event: 'sessions_ended', actor: userSubject(user) });
      return sessionStore.endUserSessions(tx, user.id, id);
    });
    return { ended, message: 'Logged out everywhere else.' };
  });

  route(app, calls.exportAccount, async ({ request, reply }) => {
    const { user } = await accounts.require(request);
    const reader = user.email_verified === 1 ? await findReaderOf(database.read, user.email) : undefined;
    const [sessions, likes, passkeys, providers, talk, follows, mails, lists] = await Promise.all([
      sessionStore.findSessions(database.read, user.id, now()),
      store.findLikes(database.read, user.id),
      findPasskeys(database.read, { user_id: user.id }),
      identitiesOf(database.read, user.id),
      store.findTalk(database.read, user.id),
      reader ? findFollows(database.read, reader.id) : [],
      reader ? findMails(database.read, reader.id) : [],
      listsOf(database.read, user.id),
    ]);
    await database.write(({ tx }) =>
      security.record(tx, request, { event: 'export', actor: userSubject(user), subject: 'account' }),
    );
    reply
      .header('content-disposition', 'attachment; filename="account.json"')
      .header('cache-control', 'no-store');
    return {
      exported_at: now().toISOString(),
      user: {
        ...store.toPublicUser(user),
        last_login_at: user.last_login_at,
        login_count: user.login_count,
        login_ip_addresses: JSON.parse(user.login_ip_addresses) as string[],
      },
      sessions,
      likes,
      passkeys: passkeys.map(toPasskey),
      providers,
      follows: follows.map(({ kind, value, frequency, created_at, confirmed_at }) => ({
        ...{ kind, value, frequency, created_at, confirmed_at },
      })),
      mails: mails.map(toMail),
      lists,
      ...talk,
    };
  });

  route(app, calls.deleteAccount, async ({ body, request, count, forget, concerns }) => {
    const { id, user } = await accounts.require(request);
    concerns(userSubject(user));
    if (user.password_hash === NO_PASSWORD) await requireRecentLogin(id);
    else await requirePassword({ request, count, forget }, user, body.password ?? '');
    await database.write(async (unit) => {
      const { tx } = unit;
      await requireUnchanged(tx, user, id);
      // The deletion then takes out of the log whose account it was.
      await security.record(tx, request, { event: 'account_deleted', actor: userSubject(user) });
      await store.deleteUser(unit, user);
    });
    return { message: 'The account was deleted.' };
  });
}

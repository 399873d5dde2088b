import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '../../../core/follows/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { CONFIRMATIONS, FOLLOWS_TO } from '../../../core/limits.ts';
import { Problem, problem, refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { addressHash, bearerToken, tokenHash } from '../../platform/auth/secret-token.ts';
import type { Db } from '../../platform/database/types.ts';
import { answerEvenly } from '../../platform/http/answer-evenly.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import type { User } from '../accounts/index.ts';
import { replyTokens, switchMails } from '../notifications/index.ts';
import * as readers from '../readers/index.ts';
import { followMails } from './mails.ts';
import { checkFollowed, describeFollowed, threadOf, valueToday } from './names.ts';
import { followedThings, thingOfRow, valueInRow } from './once.ts';

const EXPIRED_LINK = 'This link is not valid any more. Follow again to get a new one.';
const ENDED = 'These mails are ended.';

/** Following by mail: with an account, or by links in mails. */
export function followRoutes(app: FastifyInstance, context: Services): void {
  const { env, database, outbox, accounts, visitors, now, today } = context;
  const tokens = readers.createReaderTokens(env.APP_SECRET, env.APP_SECRET_OLD);
  const ofReplies = replyTokens(env);
  const mails = followMails(env, tokens);

  const toFollow = async (row: readers.StoredFollow, language: Language): Promise<calls.Follow> => ({
    id: row.id,
    ...(await describeFollowed(database.read, row, language)),
    ...{ kind: row.kind, value: await valueToday(database.read, row) },
    ...{ frequency: row.frequency, created_at: row.created_at },
    confirmed: row.confirmed_at !== null,
  });

  /** The reader of a token. @throws token_invalid */
  async function readerOfToken(db: Db, token: string): Promise<readers.Reader> {
    const id = tokens.verify(token);
    const reader = id && (await readers.findReader(db, id));
    if (!reader) throw problem('token_invalid', EXPIRED_LINK);
    return reader;
  }

  /** The issue of the newsletter whose mail a token comes from. */
  function issueOf(token: string): string | undefined {
    const scope = tokens.scopeOf(token);
    return typeof scope === 'object' && 'issue' in scope ? scope.issue : undefined;
  }

  /** The reader of an account, whose address has to be verified. */
  async function readerOfAccount(
    db: Db,
    user: Pick<User, 'email' | 'email_verified'>,
  ): Promise<readers.Reader | undefined> {
    return user.email_verified === 1 ? readers.findReaderOf(db, user.email) : undefined;
  }

  /** The reader of a token, else of the account that is logged in; undefined for anybody else. */
  async function readerOf(db: Db, request: FastifyRequest, token: string | undefined) {
    if (token !== undefined) return readerOfToken(db, token);
    const session = await accounts.find(request);
    return session && readerOfAccount(db, session.user);
  }

  async function answerFor(reader: readers.Reader, language: Language): Promise<calls.ReaderAnswer> {
    const [follows, sent, ended] = await Promise.all([
      followedThings(database.read, reader),
      readers.findMails(database.read, reader.id),
      readers.findSuppression(database.read, reader.address),
    ]);
    return {
      email: reader.email,
      language: reader.language,
      time_zone: reader.time_zone,
      ended: ended ?? null,
      follows: await Promise.all(follows.map(({ row }) => toFollow(row, language))),
      sent: sent.map(readers.toMail),
    };
  }

  /**
   * Id of the visitor.
   * @throws validation_failed unless the visitor wrote the comment: only authors can follow a thread
   */
  async function ownThread(request: FastifyRequest, commentId: string): Promise<string> {
    const comment = await threadOf(database.read, commentId);
    const { id, hasSession } = visitors.of(request, today());
    if (!hasSession || comment?.visitor !== id) throw refusedField('body.value', refusal('not_followable'));
    return id;
  }

  route(app, calls.startFollow, async ({ body, request, write, count }) => {
    const since = performance.now();
    const session = await accounts.find(request);
    const user = session?.user;
    const language = body.language ?? user?.language ?? requestedLanguage(null);
    const value = await checkFollowed(database.read, body);
    const followed = { ...body, value };
    const visitor = body.kind === 'thread' ? await ownThread(request, body.value) : undefined;
    const isOwn =
      user?.email_verified === 1 && (!body.email || addressHash(body.email) === addressHash(user.email));
    if (isOwn) {
      // The notifications of the account tell of it.
      if (visitor !== undefined) throw refusedField('body.kind', refusal('not_followable'));
      const row = await write(async ({ tx }) => {
        const of = { email: user.email, language: user.language, timeZone: body.time_zone, userId: user.id };
        const reader = await readers.ensureReader(tx, of, now());
        const named = { ...followed, value: await valueInRow(tx, reader, followed) };
        const stored = await readers.putFollow(tx, reader, named, now(), true);
        await readers.liftSuppression(tx, reader.address);
        if (body.kind === 'newsletter') await readers.tellAccount(tx, reader);
        return stored;
      });
      return { follow: await toFollow(row, language), message: 'You follow it now.' };
    }
    const email = body.email ?? user?.email;
    if (email === undefined) throw refusedField('body.email', refusal('required'));
    const { name } = await describeFollowed(database.read, followed, language);
    await write(async ({ tx }) => {
      await count(CONFIRMATIONS, { tx });
      await count(FOLLOWS_TO, { tx, subject: addressHash(email) });
      const ended = await readers.findSuppression(tx, addressHash(email));
      if (ended !== undefined && ended !== 'unsubscribed') return;
      const reader = await readers.ensureReader(tx, { email, language, timeZone: body.time_zone }, now());
      const consent =
        visitor === undefined ? 'none' : await readers.threadConsent(tx, reader, visitor, now());
      const named = await valueInRow(tx, reader, followed);
      const wanted = { ...followed, value: named, visitor: visitor ?? null };
      const stored = await readers
        .putFollow(tx, reader, wanted, now(), consent === 'confirmed')
        .catch((error: unknown) => {
          // Not reported: whether the list of another person is full must stay secret.
          if (visitor === undefined || !(error instanceof Problem) || error.code !== 'conflict') throw error;
        });
      if (consent !== 'none' || !stored) return;
      const isConfirmed = stored.confirmed_at !== null && ended === undefined;
      const mailOf = isConfirmed ? mails.already : mails.confirmation;
      const { id, frequency } = stored;
      await outbox.put(tx, mailOf(reader, { ...followed, id, name, frequency }, language));
    });
    outbox.wake();
    await answerEvenly(since);
    return {
      follow: null,
      message: outbox.folder
        ? 'This site sends no e-mail; ask whoever runs it for the link.'
        : 'An e-mail is on its way; press the button on the page that it leads to.',
    };
  });

  route(app, calls.readFollows, async ({ query, request }) => {
    const { user } = await accounts.require(request);
    const language = query.language ?? query.lang ?? user.language;
    const reader = await readerOfAccount(database.read, user);
    if (reader) return answerFor(reader, language);
    return { ...readers.newReader(user), ended: null, follows: [], sent: [] };
  });

  route(app, calls.changeFollow, async ({ params, query, body, request, write }) => {
    const row = await write(async ({ tx }) => {
      const reader = await readerOf(tx, request, query.token);
      const thing = reader && (await thingOfRow(tx, reader, params.id));
      return thing && readers.setFrequency(tx, thing.row, thing.ids, body.frequency);
    });
    if (!row) throw problem('not_found', 'Nothing is followed by this id.');
    return toFollow(row, requestedLanguage(query));
  });

  route(app, calls.endFollow, async ({ params, query, request, write }) => {
    const isEnded = await write(async ({ tx }) => {
      const reader = await readerOf(tx, request, query.token);
      if (!reader) return false;
      const issue = query.token && issueOf(query.token);
      const wasSubscribed = issue !== undefined && (await readers.isSubscribed(tx, reader));
      const thing = await thingOfRow(tx, reader, params.id);
      if (thing) await readers.removeFollows(tx, reader, thing.ids);
      if (issue && wasSubscribed && !(await readers.isSubscribed(tx, reader)))
        await readers.countForIssue(tx, issue, 'unsubscribed');
      return thing !== undefined;
    });
    if (!isEnded) throw problem('not_found', 'Nothing is followed by this id.');
    return { success: true as const, message: 'It is followed no longer.' };
  });

  route(app, calls.readPreferences, async ({ query }) => {
    const reader = await readerOfToken(database.read, query.token);
    return answerFor(reader, query.language ?? query.lang ?? reader.language);
  });

  route(app, calls.confirmFollows, async ({ query, body, write }) => {
    const reader = await write(async ({ tx }) => {
      const waiting = await readerOfToken(tx, query.token);
      await readers.confirmWaiting(tx, waiting, body.follow, body.time_zone, now());
      return (await readers.findReader(tx, waiting.id)) ?? waiting;
    });
    return answerFor(reader, query.language ?? query.lang ?? reader.language);
  });

  /** Whose mails a token ends: of an account the mails about replies. @throws token_invalid before anything is locked */
  function endedBy(token: string): { account: string } | { reader: string } {
    const [account, reader] = [ofReplies.verify(token), tokens.verify(token)];
    if (account !== undefined) return { account };
    if (reader === undefined) throw problem('token_invalid', EXPIRED_LINK);
    return { reader };
  }

  /**
   * Ends the mails that a token comes from: about replies to an account, about a thread, the newsletter; else all that
   * the address follows. Asked twice it answers the same.
   * @param all whether everything ends, whichever mail it was
   */
  async function unsubscribe(
    tx: Db,
    of: ReturnType<typeof endedBy>,
    token: string,
    all = false,
  ): Promise<void> {
    if ('account' in of) return switchMails(tx, of.account, false);
    const reader = await readers.findReader(tx, of.reader);
    if (!reader) return;
    const scope = tokens.scopeOf(token);
    const issue = issueOf(token);
    if (issue && (await readers.isSubscribed(tx, reader)))
      await readers.countForIssue(tx, issue, 'unsubscribed');
    if (all || scope === undefined) return readers.endReader(tx, reader, 'unsubscribed', now());
    if (scope === 'threads') return readers.endFollowsOf(tx, reader, 'thread');
    if ('issue' in scope) return readers.endFollowsOf(tx, reader, 'newsletter');
    await readers.removeFollows(tx, reader, [scope.thread]);
  }

  route(app, calls.unsubscribe, async ({ query, write }) => {
    const of = endedBy(query.token);
    await write(({ tx }) => unsubscribe(tx, of, query.token, query.all === 'true'));
    return { success: true as const, message: ENDED };
  });

  // The address in `List-Unsubscribe`: mail programs post a form there; a person who opens it chooses on a page.
  app.register(async (scope) => {
    // The token is in the address, and mail programs send what they like as the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));
    scope.post<{ Querystring: { token?: unknown } }>('/mail/unsubscribe', async ({ query }, reply) => {
      const token = String(query.token ?? '');
      const of = endedBy(token);
      await database.write(({ tx }) => unsubscribe(tx, of, token));
      return reply.type('text/plain; charset=utf-8').send(ENDED);
    });
    scope.get<{ Querystring: { token?: unknown } }>('/mail/unsubscribe', async ({ query }, reply) =>
      reply.redirect(
        ofReplies.verify(String(query.token ?? '')) === undefined
          ? `/mail/preferences?token=${encodeURIComponent(String(query.token ?? ''))}`
          : '/account/notifications',
        303,
      ),
    );
  });

  route(app, calls.reportBounces, async ({ body, request, write }) => {
    const secret = env.MAIL_WEBHOOK_SECRET;
    if (secret === undefined) throw problem('not_found', 'MAIL_WEBHOOK_SECRET is not set.');
    const given = tokenHash(bearerToken(request.headers.authorization) ?? '');
    if (!timingSafeEqual(Buffer.from(given), Buffer.from(tokenHash(secret))))
      throw problem('unauthorized', 'The bearer token is not MAIL_WEBHOOK_SECRET.');
    const ended = await write(async ({ tx }) => {
      let count = 0;
      for (const { email, kind } of body.events) {
        const reader = await readers.findReaderOf(tx, email);
        if (reader) {
          const issue = (await readers.isSubscribed(tx, reader)) && (await readers.lastIssueOf(tx, reader));
          if (issue) await readers.countForIssue(tx, issue, kind === 'bounce' ? 'bounced' : 'unsubscribed');
          await readers.endReader(tx, reader, kind, now());
        } else await readers.suppress(tx, addressHash(email), kind, now());
        if (reader) count++;
      }
      return count;
    });
    return { ended };
  });
}

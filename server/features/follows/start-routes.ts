import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '../../../core/follows/calls.ts';
import { CONFIRMATIONS, FOLLOWS_TO } from '../../../core/limits.ts';
import { Problem, refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { addressHash } from '../../platform/auth/secret-token.ts';
import { answerEvenly } from '../../platform/http/answer-evenly.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import * as readers from '../readers/index.ts';
import { toFollow } from './answers.ts';
import { followMails } from './mails.ts';
import { checkFollowed, describeFollowed, threadOf } from './names.ts';
import { valueInRow } from './once.ts';

/** The begin of a follow: at once for the verified address of an account, else by a link in a mail. */
export function startFollowRoutes(app: FastifyInstance, context: Services): void {
  const { env, database, outbox, accounts, visitors, now, today } = context;
  const tokens = readers.createReaderTokens(env.APP_SECRET, env.APP_SECRET_OLD);
  const mails = followMails(env, tokens);

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
      return { follow: await toFollow(database.read, row, language), message: 'You follow it now.' };
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
}

import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/follows/calls.ts';
import { problem } from '../../../core/problem.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import * as readers from '../readers/index.ts';
import { answerForReader, toFollow } from './answers.ts';
import { thingOfRow } from './once.ts';
import { createReaderFinder, issueOfToken } from './reader-of-request.ts';

/** What a reader follows and how often mails come, seen and changed with the account or by a link in a mail. */
export function followPreferenceRoutes(app: FastifyInstance, context: Services): void {
  const { env, database, accounts, now } = context;
  const tokens = readers.createReaderTokens(env.APP_SECRET, env.APP_SECRET_OLD);
  const readerFinder = createReaderFinder(context, tokens);

  route(app, calls.readFollows, async ({ query, request }) => {
    const { user } = await accounts.require(request);
    const language = query.language ?? query.lang ?? user.language;
    const reader = await readerFinder.ofAccount(database.read, user);
    if (reader) return answerForReader(database.read, reader, language);
    return { ...readers.newReader(user), ended: null, follows: [], sent: [] };
  });

  route(app, calls.changeFollow, async ({ params, query, body, request, write }) => {
    const row = await write(async ({ tx }) => {
      const reader = await readerFinder.of(tx, request, query.token);
      const thing = reader && (await thingOfRow(tx, reader, params.id));
      return thing && readers.setFrequency(tx, thing.row, thing.ids, body.frequency);
    });
    if (!row) throw problem('not_found', 'Nothing is followed by this id.');
    return toFollow(database.read, row, requestedLanguage(query));
  });

  route(app, calls.endFollow, async ({ params, query, request, write }) => {
    const isEnded = await write(async ({ tx }) => {
      const reader = await readerFinder.of(tx, request, query.token);
      if (!reader) return false;
      const issue = query.token && issueOfToken(tokens, query.token);
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
    const reader = await readerFinder.ofToken(database.read, query.token);
    return answerForReader(database.read, reader, query.language ?? query.lang ?? reader.language);
  });

  route(app, calls.confirmFollows, async ({ query, body, write }) => {
    const reader = await write(async ({ tx }) => {
      const waiting = await readerFinder.ofToken(tx, query.token);
      await readers.confirmWaiting(tx, waiting, body.follow, body.time_zone, now());
      return (await readers.findReader(tx, waiting.id)) ?? waiting;
    });
    return answerForReader(database.read, reader, query.language ?? query.lang ?? reader.language);
  });
}

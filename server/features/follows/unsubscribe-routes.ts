import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/follows/calls.ts';
import { problem } from '../../../core/problem.ts';
import type { Db } from '../../platform/database/types.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { replyTokens, switchMails } from '../notifications/index.ts';
import * as readers from '../readers/index.ts';
import { issueOfToken, LINK_EXPIRED } from './reader-of-request.ts';

const MAILS_ENDED = 'These mails are ended.';

/** Ends mails by the link in a mail: on a page of the site, or by a mail program. */
export function unsubscribeRoutes(app: FastifyInstance, { env, database, now }: Services): void {
  const tokens = readers.createReaderTokens(env.APP_SECRET, env.APP_SECRET_OLD);
  const ofReplies = replyTokens(env);

  /** Whose mails a token ends: of an account the mails about replies. @throws token_invalid before anything is locked */
  function endedBy(token: string): { account: string } | { reader: string } {
    const [account, reader] = [ofReplies.verify(token), tokens.verify(token)];
    if (account !== undefined) return { account };
    if (reader === undefined) throw problem('token_invalid', LINK_EXPIRED);
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
    const issue = issueOfToken(tokens, token);
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
    return { success: true as const, message: MAILS_ENDED };
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
      return reply.type('text/plain; charset=utf-8').send(MAILS_ENDED);
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
}

import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/follows/calls.ts';
import { problem } from '../../../core/problem.ts';
import { addressHash, bearerToken, tokenHash } from '../../platform/auth/secret-token.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import * as readers from '../readers/index.ts';

/** Bounces and complaints that a mail service reports. */
export function bounceRoutes(app: FastifyInstance, { env, now }: Services): void {
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

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findComments, postComment, postReply, reportComment } from '../../core/comments/calls.ts';
import { hasBlockedWord } from '../../core/comments/rules.ts';
import { addToDay } from '../analytics/store.ts';
import { requireShownCompany } from '../companies/store.ts';
import type { Db } from '../database/types.ts';
import { route } from '../http/route.ts';
import { networkOf, type Rule } from '../http/throttle.ts';
import type { Services } from '../services.ts';
import * as store from './store.ts';

const MINUTE = 60_000;
const PER_MINUTE: Rule = { max: 6, window: MINUTE };
const PER_HOUR: Rule = { max: 60, window: 60 * MINUTE };

type Written = Pick<store.NewComment, 'author' | 'content' | 'parent_id'>;

export function commentRoutes(
  app: FastifyInstance,
  { database, visitors, settings, limits, now, today }: Services,
): void {
  const countFor = (tx: Db, kind: 'comments' | 'reports', request: FastifyRequest) =>
    limits.takeAll(tx, [
      [`${kind}:minute:${networkOf(request.ip)}`, PER_MINUTE],
      [`${kind}:hour:${networkOf(request.ip)}`, PER_HOUR],
    ]);

  route(app, findComments, async ({ params }) => {
    await requireShownCompany(database.read, params.id);
    return store.findComments(database.read, params.id);
  });

  async function post(request: FastifyRequest, companyId: string, comment: Written) {
    const { commentModeration, blockedWords } = await settings.current();
    const visitor = visitors.of(request, today()).id;
    const waits = async (tx: Db) =>
      commentModeration === 'all' ||
      hasBlockedWord(comment, blockedWords) ||
      (commentModeration === 'first' && !(await store.hasPublished(tx, visitor)));
    return limits.writeCounted(async (unit) => {
      const { tx } = unit;
      await countFor(tx, 'comments', request);
      await requireShownCompany(tx, companyId);
      const held = await waits(tx);
      const posted = await store.insertComment(unit, {
        ...comment,
        company_id: companyId,
        visitor,
        created_at: now().toISOString(),
        status: held ? 'held' : 'published',
      });
      if (held) return { ...posted, held };
      addToDay(unit, today(), 'comments');
      return posted;
    });
  }

  route(app, postComment, async ({ params, body, request }) =>
    post(request, params.id, {
      author: body.author,
      content: body.content,
      parent_id: body.parent_id ?? null,
    }),
  );
  route(app, postReply, async ({ params, body, request }) =>
    post(request, params.id, { ...body, parent_id: params.commentId }),
  );

  route(app, reportComment, async ({ params, body, request }) => {
    await limits.writeCounted(async (unit) => {
      const { tx } = unit;
      await countFor(tx, 'reports', request);
      await requireShownCompany(tx, params.id);
      const { id } = await store.requirePublished(tx, params.id, params.commentId);
      await store.insertReport(tx, {
        comment_id: id,
        visitor: visitors.of(request, today()).id,
        reason: body.reason,
        created_at: now().toISOString(),
      });
    });
    return { success: true as const };
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  findComments,
  findReplies,
  postComment,
  postReply,
  reportComment,
} from '../../core/comments/calls.ts';
import { imitatesSite } from '../../core/comments/imitation.ts';
import { ANONYMOUS_AUTHOR, hasBlockedWord } from '../../core/comments/rules.ts';
import { LIST_MAX } from '../../core/companies/calls.ts';
import { refusedField } from '../../core/problem.ts';
import { refusal } from '../../core/refusal.ts';
import { siteNames } from '../../core/site-name.ts';
import { addToDay } from '../analytics/store.ts';
import { requireShownCompany } from '../companies/store.ts';
import type { Db } from '../database/types.ts';
import { announcePage } from '../http/list-headers.ts';
import { route } from '../http/route.ts';
import { countsOf, type Rule } from '../http/throttle.ts';
import type { Services } from '../services.ts';
import { findRepliesTo, findThreads } from './reading.ts';
import * as store from './store.ts';

const MINUTE = 60_000;
/** Comments, and apart from them reports, of one visitor. */
const RULES: Rule[] = [
  { max: 6, window: MINUTE },
  { max: 60, window: 60 * MINUTE },
];

const pageOf = ({
  limit = LIST_MAX,
  cursor,
}: {
  limit?: number | undefined;
  cursor?: string | undefined;
}) => ({
  limit,
  cursor,
});

type Visitor = ReturnType<Services['visitors']['of']>;
type Written = Pick<store.NewComment, 'author' | 'content' | 'parent_id'>;

export function commentRoutes(
  app: FastifyInstance,
  { env, database, visitors, settings, limits, now, today }: Services,
): void {
  const countFor = (tx: Db, kind: 'comments' | 'reports', visitor: Visitor, request: FastifyRequest) =>
    limits.takeAll(tx, countsOf(kind, RULES, visitor, request.ip));

  const names = siteNames(env.SITE_NAME);
  function refuseImitation(author: string): void {
    if (imitatesSite(author, names)) throw refusedField('body.author', refusal('imitates_site'));
  }

  route(app, findComments, async ({ params, query, request, reply }) => {
    const page = await findThreads(database.read, params.id, pageOf(query));
    announcePage(request, reply, page);
    return page.comments;
  });

  route(app, findReplies, async ({ params, query, request, reply }) => {
    await requireShownCompany(database.read, params.id);
    const page = await findRepliesTo(database.read, params.id, params.commentId, pageOf(query));
    announcePage(request, reply, page);
    return page.comments;
  });

  async function post(request: FastifyRequest, companyId: string, comment: Written) {
    if (comment.author !== ANONYMOUS_AUTHOR) refuseImitation(comment.author);
    const { commentModeration, blockedWords } = await settings.current();
    const visitor = visitors.of(request, today());
    const waits = async (tx: Db) =>
      commentModeration === 'all' ||
      hasBlockedWord(comment, blockedWords) ||
      (commentModeration === 'first' && !(await store.hasPublished(tx, visitor.id)));
    return limits.writeCounted(async (unit) => {
      const { tx } = unit;
      await countFor(tx, 'comments', visitor, request);
      await requireShownCompany(tx, companyId);
      const held = await waits(tx);
      const posted = await store.insertComment(unit, {
        ...comment,
        company_id: companyId,
        visitor: visitor.id,
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
    const visitor = visitors.of(request, today());
    await limits.writeCounted(async (unit) => {
      const { tx } = unit;
      await countFor(tx, 'reports', visitor, request);
      await requireShownCompany(tx, params.id);
      const { id } = await store.requirePublished(tx, params.id, params.commentId);
      await store.insertReport(tx, {
        comment_id: id,
        visitor: visitor.id,
        reason: body.reason,
        created_at: now().toISOString(),
      });
    });
    return { success: true as const };
  });
}

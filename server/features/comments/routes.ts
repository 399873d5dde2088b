import type { FastifyInstance } from 'fastify';
import type { CacheDependencies } from '#engine/page-cache';
import { hasBlockedWord } from '../../../core/comments/blocked-words.ts';
import {
  findComments,
  findReplies,
  postComment,
  postReply,
  reportComment,
} from '../../../core/comments/calls.ts';
import { createImitationCheck } from '../../../core/comments/imitation.ts';
import { ANONYMOUS_AUTHOR } from '../../../core/comments/rules.ts';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import { oncePerDirectory } from '../../../core/directory/current.ts';
import { siteNames } from '../../../core/directory/site-name.ts';
import { COMMENTS_ON } from '../../../core/limits.ts';
import { refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { addToDay } from '../../platform/analytics/store.ts';
import type { Db } from '../../platform/database/types.ts';
import { type HandlerContext, route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { requireShownCompany } from '../companies/index.ts';

import { findRepliesTo, findThreads } from './reading.ts';
import * as store from './store.ts';

const pageRequest = ({
  limit = LIST_MAX,
  cursor,
}: {
  limit?: number | undefined;
  cursor?: string | undefined;
}) => ({
  limit,
  cursor,
});

type Written = Pick<store.NewComment, 'author' | 'content' | 'parent_id'>;

/** Comments of a hidden company cannot be read, so they depend on the company too. */
const commentDependencies = ({ params: { id } }: { params: { id: string } }): CacheDependencies => ({
  tags: [`company:${id}`, `comments:${id}`],
});

export function commentRoutes(
  app: FastifyInstance,
  { env, database, visitors, settings, now, today }: Services,
): void {
  // The site's names are configuration.
  const imitationCheck = oncePerDirectory(() => createImitationCheck(siteNames(env.SITE_NAME)));
  function refuseImitation(author: string): void {
    if (imitationCheck()(author)) throw refusedField('body.author', refusal('imitates_site'));
  }

  route(
    app,
    findComments,
    async ({ params, query, announce }) => {
      const page = await findThreads(database.read, params.id, pageRequest(query));
      announce(page);
      return page.comments;
    },
    commentDependencies,
  );

  route(
    app,
    findReplies,
    async ({ params, query, announce }) => {
      await requireShownCompany(database.read, params.id);
      const page = await findRepliesTo(database.read, params.id, params.commentId, pageRequest(query));
      announce(page);
      return page.comments;
    },
    commentDependencies,
  );

  async function post(
    { request, write, isWithin }: Pick<HandlerContext<typeof postComment>, 'request' | 'write' | 'isWithin'>,
    companyId: string,
    comment: Written,
  ) {
    if (comment.author !== ANONYMOUS_AUTHOR) refuseImitation(comment.author);
    const { commentModeration, blockedWords } = await settings.current();
    const visitor = visitors.of(request, today());
    const judged = commentModeration === 'all' || hasBlockedWord(comment, blockedWords);
    const waits = async (tx: Db) =>
      judged || (commentModeration === 'first' && !(await store.hasPublished(tx, visitor.id)));
    return write(async (unit) => {
      const { tx } = unit;
      await requireShownCompany(tx, companyId);
      const held = (await waits(tx)) || !(await isWithin(tx, COMMENTS_ON, companyId));
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

  route(app, postComment, async ({ params, body, ...handled }) =>
    post(handled, params.id, {
      author: body.author,
      content: body.content,
      parent_id: body.parent_id ?? null,
    }),
  );
  route(app, postReply, async ({ params, body, ...handled }) =>
    post(handled, params.id, { ...body, parent_id: params.commentId }),
  );

  route(app, reportComment, async ({ params, body, request, write }) => {
    const visitor = visitors.of(request, today());
    await write(async ({ tx }) => {
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

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CacheDependencies } from '#engine/page-cache';
import { hasBlockedWord } from '../../../core/comments/blocked-words.ts';
import {
  editComment,
  findComments,
  findOwnComments,
  findReplies,
  postComment,
  postReply,
  reportComment,
  takeBackComment,
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
import { type Asker, editOwn, findOwn, takeBackOwn } from './own.ts';
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
  { env, database, visitors, accounts, settings, now, today }: Services,
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

  /** Whether the moderation rules hold a comment for approval, regardless of the author. */
  async function isJudged(comment: Pick<Written, 'author' | 'content'>): Promise<boolean> {
    const { commentModeration, blockedWords } = await settings.current();
    return commentModeration === 'all' || hasBlockedWord(comment, blockedWords);
  }

  async function askerOf(request: FastifyRequest): Promise<Asker> {
    const { id, hasSession } = visitors.of(request, today());
    return { visitor: hasSession ? id : undefined, user: (await accounts.find(request))?.user.id };
  }

  async function post(
    { request, write, isWithin }: Pick<HandlerContext<typeof postComment>, 'request' | 'write' | 'isWithin'>,
    companyId: string,
    comment: Written,
  ) {
    if (comment.author !== ANONYMOUS_AUTHOR) refuseImitation(comment.author);
    const { commentModeration } = await settings.current();
    const visitor = visitors.of(request, today());
    const user = (await accounts.find(request))?.user.id;
    const judged = await isJudged(comment);
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
        user,
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

  route(app, findOwnComments, async ({ params, request }) => {
    await requireShownCompany(database.read, params.id);
    return findOwn(database.read, params.id, await askerOf(request), now());
  });

  route(app, editComment, async ({ params, body, request, write }) => {
    const held = await isJudged({ author: '', content: body.content });
    const asker = await askerOf(request);
    return write(async (unit) => {
      await requireShownCompany(unit.tx, params.id);
      const edited = { companyId: params.id, id: params.commentId, content: body.content, held };
      const { id, author, content, created_at, parent_id, person, edited_at, status } = await editOwn(
        { ...unit, now: now() },
        edited,
        asker,
      );
      return {
        ...{ id, author, content, timestamp: created_at, parent_id, person, replies: [] },
        edited_at: edited_at ?? undefined,
        ...(status === 'held' ? { held: true } : {}),
      };
    });
  });

  route(app, takeBackComment, async ({ params, request, write }) => {
    const asker = await askerOf(request);
    // Of a hidden company too: it may be shown again.
    await write(async (unit) => {
      await takeBackOwn({ ...unit, now: now() }, { companyId: params.id, id: params.commentId }, asker);
    });
    return { success: true as const };
  });

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

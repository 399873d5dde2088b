import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findComments, postComment, postReply } from '../../core/comments/calls.ts';
import { addToDay } from '../analytics/store.ts';
import type { App } from '../app.ts';
import { addToCounter, requireShownCompany } from '../companies/store.ts';
import { route } from '../route.ts';
import * as store from './store.ts';

export function commentRoutes(app: FastifyInstance, { database, visitors, now, today }: App): void {
  route(app, findComments, async ({ params }) => {
    await requireShownCompany(database.read, params.id);
    return store.findComments(database.read, params.id);
  });

  const post = (
    request: FastifyRequest,
    companyId: string,
    comment: { author: string; content: string; parent_id: string | null },
  ) =>
    database.write(async (tx) => {
      await requireShownCompany(tx, companyId);
      const posted = await store.insertComment(tx, {
        ...comment,
        company_id: companyId,
        visitor: visitors.of(request, today()).id,
        created_at: now().toISOString(),
      });
      await addToCounter(tx, companyId, 'comments_count', 1);
      await addToDay(tx, today(), 'comments');
      await database.touch(tx);
      return posted;
    });

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
}

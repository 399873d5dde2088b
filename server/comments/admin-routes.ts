import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '../../core/comments/admin-calls.ts';
import { LIST_MAX } from '../../core/companies/calls.ts';
import { DEFAULT_LANGUAGE } from '../../core/languages.ts';
import { problem } from '../../core/problem.ts';
import { addToDay } from '../analytics/store.ts';
import type { App } from '../app.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../database/open.ts';
import { announcePage } from '../http/list-headers.ts';
import { route } from '../http/route.ts';
import * as store from './admin-store.ts';

export function commentAdminRoutes(app: FastifyInstance, { database, admins, now, today }: App): void {
  route(app, calls.findAdminComments, async ({ query, request, reply }) => {
    const page = await store.findThreads(database, {
      ...query,
      status: query.status ?? 'all',
      language: query.language ?? query.lang ?? DEFAULT_LANGUAGE,
      limit: query.limit ?? LIST_MAX,
    });
    announcePage(request, reply, page);
    return page.comments;
  });

  /** Gives a comment another status, where it has not got it yet, and logs it. */
  async function change(
    tx: Db,
    request: FastifyRequest,
    comment: store.StoredComment,
    status: store.StoredComment['status'],
    action: string,
  ): Promise<void> {
    if (comment.status === status) return;
    const { admin } = await admins.require(request);
    const at = now().toISOString();
    await store.setStatus(database, tx, comment, status, at);
    await audit(tx, {
      admin: admin.username,
      action,
      subject: comment.id,
      // Not the text: it is cleared with the comment.
      before: { company_id: comment.company_id, status: comment.status },
      after: { company_id: comment.company_id, status },
      at,
    });
    database.touch();
  }

  route(app, calls.deleteComment, async ({ params, request }) => {
    await database.write(async (tx) => {
      const comment = await requireComment(tx, params.id);
      await change(tx, request, comment, 'deleted', 'comment.delete');
    });
    return { success: true as const };
  });

  route(app, calls.restoreComment, async ({ params, request }) => {
    await database.write(async (tx) => {
      const comment = await requireComment(tx, params.id);
      if (comment.status !== 'deleted') return;
      if (comment.content === '') throw problem('conflict', 'It is too late to restore this comment.');
      await change(tx, request, comment, comment.status_before ?? 'published', 'comment.restore');
    });
    return { success: true as const };
  });

  route(app, calls.approveComment, async ({ params, request }) => {
    await database.write(async (tx) => {
      const comment = await requireComment(tx, params.id);
      if (comment.status === 'deleted')
        throw problem('conflict', 'This comment is deleted; restore it first.');
      if (comment.status === 'held') addToDay(database, today(), 'comments');
      await change(tx, request, comment, 'published', 'comment.approve');
    });
    return { success: true as const };
  });

  route(app, calls.deleteCommentsByVisitor, async ({ params, request }) => {
    const deleted = await database.write(async (tx) => {
      const comment = await requireComment(tx, params.id);
      const all =
        comment.visitor === null
          ? [comment].filter(({ status }) => status !== 'deleted')
          : await store.lockCommentsOf(tx, comment.visitor);
      for (const one of all) await change(tx, request, one, 'deleted', 'comment.delete_by_visitor');
      return all.length;
    });
    return { success: true as const, deleted };
  });

  route(app, calls.dismissReports, async ({ params, request }) => {
    const { admin } = await admins.require(request);
    await database.write(async (tx) => {
      const comment = await requireComment(tx, params.id);
      const reports = await store.deleteReports(tx, comment.id);
      if (reports === 0) return;
      await audit(tx, {
        admin: admin.username,
        action: 'comment.dismiss_reports',
        subject: comment.id,
        before: { reports },
        after: { reports: 0 },
        at: now().toISOString(),
      });
    });
    return { success: true as const };
  });
}

async function requireComment(tx: Db, id: string): Promise<store.StoredComment> {
  const comment = await store.lockComment(tx, id);
  if (!comment) throw problem('comment_not_found', 'There is no such comment.');
  return comment;
}

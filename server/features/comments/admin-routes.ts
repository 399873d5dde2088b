import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/comments/admin-calls.ts';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import { problem } from '../../../core/problem.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { addToDay } from '../../platform/analytics/store.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import * as store from './admin-store.ts';
import { findModeratedReplies, findModeratedThreads, noSuchComment, readWhole } from './moderated-threads.ts';

export function commentAdminRoutes(app: FastifyInstance, { database, today }: Services): void {
  route(app, calls.findAdminComments, async ({ query, announce }) => {
    const page = await findModeratedThreads(database, {
      ...query,
      status: query.status ?? 'all',
      language: requestedLanguage(query),
      limit: query.limit ?? LIST_MAX,
    });
    announce(page);
    return page.comments;
  });

  route(app, calls.readAdminComment, async ({ params }) => readWhole(database.read, params.id));

  route(app, calls.findAdminReplies, async ({ params, query, announce }) => {
    const page = await findModeratedReplies(database, params.id, {
      ...query,
      status: query.status ?? 'all',
      limit: query.limit ?? LIST_MAX,
    });
    announce(page);
    return page.comments;
  });

  route(app, calls.deleteComment, async ({ params, write }) => {
    await write(async (unit) => {
      await store.setStatus(unit, await requireComment(unit.tx, params.id), 'deleted');
    });
    return { success: true as const };
  });

  route(app, calls.restoreComment, async ({ params, write }) => {
    await write(async (unit) => {
      const comment = await requireComment(unit.tx, params.id);
      if (comment.status !== 'deleted') return;
      if (!store.isRestorable(comment))
        throw problem('conflict', 'It is too late to restore this comment, or its author took it back.');
      await store.setStatus(unit, comment, comment.status_before ?? 'published');
    });
    return { success: true as const };
  });

  route(app, calls.approveComment, async ({ params, write }) => {
    await write(async (unit) => {
      const comment = await requireComment(unit.tx, params.id);
      if (comment.status === 'deleted')
        throw problem('conflict', 'This comment is deleted; restore it first.');
      if (comment.status === 'held') addToDay(unit, today(), 'comments');
      await store.setStatus(unit, comment, 'published');
    });
    return { success: true as const };
  });

  route(app, calls.holdComment, async ({ params, write }) => {
    await write(async (unit) => {
      const comment = await requireComment(unit.tx, params.id);
      if (comment.status === 'deleted')
        throw problem('conflict', 'This comment is deleted; restore it first.');
      if (comment.status === 'published') addToDay(unit, today(), 'comments', -1);
      await store.setStatus(unit, comment, 'held');
    });
    return { success: true as const };
  });

  route(app, calls.restoreComments, async ({ body, write }) => {
    const restored = await write(async (unit) => {
      let count = 0;
      for (const id of new Set(body.ids)) {
        const comment = await store.lockComment(unit.tx, id);
        if (!comment || !store.isRestorable(comment)) continue;
        await store.setStatus(unit, comment, comment.status_before ?? 'published');
        count++;
      }
      return count;
    });
    return { restored };
  });

  route(app, calls.moderateComments, async ({ body: { task, ids }, write }) => {
    const done = await write(async (unit) => {
      const changed: string[] = [];
      for (const id of new Set(ids)) {
        const comment = await store.lockComment(unit.tx, id);
        if (comment && (await moderate(unit, task, comment))) changed.push(id);
      }
      return changed;
    });
    return { done };
  });

  /** Returns whether the comment was not yet what the task makes of it. */
  async function moderate(
    unit: AuthoredUnit,
    task: calls.ModerationOfSeveral,
    comment: store.StoredComment,
  ): Promise<boolean> {
    const { status, status_before } = comment;
    if (task === 'dismiss') return store.deleteReports(unit, comment.id);
    const to = {
      approve: status === 'held' ? 'published' : status,
      hold: status === 'published' ? 'held' : status,
      delete: 'deleted',
      restore: store.isRestorable(comment) ? (status_before ?? 'published') : status,
    } as const;
    if (to[task] === status) return false;
    if (task === 'approve') addToDay(unit, today(), 'comments');
    if (task === 'hold') addToDay(unit, today(), 'comments', -1);
    await store.setStatus(unit, comment, to[task]);
    return true;
  }

  route(app, calls.countCommentsByVisitor, async ({ params }) => {
    const count = await store.countByVisitor(database.read, params.id);
    if (count === undefined) throw noSuchComment();
    return { count };
  });

  route(app, calls.deleteCommentsByVisitor, async ({ params, write }) => {
    const ids = await write(async (unit) => {
      const comment = await requireComment(unit.tx, params.id);
      const all =
        comment.visitor === null
          ? [comment].filter(({ status }) => status !== 'deleted')
          : await store.lockCommentsOf(unit.tx, comment.visitor);
      for (const one of all) await store.setStatus(unit, one, 'deleted');
      return all.map(({ id }) => id);
    });
    return { success: true as const, deleted: ids.length, ids };
  });

  route(app, calls.dismissReports, async ({ params, write }) => {
    await write(async (unit) => {
      const comment = await requireComment(unit.tx, params.id);
      await store.deleteReports(unit, comment.id);
    });
    return { success: true as const };
  });
}

async function requireComment(tx: Db, id: string): Promise<store.StoredComment> {
  const comment = await store.lockComment(tx, id);
  if (!comment) throw noSuchComment();
  return comment;
}

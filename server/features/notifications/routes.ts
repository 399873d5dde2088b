import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/notifications/calls.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import * as store from './store.ts';

/** Notifications of the account of the session. */
export function notificationRoutes(app: FastifyInstance, { database, accounts, now }: Services): void {
  route(app, calls.findNotifications, async ({ query, request }) => {
    const { user } = await accounts.require(request);
    const [unread, notifications] = await Promise.all([
      store.countUnread(database.read, user.id),
      store.notificationsOf(database.read, user.id, requestedLanguage(query)),
    ]);
    return { unread, mails: user.reply_mails === 1, notifications };
  });

  route(app, calls.switchReplyMails, async ({ body, request, write }) => {
    const { user } = await accounts.require(request);
    await write(({ tx }) => store.switchMails(tx, user.id, body.mails));
    return { mails: body.mails };
  });

  route(app, calls.countNotifications, async ({ request }) => {
    const { user } = await accounts.require(request);
    return { unread: await store.countUnread(database.read, user.id) };
  });

  route(app, calls.readNotifications, async ({ body, request, write }) => {
    const { user } = await accounts.require(request);
    return write(async ({ tx }) => {
      await store.markRead(tx, user.id, body.ids, now());
      return { unread: await store.countUnread(tx, user.id) };
    });
  });

  route(app, calls.findFollowedThreads, async ({ query, request }) => {
    const { user } = await accounts.require(request);
    return store.threadsOf(database.read, user.id, requestedLanguage(query));
  });

  route(app, calls.followThread, async ({ params, body, request, write }) => {
    const { user } = await accounts.require(request);
    return write(({ tx }) => store.saveThread(tx, user.id, params.commentId, body.muted));
  });

  route(app, calls.leaveThread, async ({ params, request, write }) => {
    const { user } = await accounts.require(request);
    await write(({ tx }) => store.deleteThread(tx, user.id, params.commentId));
    return { success: true as const };
  });
}

import type { FastifyInstance } from 'fastify';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import { problem } from '../../../core/problem.ts';
import type { SecurityEventName } from '../../../core/security-log/rules.ts';
import * as calls from '../../../core/users/calls.ts';
import { requireUnchanged } from '../../platform/audit/edit-version.ts';
import { fieldsThatDiffer } from '../../platform/audit/store.ts';
import type { Db, Unit } from '../../platform/database/types.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/http/csv.ts';
import { route } from '../../platform/http/route.ts';
import { daysBefore } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import {
  deleteUser,
  endUserSessions,
  toColumns,
  type User,
  updateUser,
  verificationSender,
} from '../accounts/index.ts';
import { followNewsletter } from '../readers/index.ts';
import { endShares } from '../saved-lists/index.ts';
import * as store from './store.ts';

const WEEK_DAYS = 7;

export function userRoutes(app: FastifyInstance, context: Services): void {
  const { database, admins, security, outbox, now, today, dayStart } = context;
  const sendVerification = verificationSender(context);

  route(app, calls.findUsers, async ({ query, announce }) => {
    const page = await store.findUsers(database, { ...query, limit: query.limit ?? LIST_MAX });
    announce(page);
    return page.users.map(store.toAdminUser);
  });

  route(app, calls.exportUsers, async ({ query, request, reply, write }) => {
    const fields = Object.keys(calls.adminUserSchema.shape) as (keyof calls.AdminUser)[];
    const lines = [csvLine(fields)];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await store.findUsers(database, { ...query, limit: LIST_MAX, cursor });
      for (const user of page.users.map(store.toAdminUser)) lines.push(csvLine(fields.map((f) => user[f])));
      cursor = page.next;
    }
    const subject = `${lines.length - 1} users`;
    const actor = await admins.actor(request);
    await write(async (unit) => {
      unit.changed('act', subject);
      await security.record(unit.tx, request, { event: 'export', actor, subject });
    });
    reply
      .header('content-disposition', `attachment; filename="users-${today()}.csv"`)
      .header('cache-control', 'no-store');
    return BYTE_ORDER_MARK + lines.join('');
  });

  route(app, calls.readUserStats, async () => {
    const day = today();
    const begin = (of: string) => dayStart(of).toISOString();
    return store.readUserStats(database.read, begin(day), begin(daysBefore(day, WEEK_DAYS - 1)));
  });

  route(app, calls.readUser, async ({ params }) => {
    const user = await store.findUser(database.read, params.id);
    if (!user) throw problem('user_not_found', 'There is no such user.');
    return { user: store.toAdminUser(user) };
  });

  /** Changes a user and tells what changed. @throws user_not_found */
  async function change(unit: Unit, id: string, changes: Parameters<typeof toColumns>[0]): Promise<User> {
    const before = await requireUser(unit.tx, id);
    const after = (await updateUser(unit.tx, id, toColumns(changes))) ?? before;
    if (after.is_active !== 1) await endUserSessions(unit.tx, id);
    if (after.is_active !== before.is_active) await endShares(unit, id);
    await followNewsletter(unit.tx, after, now());
    const changed = fieldsThatDiffer(store.toAdminUser(before), store.toAdminUser(after));
    if (changed) unit.changed('account', id, changed);
    return after;
  }

  /** Deletes a user for good; the log keeps that it was done and since when there was the account. */
  async function remove(unit: Unit, id: string): Promise<void> {
    const user = await requireUser(unit.tx, id);
    await deleteUser(unit, user);
    unit.changed('account', id, { before: { created_at: user.created_at } });
  }

  const ACTIONS: Record<
    calls.UserAction,
    { event: SecurityEventName; message: string; act(unit: Unit, id: string): Promise<unknown> }
  > = {
    verify: {
      event: 'account_verified',
      message: 'The e-mail address is verified.',
      act: (unit, id) => change(unit, id, { email_verified: true }),
    },
    suspend: {
      event: 'account_suspended',
      message: 'The account is suspended.',
      act: (unit, id) => change(unit, id, { is_active: false }),
    },
    activate: {
      event: 'account_activated',
      message: 'The account is active.',
      act: (unit, id) => change(unit, id, { is_active: true }),
    },
    delete: { event: 'account_deleted', message: 'The account was deleted.', act: remove },
  };

  route(app, calls.actOnUser, async ({ params, request, write, requireFresh }) => {
    if (params.action === 'delete') await requireFresh();
    const { act, event, message } = ACTIONS[params.action];
    const actor = await admins.actor(request);
    await write(async (unit) => {
      // Before the act: a deletion takes out of the log whose account it was.
      await security.record(unit.tx, request, { event, actor, subject: params.id });
      await act(unit, params.id);
    }, `user.${params.action}`);
    return { success: true as const, message };
  });

  route(app, calls.resendUserVerification, async ({ params, write }) => {
    await write(async (unit) => {
      const user = await requireUser(unit.tx, params.id);
      if (user.email_verified === 1) throw problem('conflict', 'This e-mail address is verified already.');
      await sendVerification(unit.tx, user);
      unit.changed('act', user.id);
    });
    outbox.wake();
    return {
      success: true as const,
      message: outbox.folder
        ? `There is no mail server; the verification e-mail is kept in ${outbox.folder}.`
        : 'The verification e-mail is on its way.',
    };
  });

  route(app, calls.saveUser, async ({ params, body: { base, ...changes }, write }) => {
    const user = await write(async (unit) => {
      const stored = store.toAdminUser(await requireUser(unit.tx, params.id));
      await requireUnchanged(unit.tx, base, stored, { actions: ['user.update'], subject: params.id });
      return change(unit, params.id, changes);
    });
    return { user: store.toAdminUser(user) };
  });
}

async function requireUser(tx: Db, id: string): Promise<User> {
  const user = await store.lockAndReadUser(tx, id);
  if (!user) throw problem('user_not_found', 'There is no such user.');
  return user;
}

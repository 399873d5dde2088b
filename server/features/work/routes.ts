import type { FastifyInstance, FastifyRequest } from 'fastify';
import { may } from '../../../core/admins/roles.ts';
import { problem } from '../../../core/problem.ts';
import * as calls from '../../../core/work/calls.ts';
import { route } from '../../platform/http/route.ts';
import { dayIn } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import { addNote, assign, deleteNote, findAssignees, findWorkItems, snooze, type WorkKey } from './store.ts';

/** Assignments, snoozes and notes of the work in the inbox. */
export function workRoutes(app: FastifyInstance, { database, env, admins, now, today }: Services): void {
  const clock = (zone = env.SITE_TIME_ZONE) => ({ zone, day: dayIn(zone)(now()) });
  /** @throws forbidden where the role does not open the section of the work */
  async function requireSeen(request: FastifyRequest, { kind }: WorkKey): Promise<void> {
    const { admin } = await admins.require(request);
    if (!may(admin.role, calls.workPermission(kind)))
      throw problem('forbidden', 'Your role does not open the section of this work.');
  }

  route(app, calls.findWork, async ({ request }) => {
    const { admin } = await admins.require(request);
    const [work, assignees] = await Promise.all([
      findWorkItems(database.read, admin, today(), clock),
      findAssignees(database.read),
    ]);
    return { work, admins: assignees };
  });

  route(app, calls.assignWork, async ({ body: { assignee, ...key }, request, write }) => {
    await requireSeen(request, key);
    await write((unit) => assign(unit, key, assignee, today()));
    return { success: true as const, message: 'The work was assigned.' };
  });

  route(app, calls.snoozeWork, async ({ body: { until, time_zone, ...key }, request, write }) => {
    await requireSeen(request, key);
    await write((unit) => snooze(unit, key, until, clock(time_zone), today()));
    return { success: true as const, message: 'The work was put off.' };
  });

  route(app, calls.noteWork, async ({ body: { text, ...key }, request, write }) => {
    await requireSeen(request, key);
    await write((unit) => addNote(unit, key, text, today()));
    return { success: true as const, message: 'The note was written.' };
  });

  route(app, calls.deleteWorkNote, async ({ params, query, request, write }) => {
    await requireSeen(request, query);
    const { admin } = await admins.require(request);
    await write((unit) => deleteNote(unit, query, params.id, admin.role));
    return { success: true as const, message: 'The note was deleted.' };
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { may } from '../../../core/admins/roles.ts';
import { problem } from '../../../core/problem.ts';
import * as calls from '../../../core/work/calls.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { addNote, assign, findAssignees, findWorkItems, snooze, type WorkKey } from './store.ts';

/** Assignments, snoozes and notes of the work in the inbox. */
export function workRoutes(app: FastifyInstance, { database, admins, today }: Services): void {
  /** @throws forbidden where the role does not open the section of the work */
  async function requireSeen(request: FastifyRequest, { kind }: WorkKey): Promise<void> {
    const { admin } = await admins.require(request);
    if (!may(admin.role, calls.workPermission(kind)))
      throw problem('forbidden', 'Your role does not open the section of this work.');
  }

  route(app, calls.findWork, async ({ request }) => {
    const { admin } = await admins.require(request);
    const [work, assignees] = await Promise.all([
      findWorkItems(database.read, admin, today()),
      findAssignees(database.read),
    ]);
    return { work, admins: assignees };
  });

  route(app, calls.assignWork, async ({ body: { assignee, ...key }, request, write }) => {
    await requireSeen(request, key);
    await write((unit) => assign(unit, key, assignee, today()));
    return { success: true as const, message: 'The work was assigned.' };
  });

  route(app, calls.snoozeWork, async ({ body: { until, ...key }, request, write }) => {
    await requireSeen(request, key);
    await write((unit) => snooze(unit, key, until, today()));
    return { success: true as const, message: 'The work was put off.' };
  });

  route(app, calls.noteWork, async ({ body: { text, ...key }, request, write }) => {
    await requireSeen(request, key);
    await write((unit) => addNote(unit, key, text, today()));
    return { success: true as const, message: 'The note was written.' };
  });
}

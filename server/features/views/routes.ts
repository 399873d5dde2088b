import type { FastifyInstance, FastifyRequest } from 'fastify';
import { may } from '../../../core/admins/roles.ts';
import * as calls from '../../../core/views/calls.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { putView, readViews, removeView, type Viewer } from './store.ts';

export function viewRoutes(app: FastifyInstance, { database, admins }: Services): void {
  const viewerOf = async (request: FastifyRequest): Promise<Viewer> => {
    const { username, role } = (await admins.require(request)).admin;
    return { username, isOwner: may(role, 'administrators.write') };
  };

  route(app, calls.findViews, async ({ request }) => readViews(database.read, await viewerOf(request)));

  route(app, calls.saveView, async ({ body, request, write }) => {
    const viewer = await viewerOf(request);
    return write((unit) => putView(unit, body, viewer));
  });

  route(app, calls.deleteView, async ({ params: { id }, request, write }) => {
    const viewer = await viewerOf(request);
    await write((unit) => removeView(unit, id, viewer));
    return { success: true as const };
  });
}

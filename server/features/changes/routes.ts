import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/changes/calls.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { announceNext } from '../../platform/http/list-headers.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { findChanges } from './store.ts';

export function changeRoutes(app: FastifyInstance, { database }: Services): void {
  route(app, calls.findChanges, async ({ query, request, reply }) => {
    const { changes, next } = await findChanges(database.read, {
      ...query,
      language: requestedLanguage(query),
      limit: query.limit ?? calls.CHANGES_USUAL,
    });
    if (next !== null) announceNext(request, reply, next);
    return changes;
  });
}

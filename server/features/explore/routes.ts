import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/explore/calls.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { countYears, findPoints } from './store.ts';

/** What the pictures of the whole directory are drawn of. */
export function exploreRoutes(app: FastifyInstance, { database }: Services): void {
  route(app, calls.findPoints, async ({ query }) =>
    findPoints(
      database,
      {
        category: query.category,
        language: requestedLanguage(query),
        q: query.q,
        filters: query,
      },
      query.limit,
      { x: query.x ?? 'people', y: query.y ?? 'revenue' },
    ),
  );

  route(app, calls.countYears, async ({ query }) =>
    countYears(database, {
      category: query.category,
      language: requestedLanguage(query),
      q: query.q,
      filters: query,
    }),
  );
}

import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/reading/calls.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { correctionsIn, eventsOfMonth, firstCustomersOf } from './store.ts';

export function readingRoutes(app: FastifyInstance, { database }: Services): void {
  const dependsOn = () => ({ tags: ['directory'] as const });

  route(
    app,
    calls.findAnniversaries,
    ({ query }) => eventsOfMonth(database, query.month, requestedLanguage(query)),
    dependsOn,
  );

  route(
    app,
    calls.findFirstCustomers,
    ({ query }) => firstCustomersOf(database, query.category, requestedLanguage(query)),
    dependsOn,
  );

  route(
    app,
    calls.findCorrections,
    ({ query }) => correctionsIn(database, requestedLanguage(query)),
    dependsOn,
  );
}

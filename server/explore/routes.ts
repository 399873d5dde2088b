import type { FastifyInstance } from 'fastify';
import * as calls from '../../core/explore/calls.ts';
import { DEFAULT_LANGUAGE } from '../../core/languages.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { countYears, findPoints } from './store.ts';

/** What the pictures of the whole directory are drawn of. */
export function exploreRoutes(app: FastifyInstance, { database }: Services): void {
  route(app, calls.findPoints, async ({ query: { category, language, lang, ...filters } }) =>
    findPoints(database, { category, language: language ?? lang ?? DEFAULT_LANGUAGE, filters }),
  );

  route(app, calls.countYears, async ({ query: { category, language, lang, ...filters } }) =>
    countYears(database, { category, language: language ?? lang ?? DEFAULT_LANGUAGE, filters }),
  );
}

import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/changes/calls.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { requireShownCompany } from '../companies/index.ts';
import { findChanges } from './store.ts';

export function changeRoutes(app: FastifyInstance, { database }: Services): void {
  route(
    app,
    calls.findChanges,
    async ({ query, announce }) => {
      if (query.company !== undefined) await requireShownCompany(database.read, query.company);
      const { changes, ...page } = await findChanges(database.read, {
        ...query,
        language: requestedLanguage(query),
        limit: query.limit ?? calls.CHANGES_USUAL,
      });
      announce(page);
      return changes;
    },
    ({ query: { company, kind } }) => ({
      tags: [
        company === undefined ? 'directory' : `company:${company}`,
        ...(kind === undefined || kind === 'comment'
          ? [company === undefined ? ('comments' as const) : (`comments:${company}` as const)]
          : []),
      ],
    }),
  );
}

import type { FastifyInstance } from 'fastify';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import * as calls from '../../../core/companies/duplicate-calls.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { findDuplicatePairs, setDismissed } from './duplicates.ts';
import { mergeCompanies } from './merge.ts';
import { findOpenMerges, unmergeCompanies } from './undo.ts';

export function mergeRoutes(app: FastifyInstance, { database, now }: Services): void {
  route(app, calls.findDuplicates, async ({ query, reply }) => {
    const { limit = LIST_MAX, offset = 0 } = query;
    const { pairs, total } = await findDuplicatePairs(database, {
      language: requestedLanguage(query),
      limit,
      offset,
    });
    reply.header('x-total-count', total);
    return pairs;
  });

  route(app, calls.dismissDuplicate, async ({ body: { ids, dismissed }, write }) => {
    await write((unit) => setDismissed(unit, ids, dismissed));
    return { dismissed };
  });

  route(app, calls.mergeCompany, async ({ params: { id }, body, write }) =>
    write((unit) => mergeCompanies(unit, id, body)),
  );

  route(app, calls.findMerges, async () => findOpenMerges(database.read, now()));

  route(app, calls.undoMerge, async ({ params: { id }, write }) =>
    write((unit) => unmergeCompanies(unit, id)),
  );
}

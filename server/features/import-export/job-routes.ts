import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/import-export/job-calls.ts';
import { unmappedRefusal } from '../../../core/import-export/mapping.ts';
import { refusedBody } from '../../../core/problem.ts';
import { ofWhole, refusal } from '../../../core/refusal.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { newId } from '../../platform/database/ids.ts';
import { route } from '../../platform/http/route.ts';
import { insertJob } from '../../platform/jobs/store.ts';
import { yearOf } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import { keepItems, triedProblems, tryFile } from './import-job.ts';
import type { FoundFile, ReadingTask } from './reader.ts';
import { acceptUploads, type Upload, uploadSchema } from './upload.ts';

/** A file of any type, read by the same rules whatever it is. */
const taskOf = (
  { path }: Upload,
  query: Pick<calls.ImportFileQuery, 'mapping' | 'encoding' | 'language' | 'lang'>,
): ReadingTask => ({
  ...{ path, type: 'csv', isAny: true, complete: true, twins: false },
  language: requestedLanguage(query),
  ...{ encoding: query.encoding, mapping: query.mapping },
});

const NOTHING_FOUND: FoundFile = { type: 'json', encoding: 'utf-8', delimiter: null, columns: [] };

export function importJobRoutes(
  app: FastifyInstance,
  { database, admins, security, jobs, now, today }: Services,
): void {
  app.register(async (scope) => {
    acceptUploads(scope, { anyType: true });

    route(scope, { ...calls.tryImport, body: uploadSchema }, async ({ query, body }) => {
      const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, taken: 0 };
      let found = NOTHING_FOUND;
      let total = 0;
      let index = 0;
      const problems: calls.TriedProblem[] = [];
      const decisions = { taken: query.taken, year: yearOf(today()) };
      for await (const tried of tryFile(database, taskOf(body, query), decisions, now())) {
        found = tried.found ?? found;
        total = tried.total ?? total;
        for (const result of tried.results) {
          if (result.outcome !== 'proposed') counts[result.outcome]++;
          if (result.isTaken) counts.taken++;
          if (result.outcome === 'failed') problems.push(...triedProblems(result, index, found.columns));
          index++;
        }
      }
      const unknown = found.columns.filter(({ isUnknown }) => isUnknown);
      const refused = unknown.map(({ header }) => ({
        ...ofWhole(refusal('table_unknown_column', { column: header.slice(0, 60) })),
        ...{ index: 0, row: 1, column: header },
      }));
      return { ...found, total, ...counts, problems: [...refused, ...problems] };
    });

    route(scope, { ...calls.startImport, body: uploadSchema }, async ({ query, body, request, write }) => {
      const actor = await admins.actor(request);
      const id = newId();
      const { total, found = NOTHING_FOUND } = await keepItems(database, taskOf(body, query), id, now());
      const refused = unmappedRefusal(found.columns);
      if (refused) {
        await database.write(({ tx }) => tx.deleteFrom('import_items').where('job_id', '=', id).execute());
        throw refusedBody('validation_failed', refused);
      }
      const {
        input: _,
        results: __,
        ...job
      } = await write(async (unit) => {
        await security.record(unit.tx, request, { event: 'import', actor, subject: `${total} companies` });
        const companyIds = Array.from({ length: total }, (_, position) => String(position));
        return insertJob(unit, { id, kind: 'import', input: { companyIds, taken: query.taken } });
      });
      jobs.wake();
      return { job };
    });
  });
}

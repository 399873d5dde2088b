import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { periodically } from '../../platform/jobs/periodically.ts';
import type { Services } from '../../services.ts';
import { companyIndex } from './company-index.ts';

/** Interval of looking for queued companies, in milliseconds. */
const REINDEX_POLL_MS = 1000;
/** Looks in a row with a growing queue until companies are indexed although an import still adds some. */
const PATIENCE = 120;

/** Indexes queued companies in small pieces, so that requests are answered in between. */
export function startReindexWorker(app: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  let isClosing = false;
  let before = 0;
  let looks = 0;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  periodically(app, REINDEX_POLL_MS, async () => {
    try {
      const waiting = await companyIndex.countQueued(database.read);
      const grows = waiting > before;
      before = waiting;
      looks = grows ? looks + 1 : 0;
      // An import is going on. Indexing at the same time would finish no sooner, and delay requests.
      if (grows && looks < PATIENCE) return;
      while (!isClosing && (await companyIndex.indexQueued(database)) > 0) await turn();
      if (!isClosing) await companyIndex.merge(database);
    } catch (error) {
      // The database is away: the companies stay queued.
      app.log.warn({ reason: (error as Error).message }, 'the search does not follow');
    }
  });
}

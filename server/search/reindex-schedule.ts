import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { indexWaiting, tidyIndex } from '../companies/reindex-worker.ts';
import { countWaiting } from '../database/search-index.ts';
import { periodically } from '../runtime/periodically.ts';
import type { Services } from '../services.ts';

/** How soon the index looks for companies that a long work left to it, in milliseconds. */
const LOOK_EVERY = 1000;
/** Looks in a row at which more wait than before, and the work is left to itself. */
const PATIENCE = 120;

/** Lets the index follow imports, in small pieces, so that everybody else is answered between. */
export function startReindexWorker(app: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  let isClosing = false;
  let before = 0;
  let looks = 0;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  periodically(app, LOOK_EVERY, async () => {
    try {
      const waiting = await countWaiting(database.read);
      const grows = waiting > before;
      before = waiting;
      looks = grows ? looks + 1 : 0;
      // The work goes on: both at once would take as long, and hold up everybody else meanwhile.
      if (grows && looks < PATIENCE) return;
      while (!isClosing && (await indexWaiting(database)) > 0) await turn();
      if (!isClosing) await tidyIndex(database);
    } catch (error) {
      // The database is away: they go on waiting there.
      app.log.warn({ reason: (error as Error).message }, 'the search does not follow');
    }
  });
}

import type { FastifyInstance } from 'fastify';
import { problem } from '../../../core/problem.ts';
import { VERSION } from '../../../core/version.ts';
import { databaseState } from '../database/open.ts';
import type { Database } from '../database/types.ts';

/** /healthz: the process is up. /readyz: it can serve; goes first when the process is told to stop. */
export function answerHealth(app: FastifyInstance, database: Database): { stopping(): void } {
  let stopping = false;
  const options = { logLevel: 'warn' } as const;
  app.get('/healthz', options, async () => ({ status: 'ok', version: VERSION }));
  app.get('/readyz', options, async () => {
    if (stopping) throw problem('unavailable', 'The server is stopping.', { retryAfter: 5 });
    const state = await databaseState(database);
    if (state === 'away') throw problem('unavailable', 'The database does not answer.', { retryAfter: 5 });
    if (state === 'read-only')
      throw problem('unavailable', 'The database takes no writes.', { retryAfter: 5 });
    return { status: 'ready' };
  });
  return {
    stopping() {
      stopping = true;
    },
  };
}

import { type BuildOptions, buildApp } from '../app.ts';
import { prepareSearch } from '../companies/store.ts';
import type { Database } from '../database/types.ts';
import type { Env } from '../env.ts';
import { giveMemoryBackWhenIdle } from './memory.ts';

/** A stop is over after this long, whatever still runs, in milliseconds. */
const STOP_WITHIN = 12_000;

/** Serves in this process, from now until SIGTERM or SIGINT. Returns once it listens. */
export async function serve(
  env: Env,
  database: Database,
  pages: NonNullable<BuildOptions['pages']> = 'built',
): Promise<void> {
  const { app, stopping } = await buildApp({ env, database, pages });
  try {
    await app.listen({ port: env.PORT, host: env.HOST });
  } catch (error) {
    console.error(`Cannot listen on ${env.HOST}:${env.PORT}: ${(error as Error).message}.`);
    process.exit(1);
  }

  giveMemoryBackWhenIdle();
  // Where it cannot be read now, the first search reads it.
  prepareSearch(database).catch((error: unknown) =>
    app.log.warn({ err: error }, 'the search is not prepared'),
  );

  let stopped = false;
  async function stop(signal: string): Promise<void> {
    if (stopped) return;
    stopped = true;
    app.log.info({ signal }, 'stopping');
    stopping();
    const deadline = setTimeout(() => {
      app.server.closeAllConnections();
      process.exit(1);
    }, STOP_WITHIN);
    deadline.unref();
    // A client that keeps its connection after the last answer would hold the stop up.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    await app.close();
    clearInterval(sweep);
    await database.close();
    process.exit(0);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

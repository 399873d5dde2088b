import { chmodSync, statSync, unlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { type BuildOptions, buildApp } from './app.ts';
import { type Env, isSocket } from './env.ts';
import { prepareSearch } from './features/companies/list-query.ts';
import type { Database } from './platform/database/types.ts';
import { giveMemoryBackWhenIdle } from './platform/runtime/memory.ts';
import { after, every } from './platform/time/timer.ts';

/** A stop is over after this long, whatever still runs, in milliseconds. */
const STOP_WITHIN = 12_000;

/** Listens for a moment where the server is going to. @throws Error where that is not possible */
export async function requireFreePort(env: Pick<Env, 'HOST' | 'PORT'>): Promise<void> {
  if (isSocket(env.HOST)) await removeAbandonedSocket(env.HOST);
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(new Error(cannotListen(env, error))));
    probe.listen(listenAddress(env), resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

const listenAddress = ({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>) =>
  isSocket(HOST) ? { path: HOST } : { port: PORT, host: HOST };

const cannotListen = ({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>, { message }: Error) =>
  `Cannot listen on ${isSocket(HOST) ? HOST : `${HOST}:${PORT}`}: ${message}.`;

/** Removes the socket file of a killed server, unless a process listens on it. */
async function removeAbandonedSocket(path: string): Promise<void> {
  if (!statSync(path, { throwIfNoEntry: false })?.isSocket()) return;
  const isServed = await new Promise<boolean>((resolve) => {
    const connection = connect(path, () => resolve(true)).on('error', () => resolve(false));
    connection.unref();
  });
  if (!isServed) unlinkSync(path);
}

/** Serves in this process, from now until SIGTERM or SIGINT. Returns once it listens. */
export async function serve(
  env: Env,
  database: Database,
  pages: NonNullable<BuildOptions['pages']> = 'built',
): Promise<void> {
  const { app, stopping } = await buildApp({ env, database, pages });
  try {
    await app.listen(listenAddress(env));
    // The proxy is another user, of the folder's group.
    if (isSocket(env.HOST)) chmodSync(env.HOST, 0o660);
  } catch (error) {
    console.error(cannotListen(env, error as Error));
    process.exit(1);
  }

  giveMemoryBackWhenIdle();
  // After a failure, the first search reads the index.
  prepareSearch(database).catch((error: unknown) =>
    app.log.warn({ err: error }, 'the search is not prepared'),
  );

  let stopped = false;
  async function stop(signal: string): Promise<void> {
    if (stopped) return;
    stopped = true;
    app.log.info({ signal }, 'stopping');
    stopping();
    const deadline = after(STOP_WITHIN, () => {
      app.server.closeAllConnections();
      process.exit(1);
    });
    deadline.unref();
    // A client that keeps its connection after the last answer would hold the stop up.
    const sweep = every(50, () => app.server.closeIdleConnections());
    await app.close();
    clearInterval(sweep);
    await database.close();
    process.exit(0);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

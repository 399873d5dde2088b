import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HOUR, MINUTE } from '../../../core/time.ts';
import type { Services } from '../../services.ts';
import type { Db } from '../database/types.ts';
import { holdLease } from '../jobs/lease.ts';
import { periodically } from '../jobs/periodically.ts';
import { createThread } from '../runtime/thread.ts';

/** How often a process looks whether a backup is due, in milliseconds. */
const LOOK_EVERY = MINUTE;
/** When it is tried again after it failed, in milliseconds. */
const RETRY_AFTER = 15 * MINUTE;

/** The row of `state` that says when the next backup is due. */
const NEXT = 'next_backup_at';
/** And the one that says when the newest was made. */
const LAST = 'last_backup_at';
/** Name of the lease that the backing-up process holds. */
const MAKING = 'backup';

const fileName = (at: Date) => `backup-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.db`;
const isBackup = (name: string) => /^backup-\d{4}-\d\d-\d\dT\d{6}Z\.db$/.test(name);

/** What the thread is asked. */
export interface BackupTask {
  url: string;
  file: string;
  /** Its first number becomes 1 when the work is to end. */
  stop: Int32Array;
}

export interface ScheduledBackups {
  /** Makes a backup if one is due, and resolves when that is done. Never rejects. */
  look(): Promise<void>;
}

/**
 * With BACKUP_DIR set, writes a backup into it every BACKUP_EVERY hours and keeps the newest
 * BACKUP_KEEP. One of all processes makes it.
 */
export function backUpOnSchedule(
  app: FastifyInstance,
  { env, database, now, failures }: Pick<Services, 'env' | 'database' | 'now' | 'failures'>,
): ScheduledBackups {
  const { BACKUP_DIR: folder } = env;
  if (folder === undefined) return { look: async () => {} };
  const every = env.BACKUP_EVERY * HOUR;
  const stopping = new AbortController();

  const after = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();

  /** Whether a backup is due; also where its time is farther away than it can be, by a clock set back. */
  async function isDue(db: Db): Promise<boolean> {
    const next = await db.selectFrom('state').select('value').where('name', '=', NEXT).executeTakeFirst();
    return !next || next.value <= after(0) || next.value > after(every);
  }

  async function make(target: string, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    const name = fileName(now());
    const file = join(target, name);
    const rows = await writeInThread(env.DATABASE_URL, file, signal);
    const removed = await removeOld(target, name, env.BACKUP_KEEP);
    const ms = Math.round(performance.now() - started);
    app.log.info({ file, rows, removed, ms }, 'made a backup');
  }

  async function lookAndMake(target: string): Promise<void> {
    if (!(await isDue(database.read))) return;
    const begun = now().getTime();
    await holdLease(
      { database, now, log: app.log },
      MAKING,
      async (tx) => (await isDue(tx)) || undefined,
      async (_, lease) => {
        let next = new Date(begun + every).toISOString();
        let isMade = false;
        try {
          await mkdir(target, { recursive: true, mode: 0o700 });
          await make(target, lease.signal);
          isMade = true;
        } catch (error) {
          // It stays due, for another process or the next start.
          if (lease.signal.aborted) return;
          next = after(RETRY_AFTER);
          app.log.error({ err: error }, 'the scheduled backup failed');
          await failures.report('backup', (error as Error).message);
        }
        await database.write(async ({ tx }) => {
          await lease.confirm(tx);
          await setState(tx, NEXT, next);
          if (isMade) await setState(tx, LAST, new Date(begun).toISOString());
        });
        if (isMade) await failures.recover('backup');
      },
      stopping.signal,
    );
  }

  // Before what is under way is waited for.
  app.addHook('preClose', async () => stopping.abort(new Error('the server is stopping')));
  const look = periodically(app, LOOK_EVERY, () =>
    lookAndMake(folder)
      // The database is away: the next look comes soon.
      .catch((error: Error) => app.log.warn({ reason: error.message }, 'the backup has to wait')),
  );
  return { look };
}

/** When the newest scheduled backup was made; undefined where none was. */
export async function findLastBackup(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('state').select('value').where('name', '=', LAST).executeTakeFirst();
  return row && new Date(row.value);
}

async function setState(tx: Db, name: string, value: string): Promise<void> {
  await tx
    .insertInto('state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns the number of rows. @throws what the thread throws, or the signal's reason */
async function writeInThread(url: string, file: string, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const thread = createThread<BackupTask, number>(new URL('./backup-thread.ts', import.meta.url));
  // A thread that is ended while SQLite copies leaves it with a database that is gone: it ends by itself.
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const end = () => void Atomics.store(stop, 0, 1);
  signal.addEventListener('abort', end);
  try {
    return await thread.ask({ url, file, stop });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', end);
    await thread.stop();
  }
}

/** Removes the oldest backups but `keep`; never the one just made, whatever the clock said before. */
async function removeOld(folder: string, made: string, keep: number): Promise<string[]> {
  const others = (await readdir(folder)).filter((name) => isBackup(name) && name !== made);
  const old = others
    .sort()
    .reverse()
    .slice(keep - 1);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

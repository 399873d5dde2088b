import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import type { Services } from '../../services.ts';
import { readState, writeState } from '../database/state.ts';
import type { Db } from '../database/types.ts';
import { holdLease } from '../jobs/lease.ts';
import { periodically } from '../jobs/periodically.ts';
import { createThread } from '../runtime/thread.ts';
import { backupName, beyond, isBackup } from './backup-name.ts';
import type { ObjectStorageEnv } from './object-storage.ts';

/** How often a process looks whether a backup is due, in milliseconds. */
const BACKUP_CHECK_MS = MINUTE;
/** Delay before the retry of a failed backup, in milliseconds. */
const BACKUP_RETRY_MS = 15 * MINUTE;
/** How often a new backup is verified, in milliseconds. */
const VERIFY_EVERY = 7 * DAY;

/** The row of `state` that says when the next backup is due. */
const NEXT = 'next_backup_at';
/** And the one that says when the newest was made, and sent to object storage where there is some. */
const LAST_BACKUP = 'last_backup_at';
/** And the one that says when a backup was made that is still to be sent; empty where there is none. */
const UNSENT_BACKUP = 'unsent_backup_made_at';
/** Key of the state with the time of the last verified backup. */
const VERIFIED = 'last_backup_verified_at';
/** Name of the lease that the backing-up process holds. */
const MAKING = 'backup';

/** What the thread is asked. */
export type BackupWork =
  | { kind: 'write'; url: string; file: string }
  /** Verifies a file in a folder with space for copies of it. */
  | { kind: 'verify'; file: string; varDir: string }
  /** Sends a file to object storage under a name, and removes the oldest there but `keep`. */
  | { kind: 'send'; file: string; name: string; keep: number; env: ObjectStorageEnv };

/** A task for the thread. The first number of `stop` becomes 1, with a notification, to end the work. */
export type BackupTask = BackupWork & { stop: Int32Array };

/** Writes rows of `state` while this process holds the lease. */
type Keep = (values: Record<string, string>) => Promise<void>;

export interface ScheduledBackups {
  /** Makes a backup if one is due, and resolves when that is done. Never rejects. */
  look(): Promise<void>;
}

/**
 * With BACKUP_DIR or BACKUP_S3 set, makes a backup every BACKUP_EVERY hours there, and keeps the newest
 * BACKUP_KEEP. One of all processes makes it. One a week is verified; while that fails, the next is verified
 * too, and the older ones stay. One that could not be sent to object storage is sent again.
 */
export function backUpOnSchedule(
  app: FastifyInstance,
  { env, database, now, failures }: Pick<Services, 'env' | 'database' | 'now' | 'failures'>,
): ScheduledBackups {
  const { BACKUP_DIR: folder, BACKUP_S3: isStored } = env;
  if (folder === undefined && !isStored) return { look: async () => {} };
  const every = env.BACKUP_EVERY * HOUR;
  const stopping = new AbortController();

  const after = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();

  /** Whether a backup is due; also where its time is farther away than it can be, by a clock set back. */
  async function isDue(db: Db): Promise<boolean> {
    const next = await readState(db, NEXT);
    return !next || next <= after(0) || next > after(every);
  }

  /** Whether a backup is to be verified; also where the last was later than now, by a clock set back. */
  async function isUnverified(db: Db): Promise<boolean> {
    const last = await readState(db, VERIFIED);
    return !last || last <= after(-VERIFY_EVERY) || last > after(0);
  }

  /** When the backup was made that is to be sent instead of a new one; undefined where a new one is due. */
  async function findUnsent(db: Db, target: string): Promise<string | undefined> {
    const madeAt = await readState(db, UNSENT_BACKUP);
    const isRecent = madeAt && madeAt <= after(0) && madeAt > after(-every);
    return isRecent && existsSync(join(target, backupName(new Date(madeAt)))) ? madeAt : undefined;
  }

  async function run(what: string, task: BackupWork, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    const done = await workInThread(task, signal);
    const ms = Math.round(performance.now() - started);
    app.log.info({ file: task.file, ...done, ms }, what);
  }

  /** Makes a backup in a folder, or goes on with the one that is unsent, until it is sent and verified. */
  async function backUp(db: Db, target: string, signal: AbortSignal, keep: Keep): Promise<void> {
    const unsent = await findUnsent(db, target);
    const madeAt = unsent ?? after(0);
    const name = backupName(new Date(madeAt));
    const file = join(target, name);
    const next = new Date(Date.parse(madeAt) + every).toISOString();
    if (!unsent) await run('made a backup', { kind: 'write', url: env.DATABASE_URL, file }, signal);
    if (isStored) {
      await keep({ [UNSENT_BACKUP]: madeAt });
      await run('sent a backup', { kind: 'send', file, name, keep: env.BACKUP_KEEP, env }, signal);
    }
    await keep({ [NEXT]: next, [LAST_BACKUP]: madeAt, [UNSENT_BACKUP]: '' });
    if (await isUnverified(db)) {
      await run('verified a backup', { kind: 'verify', file, varDir: env.VAR_DIR }, signal);
      await keep({ [VERIFIED]: madeAt });
    }
    const local = await readdir(target);
    const removed = folder === undefined ? local.filter(isBackup) : beyond(env.BACKUP_KEEP, local, name);
    for (const old of removed) await rm(join(target, old), { force: true });
    if (folder !== undefined && removed.length > 0) app.log.info({ removed }, 'removed old backups');
  }

  async function lookAndMake(): Promise<void> {
    if (!(await isDue(database.read))) return;
    await holdLease(
      { database, now, log: app.log },
      MAKING,
      async (tx) => (await isDue(tx)) || undefined,
      async (_, lease) => {
        const keep: Keep = (values) =>
          database.write(async ({ tx }) => {
            await lease.confirm(tx);
            for (const [name, value] of Object.entries(values)) await writeState(tx, name, value);
          });
        const target = folder ?? join(env.VAR_DIR, 'unsent');
        try {
          await mkdir(target, { recursive: true, mode: 0o700 });
          await backUp(database.read, target, lease.signal, keep);
          await failures.recover('backup');
        } catch (error) {
          // What was not done stays due, for another process or the next start.
          if (lease.signal.aborted) return;
          app.log.error({ err: error }, 'the scheduled backup failed');
          await failures.report('backup', (error as Error).message);
          if (await isDue(database.read)) await keep({ [NEXT]: after(BACKUP_RETRY_MS) });
        }
      },
      stopping.signal,
    );
  }

  // Before what is under way is waited for.
  app.addHook('preClose', async () => stopping.abort(new Error('the server is stopping')));
  const look = periodically(app, BACKUP_CHECK_MS, () =>
    lookAndMake()
      // The database is away: the next look comes soon.
      .catch((error: Error) => app.log.warn({ reason: error.message }, 'the backup has to wait')),
  );
  return { look };
}

/** When the newest scheduled backup was made; undefined where none was. */
export async function findLastBackup(db: Db): Promise<Date | undefined> {
  const last = await readState(db, LAST_BACKUP);
  return last === undefined ? undefined : new Date(last);
}

/** Returns the fields for the log entry. @throws the error of the thread, or the reason of the signal */
async function workInThread(task: BackupWork, signal: AbortSignal): Promise<object> {
  signal.throwIfAborted();
  const thread = createThread<BackupTask, object>(new URL('./backup-thread.ts', import.meta.url));
  // The thread stops itself: terminated by force, SQLite would go on copying from a closed database.
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const end = () => {
    Atomics.store(stop, 0, 1);
    Atomics.notify(stop, 0);
  };
  signal.addEventListener('abort', end);
  try {
    return await thread.ask({ ...task, stop });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', end);
    await thread.stop();
  }
}

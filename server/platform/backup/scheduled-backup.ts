import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import type { Services } from '../../services.ts';
import type { Db } from '../database/types.ts';
import { holdLease } from '../jobs/lease.ts';
import { periodically } from '../jobs/periodically.ts';
import { createThread } from '../runtime/thread.ts';

/** How often a process looks whether a backup is due, in milliseconds. */
const BACKUP_CHECK_MS = MINUTE;
/** When it is tried again after it failed, in milliseconds. */
const BACKUP_RETRY_MS = 15 * MINUTE;
/** How often a new backup is verified, in milliseconds. */
const VERIFY_EVERY = 7 * DAY;

/** The row of `state` that says when the next backup is due. */
const NEXT = 'next_backup_at';
/** And the one that says when the newest was made. */
const LAST_BACKUP = 'last_backup_at';
/** And the one that says when one was found right. */
const VERIFIED = 'last_backup_verified_at';
/** Name of the lease that the backing-up process holds. */
const MAKING = 'backup';

const fileName = (at: Date) => `backup-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.db`;
const isBackup = (name: string) => /^backup-\d{4}-\d\d-\d\dT\d{6}Z\.db$/.test(name);

/** What the thread is asked. */
export interface BackupTask {
  url: string;
  file: string;
  /** Where the file, which exists, is verified; undefined where it is to be written. */
  verifyIn: string | undefined;
  /** Its first number becomes 1 when the work is to end. */
  stop: Int32Array;
}

export interface ScheduledBackups {
  /** Makes a backup if one is due, and resolves when that is done. Never rejects. */
  look(): Promise<void>;
}

/**
 * With BACKUP_DIR set, writes a backup into it every BACKUP_EVERY hours and keeps the newest
 * BACKUP_KEEP. One of all processes makes it. One a week is verified; while that fails, the next is verified
 * too, and the older ones stay.
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
    const next = await readState(db, NEXT);
    return !next || next <= after(0) || next > after(every);
  }

  /** Whether a backup is to be verified; also where the last was later than now, by a clock set back. */
  async function isUnverified(db: Db): Promise<boolean> {
    const last = await readState(db, VERIFIED);
    return !last || last <= after(-VERIFY_EVERY) || last > after(0);
  }

  /** Returns its file. */
  async function make(target: string, signal: AbortSignal): Promise<string> {
    const started = performance.now();
    const file = join(target, fileName(now()));
    const rows = await workInThread({ url: env.DATABASE_URL, file, verifyIn: undefined }, signal);
    const ms = Math.round(performance.now() - started);
    app.log.info({ file, rows, ms }, 'made a backup');
    return file;
  }

  async function verify(file: string, signal: AbortSignal): Promise<void> {
    const started = performance.now();
    const rows = await workInThread({ url: env.DATABASE_URL, file, verifyIn: env.VAR_DIR }, signal);
    const ms = Math.round(performance.now() - started);
    app.log.info({ file, rows, ms }, 'verified a backup');
  }

  async function lookAndMake(target: string): Promise<void> {
    if (!(await isDue(database.read))) return;
    const begun = now().getTime();
    await holdLease(
      { database, now, log: app.log },
      MAKING,
      async (tx) => (await isDue(tx)) || undefined,
      async (_, lease) => {
        const keep = (values: Record<string, string>) =>
          database.write(async ({ tx }) => {
            await lease.confirm(tx);
            for (const [name, value] of Object.entries(values)) await setState(tx, name, value);
          });
        const madeAt = new Date(begun).toISOString();
        let isMade = false;
        try {
          await mkdir(target, { recursive: true, mode: 0o700 });
          const file = await make(target, lease.signal);
          isMade = true;
          await keep({ [NEXT]: new Date(begun + every).toISOString(), [LAST_BACKUP]: madeAt });
          if (await isUnverified(database.read)) {
            await verify(file, lease.signal);
            await keep({ [VERIFIED]: madeAt });
          }
          const removed = await removeOld(target, basename(file), env.BACKUP_KEEP);
          if (removed.length > 0) app.log.info({ removed }, 'removed old backups');
          await failures.recover('backup');
        } catch (error) {
          // What was not done stays due, for another process or the next start.
          if (lease.signal.aborted) return;
          app.log.error({ err: error }, 'the scheduled backup failed');
          await failures.report('backup', (error as Error).message);
          if (!isMade) await keep({ [NEXT]: after(BACKUP_RETRY_MS) });
        }
      },
      stopping.signal,
    );
  }

  // Before what is under way is waited for.
  app.addHook('preClose', async () => stopping.abort(new Error('the server is stopping')));
  const look = periodically(app, BACKUP_CHECK_MS, () =>
    lookAndMake(folder)
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

async function readState(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('state').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

async function setState(tx: Db, name: string, value: string): Promise<void> {
  await tx
    .insertInto('state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns the number of rows. @throws what the thread throws, or the signal's reason */
async function workInThread(task: Omit<BackupTask, 'stop'>, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const thread = createThread<BackupTask, number>(new URL('./backup-thread.ts', import.meta.url));
  // A thread that is ended while SQLite copies leaves it with a database that is gone: it ends by itself.
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const end = () => void Atomics.store(stop, 0, 1);
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

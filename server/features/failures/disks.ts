import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { MEBIBYTE } from '../../../core/bytes.ts';
import { MINUTE } from '../../../core/time.ts';
import { periodically } from '../../platform/jobs/periodically.ts';
import type { Services } from '../../services.ts';

/** How often the disks are looked at, in milliseconds. */
const DISK_CHECK_MS = 5 * MINUTE;
/** Free space below which a disk is nearly full, in bytes. */
export const LOW_DISK = 1024 ** 3;
/** How much of it must be free again before the failure is over: else it would come and go. */
const ROOM = 1.25 * LOW_DISK;

/** Reports a disk of the database, VAR_DIR or BACKUP_DIR that is nearly full. @param free bytes of a folder's disk */
export function watchDisks(
  app: FastifyInstance,
  { env, failures }: Pick<Services, 'env' | 'failures'>,
  free = async (folder: string) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
): { look(): Promise<void> } {
  const database = env.DATABASE_URL.startsWith('sqlite:')
    ? [dirname(env.DATABASE_URL.slice('sqlite:'.length))]
    : [];
  const folders = [env.VAR_DIR, ...database, ...(env.BACKUP_DIR ? [env.BACKUP_DIR] : [])];
  const look = periodically(app, DISK_CHECK_MS, async () => {
    // A folder that is not there has a failure of its own.
    const found = await Promise.all(
      folders.map(async (folder) => ({
        folder,
        bytes: await free(folder).catch(() => Number.POSITIVE_INFINITY),
      })),
    );
    const least = found.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    if (least.bytes < LOW_DISK)
      await failures.report(
        'disk',
        `${Math.floor(least.bytes / MEBIBYTE)} MiB are left for ${least.folder}.`,
      );
    else if (least.bytes >= ROOM) await failures.recover('disk');
  });
  return { look };
}

import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** RAM-backed folder (tmpfs), on systems with one. */
const MEMORY = '/dev/shm';
/** What the databases of a run need at most, in bytes; containers often have less of it. */
const NEEDED = 2 * 1024 ** 3;

let root: string | undefined;

/** Where there is room for it in memory: the hundreds of files of a database are made 20 times as fast there. */
function rootFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A new folder for what lasts as long as a test. */
export function makeFolder(name: string): string {
  root ??= rootFolder();
  return mkdtempSync(join(root, `tiny-giants-${name}-`));
}

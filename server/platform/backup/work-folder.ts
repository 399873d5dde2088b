import { lstatSync, mkdtempSync, readdirSync, rmdirSync, statfsSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MEBIBYTE } from '../../../core/bytes.ts';
import { HOUR } from '../../../core/time.ts';

/** A folder counts as abandoned when nothing in it changed for this long, in milliseconds. */
const ABANDONED_AFTER = HOUR;
/** What the product itself puts into a work folder. */
const OWN_FILE = /^(?:part|copy|scratch|body)\.(?:db|json|csv)(?:-(?:wal|shm|journal))?$/;

/** Free space that stays, in bytes: whatever else is on the disk writes too. */
const RESERVE = 64 * MEBIBYTE;

/** Free space of a folder's disk, in bytes. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Requires free space for files that are about to be written.
 * @param bytes their size
 * @param what names the work in the error
 * @throws Error where there is less, or too little would be left
 */
export function requireSpace(folder: string, bytes: number, what: string, free = freeBytes): void {
  const needed = bytes + RESERVE;
  const available = free(folder);
  if (available >= needed) return;
  const [has, needs] = [available, needed].map((number) => Math.ceil(number / MEBIBYTE));
  throw new Error(`${what} needs ${needs} MiB in ${folder}, where ${has} MiB are free; nothing was changed`);
}

/**
 * Creates a folder for unfinished files, and removes such folders of killed processes beside it.
 * @param parent folder of the new folder
 * @param purpose identifies the owner of the folder: letters and hyphens
 */
export function makeWorkFolder(parent: string, purpose: string): string {
  removeAbandoned(parent, purpose);
  return mkdtempSync(join(parent, folderPrefix(purpose)));
}

/** Removes a work folder. Files that the product did not put there stay, and the folder with them. */
export function removeWorkFolder(folder: string): void {
  for (const name of readdirSync(folder)) if (OWN_FILE.test(name)) unlinkSync(join(folder, name));
  try {
    rmdirSync(folder);
  } catch {
    // The folder contains foreign files.
  }
}

/** Removes work folders whose process was killed: folders themselves only, never what a link leads to. */
export function removeAbandoned(parent: string, purpose: string): void {
  const before = Date.now() - ABANDONED_AFTER;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(folderPrefix(purpose)) || name.length !== folderPrefix(purpose).length + 6) continue;
    const folder = join(parent, name);
    try {
      if (lstatSync(folder).isDirectory() && lastChange(folder) < before) removeWorkFolder(folder);
    } catch {
      // Another process was faster, or the folder is another user's.
    }
  }
}

const folderPrefix = (purpose: string) => `.tiny-giants-${purpose}-`;

/** The latest change of a folder or a file in it, in milliseconds of the Unix epoch. */
function lastChange(folder: string): number {
  const files = readdirSync(folder).map((name) => lstatSync(join(folder, name)).mtimeMs);
  return Math.max(statSync(folder).mtimeMs, ...files);
}

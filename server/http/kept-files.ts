import { hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  futimesSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import { joinLineage } from '../database/lineage.ts';
import type { Database } from '../database/types.ts';

/** Bytes at the begin of each file that tell whose it is, and after them those of a sum of its name and content. */
const MARK = 16;
const CHECK = MARK + 4;
/** What is kept is written together after so long, in milliseconds. */
const WRITE_AFTER = 500;
/** What waits to be written at most; what comes then is not kept. */
const WAITING_MAX = 1000;
/** After so much of the room was written, the folder is looked through; it is left with so much free. */
const SLACK = 0.1;
/** What nobody has asked for is written until so much of the room is taken. */
const UNASKED = 0.7;
/** After a failure nothing is written for so long, in milliseconds. */
const LEFT_ALONE = 60_000;
/** A file that is not finished after so long never will be, in milliseconds. */
const UNFINISHED_FOR = 60 * 60_000;
/** A disk whose files take so long, in the mean of the last eight or so, lets everybody wait, in milliseconds ... */
const SLOW_AFTER = 2;
/** ... of which each counts for so many times as much at most: a thread that had to wait once is no slow disk ... */
const COUNTS_FOR = 4;
/** ... and is taken for a slow one for so long. */
const SLOW_FOR = 1000;
/** Memory that is lent to read a file into; a larger one has memory of its own ... */
const LENT = 16 * 1024;
/** ... and so much of it is kept for the next ones. */
const LENT_KEPT = 64;
/** A file that was read is marked as used at most this often, in milliseconds. */
const MARKED_EVERY = 60 * 60_000;
/** Up to which revision something was kept, of which lineage. */
const LATEST = 'latest';
const KEPT = /^[0-9a-f]{40}$/;

interface Options {
  folder: string;
  /** Bytes on the disk, of all processes together. */
  room: number;
  /** How many processes share the folder. */
  processes: number;
  /** What makes other bytes of the same directory: another one reads nothing of what this one wrote. */
  version: string;
  database: Database;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** How long reading a file may take before another thread does it, in milliseconds. */
  slowAfter?: number | undefined;
}

export interface Lent {
  bytes: Buffer;
  giveBack(): void;
}

export interface KeptFiles {
  /**
   * What is kept, unaltered; undefined where nothing is. At once: while the system has the file in its memory,
   * asking another thread takes longer.
   */
  read(name: string): Buffer | undefined;
  /** The same in memory that is lent: until it is given back, and not longer, it holds what was read. */
  lend(name: string): Lent | undefined;
  /** Whether files come from the disk itself just now, for which everybody would wait. */
  isSlow(): boolean;
  /** The same as `read`, by another thread. */
  readBeside(name: string): Promise<Buffer | undefined>;
  /** Whether there is room for what nobody has asked for yet. */
  hasRoom(): boolean;
  /** Keeps something in a moment. @param make its bytes; undefined where they are not to be kept any more */
  keep(name: string, make: () => Promise<Buffer | undefined>): void;
  /** Writes what waits. */
  close(): Promise<void>;
}

/**
 * Opens a folder of kept bytes that outlive the process. Each file begins with the mark of the version and of
 * the database's lineage, and a sum of its name and content: what is cut off, altered or of another time is
 * removed when somebody asks for it. What was used longest ago goes first. No failure
 * of the disk goes further than the log.
 */
export async function openKeptFiles(options: Options): Promise<KeptFiles> {
  const { folder, room, database, log, slowAfter = SLOW_AFTER } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
  const latest = join(folder, LATEST);
  const latestOf = (lineage: string): number => {
    try {
      const [of, revision] = readFileSync(latest, 'utf8').split(' ');
      return of === lineage ? Number(revision) : 0;
    } catch {
      return 0;
    }
  };
  const revision = await database.revision.current();
  // A database of before, put in the place of the one that was kept of, comes to the same numbers again.
  const lineage = await joinLineage(database, async (found) => latestOf(found) > revision);
  // What that raised is known from here on.
  await database.revision.current();
  const mark = hash('sha256', `${options.version} ${lineage}`, 'buffer').subarray(0, MARK);

  const pathOf = (name: string) => join(folder, hash('sha256', name).slice(0, 40));
  const sumOf = (name: string, content: Buffer) => crc32(content, crc32(name));
  const isOwn = (name: string, bytes: Buffer) =>
    bytes.length >= CHECK &&
    mark.equals(bytes.subarray(0, MARK)) &&
    bytes.readUInt32BE(MARK) === sumOf(name, bytes.subarray(CHECK));

  let isTold = false;
  let aloneUntil = 0;
  function failed(error: unknown): void {
    aloneUntil = performance.now() + LEFT_ALONE;
    if (!isTold) log.warn({ reason: (error as Error).message }, 'pages are not kept on the disk');
    isTold = true;
  }

  let waiting = new Map<string, () => Promise<Buffer | undefined>>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  /** At once when the process starts: the room may be another one than before. */
  let sinceSweep = Number.POSITIVE_INFINITY;
  /** Bytes that are taken, by what this process knows. */
  let taken = 0;

  /** Before anything that is of it: what follows could not be told from another history's. */
  async function noteLatest(): Promise<void> {
    const now = await database.revision.current();
    if (latestOf(lineage) >= now) return;
    const part = `${latest}.${process.pid}`;
    writeFileSync(part, `${lineage} ${now}`, { mode: 0o600 });
    renameSync(part, latest);
  }

  async function write(name: string, content: Buffer): Promise<void> {
    const path = pathOf(name);
    const part = `${path}.${process.pid}`;
    try {
      const check = Buffer.alloc(CHECK);
      mark.copy(check);
      check.writeUInt32BE(sumOf(name, content), MARK);
      await writeFile(part, Buffer.concat([check, content]), { mode: 0o600 });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw error;
    }
    sinceSweep += CHECK + content.length;
    taken += CHECK + content.length;
  }

  async function writeAll(): Promise<void> {
    const batch = waiting;
    waiting = new Map();
    if (performance.now() < aloneUntil) return;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await noteLatest();
      for (const [name, make] of batch) {
        const most = (room * SLACK) / options.processes;
        if (sinceSweep >= most) {
          taken = await sweep(folder, room * (1 - 2 * SLACK));
          sinceSweep = 0;
        }
        const content = await make();
        if (content && CHECK + content.length < most) await write(name, content);
      }
      if (isTold) log.info('pages are kept on the disk again');
      isTold = false;
    } catch (error) {
      failed(error);
    }
  }

  /** What a file says; it is removed where that is not what was written. */
  function contentOf(name: string, path: string, bytes: Buffer | undefined): Buffer | undefined {
    if (!bytes) return undefined;
    if (isOwn(name, bytes)) return bytes.subarray(CHECK);
    void rm(path, { recursive: true, force: true }).catch(() => {});
    return undefined;
  }

  /** What reading takes, in milliseconds. */
  let usual = 0;
  let slowUntil = 0;
  function noteTime(took: number): void {
    usual += (Math.min(took, slowAfter * COUNTS_FOR) - usual) / 8;
    if (usual <= slowAfter) return;
    slowUntil = performance.now() + SLOW_FOR;
    usual = 0;
  }

  function readNow(name: string, into?: Buffer): Buffer | undefined {
    const path = pathOf(name);
    const began = performance.now();
    const bytes = readUsed(path, into);
    noteTime(performance.now() - began);
    return contentOf(name, path, bytes);
  }

  /** Memory for each file that is read would make the collector look through all that is kept, thrice a second. */
  const free: Buffer[] = [];

  return {
    read: (name) => readNow(name),
    lend(name) {
      const memory = free.pop() ?? Buffer.allocUnsafeSlow(LENT);
      const giveBack = () => {
        if (free.length < LENT_KEPT) free.push(memory);
      };
      const bytes = readNow(name, memory);
      if (!bytes) giveBack();
      return bytes && { bytes, giveBack };
    },
    isSlow: () => performance.now() < slowUntil,
    async readBeside(name) {
      const path = pathOf(name);
      return contentOf(name, path, await readUsedBeside(path));
    },
    hasRoom: () => taken < room * UNASKED && performance.now() >= aloneUntil,
    keep(name, make) {
      if (waiting.size >= WAITING_MAX && !waiting.has(name)) return;
      waiting.set(name, make);
      timer ??= setTimeout(() => {
        timer = undefined;
        writing = writing.then(writeAll);
      }, WRITE_AFTER).unref();
    },
    async close() {
      clearTimeout(timer);
      await writing;
      if (waiting.size > 0) await writeAll();
    },
  };
}

/**
 * Reads a file and marks it as used; undefined where there is none that can be read.
 * @param into memory for it, where that is enough
 */
function readUsed(path: string, into?: Buffer): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { size, mtimeMs } = fstatSync(file);
    const now = Date.now();
    if (now - mtimeMs > MARKED_EVERY) markNow(file, now);
    // Memory of its own: a part of Node's pool would keep all of that.
    const bytes = into && size <= into.length ? into : Buffer.allocUnsafeSlow(size);
    return bytes.subarray(0, readSync(file, bytes, 0, size, 0));
  } catch {
    // A folder, for one.
    return Buffer.alloc(0);
  } finally {
    closeSync(file);
  }
}

/** The same by another thread. */
async function readUsedBeside(path: string): Promise<Buffer | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return undefined;
  try {
    const { mtimeMs } = await file.stat();
    const now = Date.now();
    if (now - mtimeMs > MARKED_EVERY) markNow(file.fd, now);
    return await file.readFile();
  } catch {
    return Buffer.alloc(0);
  } finally {
    await file.close();
  }
}

function markNow(file: number, now: number): void {
  try {
    futimesSync(file, now / 1000, now / 1000);
  } catch {
    // A disk that can only be read.
  }
}

/**
 * Removes what is foreign, unfinished, or more than there is room for, what was used longest ago first.
 * @returns the bytes that are left
 */
async function sweep(folder: string, room: number): Promise<number> {
  const now = Date.now();
  const files = [];
  for (const name of await readdir(folder)) {
    if (name === LATEST) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found) continue;
    const isKept = KEPT.test(name) && found.isFile();
    if (isKept) files.push({ path, size: found.size, used: found.mtimeMs });
    else if (now - found.mtimeMs > UNFINISHED_FOR) await rm(path, { recursive: true, force: true });
  }
  let size = 0;
  for (const file of files.sort((a, b) => b.used - a.used)) {
    size += file.size;
    if (size > room) await rm(file.path, { force: true });
  }
  return Math.min(size, room);
}

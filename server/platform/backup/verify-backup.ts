import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../database/open.ts';
import { BACKUP_TABLES, readBackup, replaceRows } from './backup.ts';
import { readChecksum } from './checksum.ts';
import { requireSpace } from './work-folder.ts';

/** The first bytes of every SQLite file. */
const MAGIC = 'SQLite format 3\0';
/** Length of its header in bytes. */
const HEADER = 100;

/** The contents of a table. */
interface Contents {
  rows: number;
  /** SHA-256 of all rows, in hexadecimal digits. */
  digest: string;
}

interface VerifiedBackup {
  /** Of all tables. */
  rows: number;
  tables: ({ table: string } & Contents)[];
  /** False for a file that a version before 3.0.0 wrote: its bytes cannot be compared with what was written. */
  hasChecksum: boolean;
}

/**
 * Restores a backup into a database of its own, which is removed afterwards, and compares the rows of both. A backup
 * of an older version is brought up to date in a copy first, and the copy is compared.
 * @param varDir where the copy and that database are made: it needs free space for both
 * @param isStopped asked in between; true ends the work
 * @throws Error where the file is missing, truncated, damaged, no backup, or restored otherwise than it is, or
 * the work was ended
 */
export async function verifyBackup(
  file: string,
  varDir: string,
  isStopped: () => boolean = () => false,
): Promise<VerifiedBackup> {
  const goOn = () => {
    if (isStopped()) throw new Error('The verification was interrupted.');
  };
  const source = resolve(file);
  if (!existsSync(source)) throw new Error(`There is no file ${source}.`);
  requireWhole(source);
  mkdirSync(varDir, { recursive: true, mode: 0o700 });
  // Space for the copy, the restored database and the write-ahead log of the restored database.
  requireSpace(varDir, 3 * statSync(source).size, 'the verification of a backup');
  let hasChecksum = false;
  return readBackup(
    source,
    varDir,
    async ({ reader, folder }) => {
      const path = join(folder, 'scratch.db');
      const scratch = await openDatabase(`sqlite:${path}`, { patient: true, lasting: false });
      try {
        await scratch
          .write(({ tx }) => replaceRows(tx, reader, goOn))
          .catch((error: Error) => {
            goOn();
            throw new Error(`${source} cannot be restored: ${error.message}.`);
          });
      } finally {
        await scratch.close();
      }
      const restored = new DatabaseSync(path, { readOnly: true });
      try {
        const tables = BACKUP_TABLES.map((table) => {
          goOn();
          const [expected, found] = [reader, restored].map((db) => contentsOf(db, table)) as [
            Contents,
            Contents,
          ];
          if (expected.digest !== found.digest)
            throw new Error(
              `${source} cannot be restored: the ${expected.rows} rows of ${table} came back as ${found.rows} rows with other contents.`,
            );
          return { table, ...expected };
        });
        return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables, hasChecksum };
      } finally {
        restored.close();
      }
    },
    (copy) => {
      goOn();
      const { written, computed } = readChecksum(copy);
      hasChecksum = written !== 0;
      if (hasChecksum && written !== computed)
        throw new Error(`${source} is damaged: its bytes are not those that were written.`);
    },
  );
}

/** @throws Error where a file is no SQLite database, or ends before its last page */
function requireWhole(file: string): void {
  const header = Buffer.alloc(HEADER);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, HEADER, 0);
  } finally {
    closeSync(descriptor);
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new Error(`${file} is no backup: it is no SQLite database.`);
  // The header says 1 for pages of 65536 bytes, which two bytes cannot hold.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const whole = pageSize * header.readUInt32BE(28);
  const { size } = statSync(file);
  if (size < whole) throw new Error(`${file} is truncated: it has ${size} of ${whole} bytes.`);
}

/** Reads all rows of a table in the order of their values. */
function contentsOf(db: DatabaseSync, table: string): Contents {
  const columns = db
    .prepare(`select name from pragma_table_info('${table}') order by name`)
    .all()
    .map(({ name }) => `"${name}"`)
    .join();
  const hash = createHash('sha256');
  let rows = 0;
  for (const row of db.prepare(`select ${columns} from ${table} order by ${columns}`).iterate()) {
    const values = Object.values(row).map((value) =>
      value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value,
    );
    hash.update(`${JSON.stringify(values)}\n`);
    rows++;
  }
  return { rows, digest: hash.digest('hex') };
}

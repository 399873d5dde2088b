import { STATEMENT_TIMEOUT } from '#engine/sql';
import { type Problem, problem } from '../../../core/problem.ts';

/** Seconds after which a client may try again when the database is away. */
const DATABASE_RETRY_AFTER = 5;

/** SQLSTATE classes in which the server itself, not the statement, is the trouble. */
const POSTGRES_AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '55P03',
  '40001',
  '40P01',
  // Read-only, as a standby that nobody promoted; cut off by statement_timeout or an idle transaction's.
  '25006',
  '57014',
  '25P03',
]);
/** What pg says without a code; the third where a transaction could not even be rolled back. */
const POSTGRES_GONE =
  /timeout exceeded when trying to connect|Client was closed|Connection terminated|is not queryable|Cannot use a pool after calling end/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
]);

/** SQLite result codes: https://sqlite.org/rescode.html */
const SQLITE_PERM = 3;
const BUSY_CODE = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;

const SQLITE_AWAY = [SQLITE_PERM, BUSY_CODE, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN];

/** SQLITE_CONSTRAINT_FOREIGNKEY, and foreign_key_violation of PostgreSQL. */
const SQLITE_FOREIGN_KEY = 787;
const POSTGRES_FOREIGN_KEY = '23503';

/** Whether a row could not be written because the one it belongs to is gone. */
export function isOwnerGone(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === POSTGRES_FOREIGN_KEY || errcode === SQLITE_FOREIGN_KEY;
}

/** What a failure of the database means for the client, or undefined where it is a fault of ours. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as { code?: string; errcode?: number };
  const full = () => problem('storage_full', 'The storage is full; nothing was saved.', { cause: error });
  const away = () =>
    problem('unavailable', 'The database is not available; try again in a moment.', {
      cause: error,
      retryAfter: DATABASE_RETRY_AFTER,
    });
  if (code === 'ERR_SQLITE_ERROR' && errcode !== undefined) {
    // Extended codes keep the primary one in the low byte.
    const primary = errcode & 0xff;
    if (primary === SQLITE_FULL) return full();
    if (SQLITE_AWAY.includes(primary)) return away();
    return undefined;
  }
  if (code === '53100' || code === 'ENOSPC') return full();
  if (code && (POSTGRES_AWAY.has(code) || code.startsWith('08') || NETWORK.has(code))) return away();
  if (POSTGRES_GONE.test(error.message) || error.message === STATEMENT_TIMEOUT) return away();
  return undefined;
}

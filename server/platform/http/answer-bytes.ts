import { MEBIBYTE } from '../../../core/bytes.ts';

/** Maximum bytes of user-written rows in one answer. */
export const ANSWER_BYTES = MEBIBYTE;
/** Maximum bytes of the replies of one thread in an answer. */
export const THREAD_BYTES = 256 * 1024;

/** Rows of one query: a row of the longest texts has some 20 kB. */
const ROWS_AT_ONCE = 50;
/** Bytes of a row in an answer besides its columns, approximately. */
const AROUND_COLUMNS = 150;

/** Size of a row in an answer, in bytes. */
const rowBytes = (row: object): number => Buffer.byteLength(JSON.stringify(row)) + AROUND_COLUMNS;

export const bytesOfAll = (rows: readonly object[]): number =>
  rows.reduce((sum: number, row) => sum + rowBytes(row), 0);

/** The first rows, as many as fit into `room` bytes. */
export function fitting<T extends object>(rows: readonly T[], room: number): T[] {
  let left = room;
  const end = rows.findIndex((row) => {
    left -= rowBytes(row);
    return left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}

/**
 * Reads as many rows of a list as one answer carries, a few at a time: never more than about twice that is in memory.
 * @param read up to `most` rows behind `last`, or from where the answer begins
 * @returns at most `limit` rows, at least one where there is one, and whether there are more
 */
export async function readFitting<T extends object>(
  limit: number,
  read: (most: number, last: T | undefined) => Promise<T[]>,
): Promise<{ rows: T[]; more: boolean }> {
  const found: T[] = [];
  for (let bytes = 0, most = 0, got = 0; got === most && found.length <= limit && bytes <= ANSWER_BYTES; ) {
    most = Math.min(limit + 1 - found.length, ROWS_AT_ONCE);
    const next = await read(most, found.at(-1));
    got = next.length;
    bytes += bytesOfAll(next);
    found.push(...next);
  }
  const fit = fitting(found.slice(0, limit), ANSWER_BYTES);
  const rows = fit.length > 0 ? fit : found.slice(0, 1);
  return { rows, more: found.length > rows.length };
}

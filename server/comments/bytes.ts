/** Bytes of comments that one answer carries. */
export const ANSWER_BYTES = 1024 * 1024;
/** Bytes of replies that one thread brings into an answer. */
export const THREAD_BYTES = 256 * 1024;

/** Rows that are read at once: some 20 kB each where people write as much as they may. */
const ROWS_AT_ONCE = 50;
/** About what an answer says of a comment besides its texts. */
const AROUND_TEXTS = 250;

interface Texts {
  author: string;
  content: string;
}

/** What a comment takes in an answer, in bytes. */
const bytesOf = ({ author, content }: Texts): number =>
  Buffer.byteLength(JSON.stringify([author, content])) + AROUND_TEXTS;

export const bytesOfAll = (rows: readonly Texts[]): number =>
  rows.reduce((sum, row) => sum + bytesOf(row), 0);

/** The first rows, as many as fit into `room` bytes. */
export function fitting<T extends Texts>(rows: readonly T[], room: number): T[] {
  let left = room;
  const end = rows.findIndex((row) => {
    left -= bytesOf(row);
    return left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}

/**
 * Reads as many rows of a list as one answer carries, a few at a time: never more than about twice that is in memory.
 * @param read up to `most` rows behind `last`, or from where the answer begins
 * @returns at most `limit` rows, at least one where there is one, and whether there are more
 */
export async function readFitting<T extends Texts>(
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

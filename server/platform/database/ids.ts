import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
/** Random bytes are drawn for many ids at once: a draw costs as much as an insert. */
const randomBytes = Buffer.alloc(BYTES * 256);
let used = randomBytes.length;
let msecs = 0;
let seq = 0;

/** A UUID of version 7: a later one of this process is greater, also within a millisecond and where the clock is set back. */
export function newId(): string {
  if (used === randomBytes.length) {
    randomFillSync(randomBytes);
    used = 0;
  }
  const random = randomBytes.subarray(used, used + BYTES);
  used += BYTES;
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // Half of the range is left to count on in.
    seq = random.readUInt32BE(6) >>> 1;
  } else {
    seq++;
  }
  return v7({ random, msecs, seq });
}

// A CRC-32 of a whole SQLite file, kept in the file itself: SQLite's integrity check looks at the structure of
// pages, and a changed letter in a text is right for it. The place is the header's `user_version`, which SQLite
// leaves to the application: https://www.sqlite.org/fileformat.html#the_database_header

import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { MEBIBYTE } from '../../../core/bytes.ts';

/** Offset of the checksum in the file, in bytes, and its length. */
const CHECKSUM_OFFSET = 60;
const CHECKSUM_LENGTH = 4;
/** Bytes that are read at once. */
const READ_BLOCK = MEBIBYTE;

/** The checksum stored in a file, and the checksum of its bytes. */
interface Checksum {
  /** 0 where the file stores no checksum. */
  written: number;
  computed: number;
}

/** Writes the checksum of a SQLite file, which nobody may have open, into it. */
export function writeChecksum(file: string): void {
  const bytes = Buffer.alloc(CHECKSUM_LENGTH);
  bytes.writeUInt32BE(readChecksum(file).computed);
  const descriptor = openSync(file, 'r+');
  try {
    writeSync(descriptor, bytes, 0, CHECKSUM_LENGTH, CHECKSUM_OFFSET);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a SQLite file; the checksum's own bytes count as zero. */
export function readChecksum(file: string): Checksum {
  const block = Buffer.alloc(READ_BLOCK);
  const descriptor = openSync(file, 'r');
  try {
    let written = 0;
    let computed = 0;
    for (let position = 0; ; ) {
      const length = readSync(descriptor, block, 0, READ_BLOCK, position);
      if (length === 0) break;
      if (position === 0 && length >= CHECKSUM_OFFSET + CHECKSUM_LENGTH) {
        written = block.readUInt32BE(CHECKSUM_OFFSET);
        block.fill(0, CHECKSUM_OFFSET, CHECKSUM_OFFSET + CHECKSUM_LENGTH);
      }
      computed = crc32(block.subarray(0, length), computed);
      position += length;
    }
    // 0 is reserved for files without a checksum.
    return { written, computed: computed || 1 };
  } finally {
    closeSync(descriptor);
  }
}

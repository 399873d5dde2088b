/*
 * Sets of document numbers: encoded in the index, and as bitmaps in a search.
 */

/** A bit for each number, the lowest bit of a byte first. */
export type Bits = Uint8Array<ArrayBuffer>;

/** First byte of an encoded set: its format. */
const LIST_CONTAINER = 0;
const BITMAP = 1;

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    // No shifts: numbers may have more than 32 bits.
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}

/**
 * Encodes numbers: the first and the differences, or, if that is shorter, a bit for each number from the first
 * to the last.
 * @param numbers in ascending order, at least one, each once
 */
export function encodeSet(numbers: readonly number[]): Uint8Array {
  const first = numbers[0] ?? 0;
  const last = numbers.at(-1) ?? 0;
  const start = Math.floor(first / 8);
  const length = Math.floor(last / 8) - start + 1;
  const head: number[] = [];
  if (length < numbers.length) {
    head.push(BITMAP);
    pushVarint(head, start);
    const bytes = new Uint8Array(head.length + length);
    bytes.set(head);
    for (const number of numbers) {
      const at = head.length + Math.floor(number / 8) - start;
      bytes[at] = (bytes[at] as number) | (1 << (number % 8));
    }
    return bytes;
  }
  head.push(LIST_CONTAINER);
  let before = 0;
  for (const number of numbers) {
    pushVarint(head, number - before);
    before = number;
  }
  return Uint8Array.from(head);
}

/** Adds an encoded set to a bitmap. Numbers beyond the bitmap are left out. */
export function addStored(bits: Bits, stored: Uint8Array): void {
  let at = 1;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = stored[at++] as number;
      if (byte < 0x80) return value + byte * scale;
      value += (byte - 0x80) * scale;
    }
  };
  if (stored[0] === BITMAP) {
    const start = varint();
    const end = Math.min(stored.length - at, bits.length - start);
    for (let i = 0; i < end; i++) bits[start + i] = (bits[start + i] as number) | (stored[at + i] as number);
    return;
  }
  for (let number = 0; at < stored.length; ) {
    number += varint();
    add(bits, number);
  }
}

/** An empty set for numbers up to `last`. */
export const noBits = (last: number): Bits => new Uint8Array((Math.floor(last / 32) + 1) * 4);

export function add(bits: Bits, number: number): void {
  const at = number >>> 3;
  if (at < bits.length) bits[at] = (bits[at] as number) | (1 << (number & 7));
}

export const has = (bits: Bits, number: number): boolean =>
  ((bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;

/** Words of 32 bits. Signed: V8 boxes large unsigned ones. */
const quads = (bits: Bits) => new Int32Array(bits.buffer, bits.byteOffset, bits.byteLength >>> 2);

/** A copy that may be changed. */
export const copyOf = (bits: Bits): Bits => new Uint8Array(bits);

/** Intersects a set with another set, in place. */
export function keep(set: Bits, others: Bits): Bits {
  const own = quads(set);
  const other = quads(others);
  for (let i = 0; i < own.length; i++) own[i] = (own[i] as number) & (other[i] ?? 0);
  return set;
}

/** Adds another set to a set, in place. */
export function unite(set: Bits, others: Bits): Bits {
  const own = quads(set);
  const other = quads(others);
  const length = Math.min(own.length, other.length);
  for (let i = 0; i < length; i++) own[i] = (own[i] as number) | (other[i] as number);
  return set;
}

/** Removes another set from a set, in place. */
export function takeOut(set: Bits, others: Bits): Bits {
  const own = quads(set);
  const other = quads(others);
  const length = Math.min(own.length, other.length);
  for (let i = 0; i < length; i++) own[i] = (own[i] as number) & ~(other[i] as number);
  return set;
}

/** The intersection, as long as the first set. */
export const both = (a: Bits, b: Bits): Bits => keep(copyOf(a), b);

/** The difference, as long as the first set. */
export const without = (a: Bits, b: Bits): Bits => takeOut(copyOf(a), b);

/** The size of a set. */
export function countBits(bits: Bits): number {
  let count = 0;
  const all = quads(bits);
  for (let i = 0; i < all.length; i++) {
    const quad = all[i] as number;
    let pairs = quad - ((quad >>> 1) & 0x55555555);
    pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
    count += Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** The numbers of a set, in ascending order. */
export function numbersIn(bits: Bits): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bits.length; at++) {
    const byte = bits[at] as number;
    if (byte === 0) continue;
    for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) numbers.push(at * 8 + bit);
  }
  return numbers;
}

/** A byte, 0 or 1, for each number of a set. */
export function bytesOf(bits: Bits): Buffer {
  const bytes = Buffer.alloc(bits.length * 8);
  for (let number = 0; number < bytes.length; number++) if (has(bits, number)) bytes[number] = 1;
  return bytes;
}

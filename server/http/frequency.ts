/** Counters of each of the two rows: some more than there are keys that are asked for again and again. */
const WIDTH = 1 << 16;
/** After so many requests what was asked for before counts half. */
const HALVED_EVERY = 1 << 18;
const MOST = 255;

export interface Frequency {
  add(key: string): void;
  /** How often a key was asked for lately: never too little, and seldom too much. */
  of(key: string): number;
}

/**
 * Counts how often keys are asked for without keeping any of them: each adds to one counter in either row, and
 * the smaller of the two is shared with the fewest others (a count-min sketch). 128 KiB, whatever is asked for.
 */
export function createFrequency(halvedEvery = HALVED_EVERY): Frequency {
  const counts = new Uint8Array(2 * WIDTH);
  let added = 0;

  function halve(): void {
    added = 0;
    for (let i = 0; i < counts.length; i++) counts[i] = (counts[i] as number) >> 1;
  }

  return {
    add(key) {
      const hash = hashOf(key);
      const first = firstOf(hash);
      const second = secondOf(hash);
      if ((counts[first] as number) < MOST) counts[first] = (counts[first] as number) + 1;
      if ((counts[second] as number) < MOST) counts[second] = (counts[second] as number) + 1;
      if (++added >= halvedEvery) halve();
    },
    of(key) {
      const hash = hashOf(key);
      return Math.min(counts[firstOf(hash)] as number, counts[secondOf(hash)] as number);
    },
  };
}

/** FNV-1a, and its bits once more mixed: addresses differ in their last letters. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

const firstOf = (hash: number): number => hash & (WIDTH - 1);
const secondOf = (hash: number): number => WIDTH + (Math.imul(hash, 0x9e3779b1) >>> 16);

import { add, type Bits, has, noBits } from './sets.ts';
import type { Ordered } from './store.ts';

/** All documents of a scope in the order of their rank. */
export interface Ranking extends Ordered {
  set: Bits;
  /** Places by document number, 1 the first; 0 without a place. */
  places: Uint32Array;
}

export function toRanking({ ids, numbers }: Ordered): Ranking {
  const last = numbers.reduce((most, number) => Math.max(most, number), 0);
  const set = noBits(last);
  const places = new Uint32Array(last + 1);
  for (const [i, number] of numbers.entries()) {
    if (number < 0) continue;
    add(set, number);
    places[number] = i + 1;
  }
  return { ids, numbers, set, places };
}

/** Indexes of the first documents of a set, after the document `after`; undefined if `after` is not ranked any more. */
export function firstInOrder(
  { ids, numbers }: Ranking,
  set: Bits,
  count: number,
  after?: string,
): number[] | undefined {
  const first: number[] = [];
  const from = after === undefined ? 0 : ids.indexOf(after) + 1;
  if (after !== undefined && from === 0) return undefined;
  for (let i = from; i < ids.length && first.length < count; i++)
    if (has(set, numbers[i] as number)) first.push(i);
  return first;
}

import type { Db } from './open.ts';

export type ApplySum = (tx: Db, sum: number) => Promise<void>;

/**
 * Additions that a transaction makes just before its commit: one statement for each key, however
 * often it was added to. Rows that every write changes (the counts of a day, the revision) are so
 * written once for all writes that share a commit, and locked only for its length.
 */
export class Sums {
  readonly #sums = new Map<string, { sum: number; apply: ApplySum }>();

  add(key: string, amount: number, apply: ApplySum): void {
    const known = this.#sums.get(key);
    if (known) known.sum += amount;
    else this.#sums.set(key, { sum: amount, apply });
  }

  has(key: string): boolean {
    return this.#sums.has(key);
  }

  addAll(other: Sums): void {
    for (const [key, { sum, apply }] of other.#sums) this.add(key, sum, apply);
  }

  /** Applies them in one order everywhere, so that two transactions never wait for each other. */
  async apply(tx: Db): Promise<void> {
    for (const [, { sum, apply }] of [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (sum !== 0) await apply(tx, sum);
    }
  }
}

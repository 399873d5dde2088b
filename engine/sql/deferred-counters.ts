import type { Kysely } from 'kysely';

/** Adds `by` to a counter, in the transaction of the change. */
export type ApplyIncrement<Schema> = (tx: Kysely<Schema>, by: number) => Promise<void>;

/**
 * Counters that a transaction raises just before its commit, one statement for each key. Rows that every write changes
 * (the counts of a day, the revision) are written once for all writes that share a commit, and locked only for its
 * length.
 */
export class DeferredCounters<Schema> {
  readonly #counters = new Map<string, { by: number; apply: ApplyIncrement<Schema> }>();

  increment(key: string, by: number, apply: ApplyIncrement<Schema>): void {
    const known = this.#counters.get(key);
    if (known) known.by += by;
    else this.#counters.set(key, { by, apply });
  }

  has(key: string): boolean {
    return this.#counters.has(key);
  }

  incrementAll(other: DeferredCounters<Schema>): void {
    for (const [key, { by, apply }] of other.#counters) this.increment(key, by, apply);
  }

  /** Applies all counters in the order of their keys, so that two transactions never wait for each other. */
  async apply(tx: Kysely<Schema>): Promise<void> {
    for (const [, { by, apply }] of [...this.#counters].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (by !== 0) await apply(tx, by);
    }
  }
}

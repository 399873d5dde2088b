import type { ApplyIncrement, Db } from './types.ts';

/**
 * Counters that a transaction raises just before its commit: one statement for each key, however
 * often it was raised. Rows that every write changes (the counts of a day, the revision) are so
 * written once for all writes that share a commit, and locked only for its length.
 */
export class DeferredCounters {
  readonly #counters = new Map<string, { by: number; apply: ApplyIncrement }>();

  increment(key: string, by: number, apply: ApplyIncrement): void {
    const known = this.#counters.get(key);
    if (known) known.by += by;
    else this.#counters.set(key, { by, apply });
  }

  has(key: string): boolean {
    return this.#counters.has(key);
  }

  incrementAll(other: DeferredCounters): void {
    for (const [key, { by, apply }] of other.#counters) this.increment(key, by, apply);
  }

  /** Applies them in one order everywhere, so that two transactions never wait for each other. */
  async apply(tx: Db): Promise<void> {
    for (const [, { by, apply }] of [...this.#counters].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (by !== 0) await apply(tx, by);
    }
  }
}

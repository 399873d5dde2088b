import { CallError } from '../../shared/api.ts';

export interface RunOutcome<Item, Result> {
  done: { item: Item; result: Result }[];
  failed: { item: Item; error: unknown }[];
}

export interface RunOptions {
  /** Stops between two batches. */
  signal?: AbortSignal | undefined;
  onProgress?: ((finished: number) => void) | undefined;
}

/**
 * Does the same with many items, a batch a call: each call is one act, and between two of them one can
 * stop. A call that fails, fails for all of its items; the end of the session ends everything.
 * @param send makes a call, and says what became of each of its items, in their order
 * @throws CallError with status 401
 */
export async function runAll<Item, Result>(
  items: readonly Item[],
  size: number,
  send: (batch: readonly Item[]) => Promise<readonly ({ result: Result } | { error: unknown })[]>,
  { signal, onProgress }: RunOptions = {},
): Promise<RunOutcome<Item, Result>> {
  const outcome: RunOutcome<Item, Result> = { done: [], failed: [] };
  for (let from = 0; from < items.length && !signal?.aborted; from += size) {
    const batch = items.slice(from, from + size);
    try {
      const answers = await send(batch);
      for (const [i, item] of batch.entries()) {
        const answer = answers[i] ?? { error: new Error('There is no answer for this one.') };
        if ('result' in answer) outcome.done.push({ item, result: answer.result });
        else outcome.failed.push({ item, error: answer.error });
      }
    } catch (error) {
      if (error instanceof CallError && error.status === 401) throw error;
      outcome.failed.push(...batch.map((item) => ({ item, error })));
    }
    onProgress?.(outcome.done.length + outcome.failed.length);
  }
  return outcome;
}

import pLimit from 'p-limit';
import { CallError } from '../api.ts';

/** Calls under way at once: the browser's connections stay free for the rest of the page. */
const AT_ONCE = 4;

export interface Outcome<Item, Result> {
  done: { item: Item; result: Result }[];
  failed: { item: Item; error: unknown }[];
}

/**
 * Does the same for many items, some at a time. One that fails does not stop the others; the end of
 * the session does, and so does `signal`, after what is under way.
 * @throws CallError with status 401
 */
export async function runAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (finished: number) => void } = {},
): Promise<Outcome<Item, Result>> {
  const outcome: Outcome<Item, Result> = { done: [], failed: [] };
  let sessionEnd: CallError | undefined;
  await pLimit(AT_ONCE).map(items, async (item) => {
    if (signal?.aborted || sessionEnd) return;
    try {
      outcome.done.push({ item, result: await work(item) });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) sessionEnd = error;
      else outcome.failed.push({ item, error });
    }
    onProgress?.(outcome.done.length + outcome.failed.length);
  });
  if (sessionEnd) throw sessionEnd;
  return outcome;
}

import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

/** Pages that wait at most; others wait until somebody asks for them again. */
const WAITING_MAX = 256;
/** After each page readers have the thread for so many times as long as it took. */
const PAUSE = 15;
/** That long at most, in milliseconds: it may have waited for its own turn. */
const PAUSE_MOST = 500;

export interface Remaker {
  add(key: string): void;
  /** Makes no more, and waits for the one that is being made. */
  stop(): Promise<void>;
}

/**
 * Makes pages anew one after another, while what was kept of them is served. Where the numbers of all pages
 * move every second that is a sixteenth of the thread: what is read most often is made anew most often.
 */
export function createRemaker(make: (key: string) => Promise<void>): Remaker {
  const waiting = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let making: Promise<void> | undefined;

  async function makeAll(): Promise<void> {
    for (const key of waiting) {
      if (signal.aborted) return;
      const began = performance.now();
      // What fails stays as it was, and is tried again when somebody asks for it.
      await make(key).catch(() => {});
      waiting.delete(key);
      const pause = Math.min(PAUSE_MOST, (performance.now() - began) * PAUSE);
      await setTimeout(pause, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  return {
    add(key) {
      if (signal.aborted || waiting.size >= WAITING_MAX) return;
      waiting.add(key);
      making ??= makeAll().finally(() => {
        making = undefined;
      });
    },
    async stop() {
      stopping.abort();
      await making;
    },
  };
}

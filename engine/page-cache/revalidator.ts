import { setTimeout } from 'node:timers/promises';

/** Longest queue; a page beyond it is queued by a later request for the page. */
const QUEUE_MAX = 256;
/** Pause after each page, as a multiple of the time that rendering it took: readers come first. */
const REVALIDATION_PAUSE = 15;
/** Longest pause in milliseconds: rendering may have waited for its own turn. */
const PAUSE_MAX = 500;

export interface Revalidator {
  add(key: string): void;
  /** Renders no more, and waits for the page that is being rendered. */
  stop(): Promise<void>;
}

/**
 * Renders soft-stale pages again in the background, one after another. With counters that change every second this
 * takes a sixteenth of the thread, and the pages that are read most often are renewed most often.
 */
export function createRevalidator(render: (key: string) => Promise<void>): Revalidator {
  const queue = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (const key of queue) {
      if (signal.aborted) return;
      const began = performance.now();
      // A page that fails stays soft-stale, and is queued again by the next request for it.
      await render(key).catch(() => {});
      queue.delete(key);
      const pause = Math.min(PAUSE_MAX, (performance.now() - began) * REVALIDATION_PAUSE);
      await setTimeout(pause, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  return {
    add(key) {
      if (signal.aborted || queue.size >= QUEUE_MAX) return;
      queue.add(key);
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

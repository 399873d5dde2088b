import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

/** How long after the start of the process it begins, and when it looks for new work, in milliseconds. */
const LOOK_EVERY = 30_000;
/** After so long, what single changes made stale is looked for as well, in milliseconds. */
const AGAIN_AFTER = 60 * 60_000;
/** With a larger share of the time taken by others it waits. */
const BUSY = 0.5;
/** How long it waits for others to be done, in milliseconds: longer each time that they are not. */
const WAIT = { first: 10, times: 3, most: 1000 };
/** Pauses are this part of the work before them, and so long at least, in milliseconds. */
const PAUSE = { part: 0.25, least: 2 };
/** Pages are made in an order of their own within so many: several processes seldom make the same one. */
const SHUFFLED = 1000;

interface Options {
  /** The addresses of pages, those first that are worth most. */
  addresses: () => AsyncIterable<string>;
  /** Makes and keeps a page where none that is good is kept. Resolves to false where there is no room. */
  make: (address: string) => Promise<boolean>;
  /** A number that grows with each change, and whether one since then changed everything. */
  revision: () => Promise<number>;
  isAllChanged: (since: number) => boolean;
  failed: (error: unknown) => void;
  /** How long it waits between two looks for new work, in milliseconds. */
  every?: number | undefined;
}

export interface PagesAhead {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Makes pages that nobody has asked for yet while there is nothing else to do: after a start of another
 * version, or after what changed everything, each first reader of a page would wait for it.
 */
export function createPagesAhead(options: Options): PagesAhead {
  const { addresses, make, revision, isAllChanged, failed, every = LOOK_EVERY } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const sleep = (milliseconds: number) =>
    setTimeout(milliseconds, undefined, { ref: false, signal }).catch(() => {});
  let running: Promise<void> | undefined;
  /** When, and of what revision, pages were last gone through. */
  let last: { at: number; revision: number } | undefined;

  /** Leaves the thread to others for a moment, and for longer while they need it. */
  async function pause(milliseconds: number): Promise<void> {
    let wait = milliseconds;
    while (!signal.aborted) {
      const before = performance.eventLoopUtilization();
      await sleep(wait);
      if (performance.eventLoopUtilization(before).utilization < BUSY) return;
      wait = Math.min(WAIT.most, Math.max(WAIT.first, wait * WAIT.times));
    }
  }

  async function walk(): Promise<void> {
    for await (const some of inTurns(addresses(), SHUFFLED)) {
      for (const address of some) {
        if (signal.aborted) return;
        const began = performance.now();
        if (!(await make(address))) return;
        await pause(Math.max(PAUSE.least, (performance.now() - began) * PAUSE.part));
      }
    }
  }

  async function isDue(): Promise<boolean> {
    if (!last || isAllChanged(last.revision)) return true;
    return performance.now() - last.at > AGAIN_AFTER && (await revision()) > last.revision;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sleep(every);
      if (signal.aborted) return;
      try {
        const now = await revision();
        if (!(await isDue())) continue;
        await walk();
        last = { at: performance.now(), revision: now };
      } catch (error) {
        failed(error);
      }
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function* inTurns(all: AsyncIterable<string>, size: number): AsyncIterable<string[]> {
  let some: string[] = [];
  for await (const one of all) {
    some.push(one);
    if (some.length < size) continue;
    yield shuffled(some);
    some = [];
  }
  yield shuffled(some);
}

/** Fisher and Yates. */
function shuffled<T>(items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
  return items;
}

import type { Dialect } from '../database/types.ts';

/** Gives the place to the next request. A second call does nothing. */
export type Release = () => void;

export interface RenderQueue {
  /**
   * Resolves when it is the request's turn, and to undefined where too many wait: then the youngest request of
   * the network with most of them goes, which may be this one.
   */
  acquire(network: string): Promise<Release | undefined>;
}

interface QueueLimits {
  /** Maximum number of responses that are computed at the same time. */
  atOnce: number;
  /** Requests that wait for their turn. */
  waiting: number;
  /** Waiting requests of one network. */
  waitingOfOne: number;
}

/** For pages: rendering uses one thread, and clients leave after some seconds. */
export const RENDER_LIMITS: QueueLimits = { atOnce: 2, waiting: 192, waitingOfOne: 48 };

/** For data of the API. PostgreSQL computes several answers at once; SQLite runs in this process. */
export const callLimits = (dialect: Dialect): QueueLimits => ({
  ...RENDER_LIMITS,
  atOnce: dialect === 'sqlite' ? 2 : 8,
});

/** SQLite runs in this process: two pages at once take as long, and twice the memory. */
export const renderLimits = (dialect: Dialect): QueueLimits =>
  dialect === 'sqlite' ? { ...RENDER_LIMITS, atOnce: 1 } : RENDER_LIMITS;

/**
 * Turns of the event loop at most in which connections are taken before a page is begun. The loop takes
 * one in each: among pages alone a visitor would wait for as many pages as connections came before.
 */
const TURNS_MAX = 64;

/**
 * Lets a few pages be made at once and a few requests wait, the networks in turns: who asks for ever
 * new pages waits behind their own requests. Between two pages everything else that is due runs, so what costs
 * nothing, cached pages and health among it, is answered as always.
 * @param connected how many connections the server has taken so far
 */
export function createRenderQueue(
  { atOnce, waiting, waitingOfOne }: QueueLimits,
  connected: () => number,
): RenderQueue {
  /** Waiting requests by network; a network that had its turn moves to the end. */
  const queues = new Map<string, ((leave: Release | undefined) => void)[]>();
  let making = 0;
  let queued = 0;
  let admitting = false;

  function releaser(): Release {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      making--;
      admit();
    };
  }

  /** Begins queued pages while there are places. Requests get a turn of the event loop in which they can hang up. */
  function admit(): void {
    if (admitting || queued === 0 || making >= atOnce) return;
    admitting = true;
    afterArrivals(() => {
      admitting = false;
      admitNext();
      admit();
    });
  }

  /** Goes on after a turn that brought no connection. */
  function afterArrivals(goOn: () => void): void {
    const look = (before: number, turns: number) => {
      const now = connected();
      if (now > before && turns < TURNS_MAX) setImmediate(look, now, turns + 1);
      else goOn();
    };
    // Where connections were taken a moment ago, the first comes without a look whether there are more.
    setImmediate(() => setImmediate(look, connected(), 1));
  }

  /**
   * Refuses the youngest request of the network that has most of them waiting.
   * @param own how many of the newcomer's network wait
   * @returns false where no network has more than the newcomer's would
   */
  function makeRoomFor(own: number): boolean {
    const longest = [...queues.values()].reduce((most, one) => (one.length > most.length ? one : most), []);
    if (longest.length <= own + 1) return false;
    longest.pop()?.(undefined);
    queued--;
    return true;
  }

  function admitNext(): void {
    const [first] = queues;
    if (!first) return;
    const [network, queue] = first;
    const next = queue.shift();
    queues.delete(network);
    if (queue.length > 0) queues.set(network, queue);
    queued--;
    making++;
    next?.(releaser());
  }

  return {
    acquire(network) {
      const free = atOnce - making;
      const queue = queues.get(network) ?? [];
      if (queue.length >= waitingOfOne + free) return Promise.resolve(undefined);
      if (queued >= waiting + free && !makeRoomFor(queue.length)) return Promise.resolve(undefined);
      queued++;
      return new Promise((resolve) => {
        queue.push(resolve);
        queues.set(network, queue);
        admit();
      });
    },
  };
}

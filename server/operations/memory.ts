import { performance } from 'node:perf_hooks';

/** How often it is looked whether the process is idle, in milliseconds. */
const LOOK_EVERY = 5000;
/** The share of this time in which an idle process has anything to do. */
const IDLE = 0.03;
/** How much more memory than after the last time is worth a collection. */
const GROWN = 1.2;

/**
 * Gives back what work has left behind (a start, an import, an hour of many readers) once the process
 * is idle: V8 would keep it until the next full collection, which may be in days (note 0018). Where the
 * process was started without `--expose-gc`, nothing happens.
 */
export function giveMemoryBackWhenIdle(): void {
  let before = performance.eventLoopUtilization();
  let kept = 0;
  let isGiving = false;
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    const { heapTotal } = process.memoryUsage();
    if (isGiving) kept = heapTotal;
    isGiving = utilization < IDLE && heapTotal > kept * GROWN;
    if (isGiving) void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }, LOOK_EVERY).unref();
}

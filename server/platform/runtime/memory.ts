import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import { every } from '../time/timer.ts';

/** How often it is looked whether the process is idle, in milliseconds. */
const IDLE_CHECK_MS = 2500;
/** The share of this time in which an idle process has anything to do. */
const IDLE_SHARE = 0.03;
/** How much more memory than after the last time is worth a collection. */
const GROWN = 1.2;

/**
 * Collects garbage once the process is idle after work (a start, an import, an hour of many readers): V8 would keep the
 * memory until its next full collection, which may be in days. Without `--expose-gc`, nothing happens.
 */
export function giveMemoryBackWhenIdle(): void {
  let before = performance.eventLoopUtilization();
  let kept = 0;
  let isGiving = false;
  every(IDLE_CHECK_MS, () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    // process.memoryUsage() reads a file, and none can be opened where a flood has them all.
    const heapTotal = v8.getHeapStatistics().total_heap_size;
    if (isGiving) kept = heapTotal;
    isGiving = utilization < IDLE_SHARE && heapTotal > kept * GROWN;
    if (isGiving) void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }).unref();
}

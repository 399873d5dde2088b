import { setTimeout } from 'node:timers/promises';

/**
 * Calls that mail something only to some addresses answer no sooner than this, in milliseconds: writing and queueing
 * a mail takes about 2 ms, which would tell them apart.
 */
const ANSWER_AFTER = 50;

/** Waits until `since` is long enough ago that the time of an answer tells nothing of its address. */
export const answerEvenly = (since: number): Promise<void> =>
  setTimeout(Math.max(0, ANSWER_AFTER - (performance.now() - since)));

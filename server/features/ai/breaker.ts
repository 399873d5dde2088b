import { MINUTE } from '../../../core/time.ts';
import type { Now } from '../../platform/time/clock.ts';

/** Failures in a row after which a provider counts as down. */
const FAILURES_BEFORE_OPEN = 5;
/** How long a provider that is down is left alone, in milliseconds. */
const LEFT_ALONE = MINUTE;

export interface Breaker {
  /** Milliseconds until the provider may be asked again; 0 where it may now. */
  wait(): number;
  /** Records an answer of the provider, also a refusal. */
  answered(): void;
  /** Records a failure of the provider: unreachable, too slow, or a 5xx answer. */
  failed(): void;
}

/**
 * Spares people the wait for a provider that is down. After the pause one more failure closes it off
 * again. Each process finds out for itself: what one gets wrong costs a few requests.
 */
export function createBreaker(now: Now): Breaker {
  let failures = 0;
  let until = 0;
  return {
    wait: () => Math.max(0, until - now().getTime()),
    answered() {
      failures = 0;
      until = 0;
    },
    failed() {
      failures++;
      if (failures >= FAILURES_BEFORE_OPEN) until = now().getTime() + LEFT_ALONE;
    },
  };
}

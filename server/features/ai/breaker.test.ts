import { expect, test } from 'vitest';
import { SECOND } from '../../../core/time.ts';
import { createBreaker } from './breaker.ts';

test('a provider that failed five times in a row is left alone for a minute, then after each failure', () => {
  let time = 0;
  const breaker = createBreaker(() => new Date(time));
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) breaker.failed();
  };
  fail(4);
  expect(breaker.wait()).toBe(0);
  // An answer ends the row.
  breaker.answered();
  fail(4);
  expect(breaker.wait()).toBe(0);
  fail(1);
  expect(breaker.wait()).toBe(60 * SECOND);
  time = 60 * SECOND;
  expect(breaker.wait()).toBe(0);
  fail(1);
  expect(breaker.wait()).toBe(60 * SECOND);
  breaker.answered();
  expect(breaker.wait()).toBe(0);
});

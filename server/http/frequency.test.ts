import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrequency } from './frequency.ts';

const page = (n: number) => `ko /ko/companies/company-${n}`;

test('what was asked for is never counted too little', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 200 }), (asked) => {
      const frequency = createFrequency();
      const counts = new Map<number, number>();
      for (const n of asked) {
        frequency.add(page(n));
        counts.set(n, (counts.get(n) ?? 0) + 1);
      }
      for (const [n, count] of counts) expect(frequency.of(page(n))).toBeGreaterThanOrEqual(count);
    }),
  );
});

test('of 40,000 addresses hardly any is counted too much', () => {
  const frequency = createFrequency();
  for (let n = 0; n < 40_000; n += 2) frequency.add(page(n));
  let wrong = 0;
  for (let n = 1; n < 40_000; n += 2) if (frequency.of(page(n)) > 0) wrong++;
  // Each of two rows has a quarter of its counters used: about a sixteenth meets others in both.
  expect(wrong / 20_000).toBeLessThan(0.1);
});

test('what was asked for long ago counts less and less', () => {
  const frequency = createFrequency(64);
  for (let n = 0; n < 63; n++) frequency.add('before');
  expect(frequency.of('before')).toBe(63);
  for (let n = 0; n < 129; n++) frequency.add('now');
  expect(frequency.of('before')).toBe(7);
  expect(frequency.of('now')).toBeGreaterThan(frequency.of('before'));
});

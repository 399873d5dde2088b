import { expect, test } from 'vitest';
import { canStartDrag, closesPanel, followedBy, leadsOn } from './drag.ts';

test.each([
  [{ x: 100, y: 0 }, false],
  [{ x: 101, y: 0 }, true],
  [{ x: -300, y: 0 }, false],
  [{ x: 150, y: 200 }, false],
  [{ x: 150, y: -100 }, true],
])('a drag to %j closes: %s', (end, closes) => {
  expect(closesPanel({ x: 0, y: 0 }, end)).toBe(closes);
});

test('a drag does not start in a control', () => {
  const inside = (tag: string | null) => ({
    closest: (selector: string) => (tag && selector.split(', ').includes(tag) ? ({} as Element) : null),
  });
  expect(
    ['button', 'input', 'textarea', 'a', 'select', null].map((tag) => canStartDrag(inside(tag))),
  ).toEqual([false, false, false, false, false, true]);
  expect(canStartDrag(null)).toBe(false);
});

test.each([
  [{ x: 6, y: 0 }, 0],
  [{ x: 40, y: 10 }, 40],
  [{ x: 40, y: 60 }, 0],
  [{ x: -40, y: 0 }, 0],
])('the panel follows a movement by %j for %i px', (now, right) => {
  expect(followedBy({ x: 0, y: 0 }, now)).toBe(right);
});

test.each([
  [{ x: -101, y: 0 }, true],
  [{ x: -100, y: 0 }, false],
  [{ x: 150, y: 0 }, false],
  [{ x: -150, y: 200 }, false],
])('a swipe to %j leads to the next company: %s', (end, leads) => {
  expect(leadsOn({ x: 0, y: 0 }, end)).toBe(leads);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ARROWS, type Arrow, nearestTo, nextSpot, type Spot } from './nearest.ts';

const spots = [
  { x: 0, y: 0 },
  { x: 50, y: 5 },
  { x: 100, y: 0 },
  { x: 50, y: 80 },
  { x: 50, y: 80 },
];

test('the nearest is found, and nothing where nothing is near', () => {
  expect(nearestTo({ x: 52, y: 8 }, spots, 20)).toBe(1);
  expect(nearestTo({ x: 75, y: 40 }, spots, 20)).toBe(-1);
  expect(nearestTo({ x: 50, y: 79 }, spots, 20)).toBe(3);
  expect(nearestTo({ x: 0, y: 0 }, [], 20)).toBe(-1);
});

test('arrows lead to what is ahead, and stay at the edge', () => {
  expect(nextSpot(-1, 'ArrowRight', spots)).toBe(0);
  expect(nextSpot(0, 'ArrowRight', spots)).toBe(1);
  expect(nextSpot(1, 'ArrowRight', spots)).toBe(2);
  expect(nextSpot(2, 'ArrowRight', spots)).toBe(2);
  expect(nextSpot(2, 'ArrowLeft', spots)).toBe(1);
  expect(nextSpot(1, 'ArrowDown', spots)).toBe(3);
  // Two at one place follow each other.
  expect(nextSpot(3, 'ArrowDown', spots)).toBe(4);
  expect(nextSpot(4, 'ArrowUp', spots)).toBe(3);
  expect(nextSpot(3, 'ArrowUp', spots)).toBe(1);
});

test('an arrow leads ahead wherever something lies ahead, and never back', () => {
  const place = fc.record({ x: fc.integer({ min: 0, max: 30 }), y: fc.integer({ min: 0, max: 30 }) });
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 25 }), fc.nat(), (all, n) => {
      const from = n % all.length;
      const here = all[from] ?? { x: 0, y: 0 };
      for (const arrow of Object.keys(ARROWS) as Arrow[]) {
        const { x, y } = ARROWS[arrow];
        const ahead = (spot: Spot) => (spot.x - here.x) * x + (spot.y - here.y) * y;
        const to = nextSpot(from, arrow, all);
        const spot = all[to] ?? here;
        expect(ahead(spot)).toBeGreaterThanOrEqual(0);
        if (to === from) expect(all.some((other) => ahead(other) > 0)).toBe(false);
      }
    }),
  );
});

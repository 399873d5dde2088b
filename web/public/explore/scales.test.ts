import { describe, expect, test } from 'vitest';
import { axesOf, equalLines, pointPosition, ticksOf } from './scales.ts';

const company = (employees: number, revenue: number) => ({ x: employees, y: revenue });

describe('the axes', () => {
  const points = [company(1, 1e5), company(10, 1e6), company(1000, 1e10)];
  const axes = axesOf(points);

  test('have room for all of them, and equal steps for equal factors', () => {
    for (const point of points) {
      const { x, y } = pointPosition(point, axes);
      for (const part of [x, y]) {
        expect(part).toBeGreaterThan(0.03);
        expect(part).toBeLessThan(0.97);
      }
    }
    const [one, ten, thousand] = points.map((point) => pointPosition(point, axes));
    expect((thousand?.x ?? 0) - (ten?.x ?? 0)).toBeCloseTo(2 * ((ten?.x ?? 0) - (one?.x ?? 0)));
    // More revenue is higher up.
    expect(thousand?.y).toBeLessThan(one?.y ?? 0);
  });

  test.each([
    ['none', []],
    ['one', [company(3, 2e6)]],
    ['equal ones', [company(3, 2e6), company(3, 2e6)]],
  ])('of %s are finite, and what there is stands in the middle', (_, of) => {
    const axes = axesOf(of);
    expect(axes.x.high - axes.x.low).toBeGreaterThanOrEqual(1);
    expect(axes.y.high - axes.y.low).toBeGreaterThanOrEqual(2);
    for (const point of of) {
      const { x, y } = pointPosition(point, axes);
      expect([x, y]).toEqual([expect.closeTo(0.5), expect.closeTo(0.5)]);
    }
  });

  test('name powers of ten, and a short axis what is between', () => {
    const log = (low: number, high: number) => ticksOf({ isLog: true, low, high });
    expect(log(-0.2, 3.5)).toEqual([1, 10, 100, 1000]);
    expect(log(0.1, 1.2)).toEqual([2, 5, 10]);
    expect(log(3.5, 12.2).every((tick) => Number.isInteger(Math.log10(tick)))).toBe(true);
    expect(log(0, 30).length).toBeLessThanOrEqual(8);
  });

  test('an even axis names round numbers, also below zero', () => {
    const even = (low: number, high: number) => ticksOf({ isLog: false, low, high });
    expect(even(-3.2, 7.1)).toEqual([-2, 0, 2, 4, 6]);
    expect(even(1989.5, 2026.5)).toEqual([1990, 2000, 2010, 2020]);
    expect(even(0.1, 0.32)).toEqual([0.15, 0.2, 0.25, 0.3]);
    const axes = axesOf([company(-5, 0), company(10, 3)], { shortest: 1, isEven: true }, { shortest: 1 });
    expect([axes.x.isLog, axes.y.isLog]).toEqual([false, false]);
    expect(pointPosition(company(2.5, 1.5), axes)).toEqual({
      x: expect.closeTo(0.5),
      y: expect.closeTo(0.5),
    });
  });
});

test('along a line everybody brings in the same, and every line ends within the drawing', () => {
  const points = [company(1, 1e5), company(500, 1e9)];
  const axes = axesOf(points);
  const lines = equalLines(axes, points);
  expect(lines.map(({ amount }) => amount)).toEqual([1e5, 1e6, 1e7]);
  for (const { amount, from, to } of lines) {
    for (const part of [from.x, from.y, to.x, to.y]) {
      expect(part).toBeGreaterThanOrEqual(-1e-9);
      expect(part).toBeLessThanOrEqual(1 + 1e-9);
    }
    // A company of five people with that revenue each stands on it.
    const { x, y } = pointPosition(company(5, 5 * amount), axes);
    const part = (x - from.x) / (to.x - from.x);
    expect(from.y + part * (to.y - from.y)).toBeCloseTo(y);
  }
});

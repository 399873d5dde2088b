import { expect, test } from 'vitest';
import { drawWorld, HEIGHT, WIDTH } from './world-map.ts';

const { shapes, places } = drawWorld();

/** The corners of a path of `M` and `l`. */
function corners(path: string): [number, number][] {
  let at: [number, number] = [0, 0];
  return [...path.matchAll(/([Ml])(-?\d+) ?(-?\d+)/g)].map(([, letter, x, y]) => {
    const [dx, dy] = [Number(x), Number(y)];
    at = letter === 'M' ? [dx, dy] : [at[0] + dx, at[1] + dy];
    return at;
  });
}

test('every country of the map is drawn within it, by its two letters', () => {
  expect(Object.keys(shapes).length).toBeGreaterThan(165);
  for (const [code, path] of Object.entries(shapes)) {
    expect(code).toMatch(/^([A-Z]{2})?$/);
    for (const [x, y] of corners(path)) {
      expect(x, code).toBeGreaterThanOrEqual(0);
      expect(x, code).toBeLessThanOrEqual(WIDTH);
      expect(y, code).toBeGreaterThanOrEqual(0);
      expect(y, code).toBeLessThanOrEqual(HEIGHT);
    }
  }
  expect(shapes['AQ']).toBeUndefined();
});

test('a number stands in its country, and too small countries have a place for one', () => {
  for (const code of ['US', 'KR', 'JP', 'CN', 'FR', 'ZA', 'BR']) {
    const [x, y] = places[code] ?? [0, 0];
    const points = corners(shapes[code] ?? '');
    expect(x, code).toBeGreaterThan(Math.min(...points.map(([px]) => px)));
    expect(x, code).toBeLessThan(Math.max(...points.map(([px]) => px)));
    expect(y, code).toBeGreaterThan(Math.min(...points.map(([, py]) => py)));
    expect(y, code).toBeLessThan(Math.max(...points.map(([, py]) => py)));
  }
  for (const code of ['SG', 'MT', 'HK']) {
    expect(shapes[code], code).toBeUndefined();
    expect(places[code], code).toBeDefined();
  }
  // West of Japan, east of China's middle.
  expect(places['KR']?.[0]).toBeLessThan(places['JP']?.[0] ?? 0);
  expect(places['KR']?.[0]).toBeGreaterThan(places['CN']?.[0] ?? 0);
});

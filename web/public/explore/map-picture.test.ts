import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAP_STEPS, placeNumbers } from './map-picture.ts';

const map = { width: 2000, height: 900, places: {} as Record<string, [number, number]> };

test('a number has its place from the width on at which it covers no other', () => {
  const places: Record<string, [number, number]> = {
    US: [400, 300],
    DE: [1020, 250],
    CZ: [1050, 250],
    CH: [1023, 251],
  };
  const counted = [
    { value: 'US', count: 54 },
    { value: 'DE', count: 4 },
    { value: 'CZ', count: 3 },
    { value: 'CH', count: 1 },
    { value: 'XX', count: 1 },
    { value: 'FR', count: 0 },
  ];
  expect(
    placeNumbers(counted, { ...map, places }, (code) => code).map(({ code, step }) => [code, step]),
  ).toEqual([
    ['US', 0],
    ['DE', 0],
    ['CZ', 2],
    ['CH', null],
    ['XX', null],
  ]);
});

test('at no width does a number cover another one', () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 900 }));
  const countries = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 9999 })), { maxLength: 40 });
  fc.assert(
    fc.property(countries, fc.integer({ min: 256, max: 1100 }), (of, width) => {
      const places = Object.fromEntries(of.map(([at], i) => [`C${i}`, at]));
      const counted = of.map(([, count], i) => ({ value: `C${i}`, count }));
      const shown = placeNumbers(counted, { ...map, places }, (code) => code).filter(
        ({ step }) => step !== null && (MAP_STEPS[step] ?? 0) <= width,
      );
      const height = (width * map.height) / map.width;
      for (const [i, a] of shown.entries())
        for (const b of shown.slice(i + 1)) {
          const across = Math.abs((a.place?.x ?? 0) - (b.place?.x ?? 0)) * width;
          const down = Math.abs((a.place?.y ?? 0) - (b.place?.y ?? 0)) * height;
          const digits = String(a.count).length + String(b.count).length;
          expect(across >= digits * 4 || down >= 14).toBe(true);
        }
    }),
  );
});

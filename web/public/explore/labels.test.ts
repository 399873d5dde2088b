import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Box, boxOf, heightAt, isLabelShown, LABELS_MAX, placeLabels, widthOf } from './labels.ts';
import { axesOf, pointPosition } from './scales.ts';

const overlaps = (a: Box, b: Box) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0;

const points = fc.array(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 12 }),
    x: fc.integer({ min: 1, max: 5000 }),
    y: fc.integer({ min: 1000, max: 2_000_000_000 }),
  }),
  { maxLength: 60 },
);

test('at no width does a name cover another one or a mark, or leave the drawing', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 256, max: 1100 }), (of, width) => {
      const axes = axesOf(of);
      const shown = placeLabels(of, of, axes).filter((label) => isLabelShown(label, width));
      const boxes = shown.map((label) => boxOf(label, width));
      for (const [i, box] of boxes.entries()) {
        expect(box.left).toBeGreaterThanOrEqual(-4);
        expect(box.right).toBeLessThanOrEqual(width + 4);
        for (const other of boxes.slice(i + 1)) expect(overlaps(box, other)).toBe(false);
        for (const mark of of) {
          const { x, y } = pointPosition(mark, axes);
          const [cx, cy] = [x * width, y * heightAt(width)];
          const core = { left: cx - 2, right: cx + 2, top: cy - 2, bottom: cy + 2 };
          expect(overlaps(box, core)).toBe(false);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('a wider drawing has more names, each once', () => {
  const of = Array.from({ length: 30 }, (_, i) => ({
    name: `Company ${i}`,
    x: Math.round(10 ** ((i % 8) / 2)),
    y: 10 ** (4 + ((i * 7) % 30) / 5),
  }));
  const labels = placeLabels(of, of, axesOf(of));
  const at = (width: number) => labels.filter((label) => isLabelShown(label, width)).map(({ text }) => text);
  for (const width of [256, 320, 400, 600, 800, 1100]) {
    expect(new Set(at(width)).size).toBe(at(width).length);
    expect(at(width).length).toBeLessThanOrEqual(LABELS_MAX);
  }
  expect(at(256).length).toBeGreaterThan(2);
  expect(at(1100).length).toBeGreaterThan(at(256).length);
});

test('what is written already keeps its room', () => {
  const of = [{ name: 'Alone', x: 5, y: 1e6 }];
  const all = (width: number): Box[] => [{ left: 0, right: width, top: 0, bottom: heightAt(width) }];
  expect(placeLabels(of, of, axesOf(of))).toHaveLength(1);
  expect(placeLabels(of, of, axesOf(of), all)).toEqual([]);
});

test('Hangul, Kana and Han are as wide as they are high', () => {
  expect(widthOf('넥슨게임즈')).toBe(60);
  expect(widthOf('小米')).toBe(24);
  expect(widthOf('illi')).toBeLessThan(widthOf('WWWW'));
});

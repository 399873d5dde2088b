import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Font, openSync } from 'fontkit';
import { expect, test } from 'vitest';
import { FACES, facesCss } from './fonts.mjs';

const folder = join(import.meta.dirname, '..', 'web', 'fonts');
const faces = FACES.map(({ file }) => join(folder, file));

test('both faces together are at most 60 kB', () => {
  expect(faces.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(60_000);
});

test.each(faces)('%s has the letters of western Europe and figures of one width', (file) => {
  const font = openSync(file) as Font;
  const letters = 'ABCXYZabcxyz0123456789 $€.,:;!?()&@#%+–—‘’“”…ÀÉÎÖÜßàéîöüçñø';
  expect([...letters].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))).toEqual([]);
  expect(font.availableFeatures).toContain('tnum');
  expect(Object.keys(font.variationAxes)).toEqual(['wght']);
});

test('the stand-ins take the room that the faces measure', async () => {
  expect(readFileSync(join(folder, '..', 'fonts.css'), 'utf8')).toBe(await facesCss());
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SHIPPED_DIRECTORY } from '../directory/shipped.ts';
import { ALL_VISIONS, contrast, difference } from './colour.ts';
import { DARK, LIGHT, tokensCss } from './tokens.ts';

const { list: CATEGORIES } = SHIPPED_DIRECTORY.categories;

/** Of text of any size (WCAG 2.2, success criterion 1.4.3). */
const READABLE = 4.5;
/** Of what is not text, and has to be seen (1.4.11). */
const VISIBLE = 3;
/** Four times what is just seen. */
const APART = 0.08;

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('in the %s', (scheme, palette) => {
  const { paper, raised, tint } = palette;

  test('every text reads on every ground that it stands on', () => {
    for (const ground of [paper, raised, tint])
      for (const name of ['ink', 'soft', 'accent', 'success', 'warning', 'danger'] as const)
        expect([name, ground, contrast(palette[name], ground) >= READABLE]).toEqual([name, ground, true]);
    expect(contrast(palette['on-accent'], palette.accent)).toBeGreaterThanOrEqual(READABLE);
    // A button that warns is filled, and its text is paper.
    expect(contrast(paper, palette.danger)).toBeGreaterThanOrEqual(READABLE);
  });

  test.each(CATEGORIES)('$id reads on paper, on what is raised and on its own tint', ({ hue }) => {
    const { strong, soft } = hue[scheme];
    for (const ground of [paper, raised, tint, soft])
      expect([ground, contrast(strong, ground) >= READABLE]).toEqual([ground, true]);
    for (const text of [palette.ink, palette.soft])
      expect([text, contrast(text, soft) >= READABLE]).toEqual([text, true]);
  });

  test.each(ALL_VISIONS)('the five hues look apart to %s eyes', (vision) => {
    for (const [i, one] of CATEGORIES.entries())
      for (const other of CATEGORIES.slice(i + 1)) {
        const apart = difference(one.hue[scheme].strong, other.hue[scheme].strong, vision);
        expect([one.id, other.id, apart >= APART]).toEqual([one.id, other.id, true]);
      }
  });

  test('a line of the chart is seen beside its trough', () => {
    for (const { hue } of CATEGORIES)
      expect(contrast(hue[scheme].strong, tint)).toBeGreaterThanOrEqual(VISIBLE);
  });
});

test('contrast and difference measure what they say', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#777777')).toBe(1);
  expect(difference('#ffffff', '#000000')).toBeCloseTo(1, 3);
  // Red and green of one lightness, which a protan eye takes for one.
  expect(difference('#b07000', '#7d8a00')).toBeGreaterThan(2 * difference('#b07000', '#7d8a00', 'protan'));
});

test('the stylesheet is the one that the tokens write', () => {
  expect(read('web/tokens.css')).toBe(tokensCss(CATEGORIES));
});

test('no file but the tokens says a colour of its own', () => {
  const own = /#[0-9a-f]{6}\b/gi;
  for (const file of [
    ...['app', 'base', 'layout', 'controls', 'panel', 'print'].map((name) => `web/${name}.css`),
    'server/platform/mail/message.ts',
    'server/features/feeds/routes.ts',
    'server/features/og-images/draw.ts',
    'scripts/icons.mjs',
  ])
    expect([file, read(file).match(own)]).toEqual([file, null]);
});

test('the icon and the colour of the browser around a page are tokens', () => {
  const palette = new Set([...Object.values(LIGHT), ...Object.values(DARK)]);
  for (const file of ['public/favicon.svg', 'web/root.tsx'])
    for (const [colour] of read(file).matchAll(/#[0-9a-f]{6}\b/g))
      expect([file, palette.has(colour)]).toEqual([file, true]);
});

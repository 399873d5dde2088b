import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReadableAccent, isReadableHue, proposeAccent, proposeHue } from './hue.ts';
import { SHIPPED_DIRECTORY } from './shipped.ts';

test('whatever colour is chosen, a hue is proposed that can be read in both schemes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (colour) => {
      const hex = `#${colour.toString(16).padStart(6, '0')}`;
      for (const scheme of ['light', 'dark'] as const)
        expect([hex, isReadableHue(proposeHue(hex, scheme), scheme)]).toEqual([hex, true]);
    }),
  );
});

test('a colour that can be read already stays', () => {
  for (const { hue } of SHIPPED_DIRECTORY.categories.list)
    for (const scheme of ['light', 'dark'] as const)
      expect(proposeHue(hue[scheme].strong, scheme).strong).toBe(hue[scheme].strong);
});

test('whatever colour is chosen, an accent is proposed that can be read in both schemes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (colour) => {
      const hex = `#${colour.toString(16).padStart(6, '0')}`;
      for (const scheme of ['light', 'dark'] as const)
        expect([hex, isReadableAccent(proposeAccent(hex, scheme), scheme)]).toEqual([hex, true]);
    }),
  );
  expect(proposeAccent('#2f4db0', 'light')).toBe('#2f4db0');
});

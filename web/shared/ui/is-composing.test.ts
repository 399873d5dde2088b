import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test.each([
  ['Enter', false, 13, false],
  ['Enter while a syllable is composed', true, 229, true],
  ['Enter of a browser that knows no key codes of input methods', true, 13, true],
  ['the Enter with which Safari ends a composition', false, 229, true],
])('%s', (_, composing, keyCode, taken) => {
  expect(isComposing({ isComposing: composing, keyCode })).toBe(taken);
});

test('whoever listens to keys leaves an input method its own', () => {
  const listens = /addEventListener\(\s*'keydown'|onKeyDown=/;
  const deaf = globSync('web/**/*.{ts,tsx}', { exclude: (name) => name.includes('.test.') }).filter(
    (file) => {
      const text = readFileSync(file, 'utf8');
      return listens.test(text) && !text.includes('isComposing(');
    },
  );
  expect(deaf).toEqual([]);
});

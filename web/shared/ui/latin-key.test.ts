import { expect, test } from 'vitest';
import { latinKey } from './latin-key.ts';

test.each([
  ['ㅓ', 'KeyJ', 'j'],
  ['ㅏ', 'KeyK', 'k'],
  ['л', 'KeyK', 'k'],
  ['J', 'KeyJ', 'j'],
  // By its letter, not by its place, where the letter is Latin: Dvorak.
  ['j', 'KeyC', 'j'],
  ['/', 'Slash', '/'],
  ['ArrowRight', 'ArrowRight', 'arrowright'],
])('%s of %s is %s', (key, code, name) => {
  expect(latinKey({ key, code })).toBe(name);
});

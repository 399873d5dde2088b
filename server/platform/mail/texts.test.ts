import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../core/languages.ts';

type Texts = Record<string, Record<string, string>>;
const read = (language: string): Texts =>
  JSON.parse(readFileSync(new URL(`./texts/${language}.json`, import.meta.url), 'utf8'));

/** Each text's key with the placeholders in it. */
const shape = (texts: Texts) =>
  Object.entries(texts).flatMap(([kind, parts]) =>
    Object.entries(parts).map(([part, text]) => [
      `${kind}.${part}`,
      [...new Set(text.match(/{{\w+}}/g))].sort(),
    ]),
  );

test.each(LANGUAGES)('every mail has all its texts in %s, with the same placeholders', (language) => {
  expect(shape(read(language))).toEqual(shape(read('en')));
});

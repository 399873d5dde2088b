import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../core/languages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const config = readFileSync(join(ROOT, 'crowdin.yml'), 'utf8');
const valuesOf = (key: string) =>
  [...config.matchAll(new RegExp(`${key}: /(.+)`, 'g'))].map(([, value = '']) => value);

test('every file of texts that translators are given exists in each language, and none is left out', () => {
  const sources = valuesOf('- source');
  const translations = valuesOf('translation');
  expect([sources.length, translations.length]).toEqual([2, 2]);
  const given = sources.map((source) => globSync(join(ROOT, source)));
  expect(given.flat().sort()).toEqual(globSync(join(ROOT, 'web/i18n/locales/en/**/*.json')).sort());
  const missing = translations.flatMap((translation, i) =>
    LANGUAGES.flatMap((language) =>
      (given[i] ?? [])
        .map((file) =>
          translation.replace('%two_letters_code%', language).replace('%original_file_name%', basename(file)),
        )
        .filter((file) => !existsSync(join(ROOT, file))),
    ),
  );
  expect(missing).toEqual([]);
});

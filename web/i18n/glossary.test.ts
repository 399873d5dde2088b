import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../core/languages.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** What the glossary says is not written in a language. */
function unwanted(language: Language): string[] {
  const [, section = ''] = read('docs/glossary.md').split(`\n## ${LANGUAGE_NAMES[language]}\n`);
  const rows =
    section
      .split('\n## ')[0]
      ?.match(/^\|.*\|$/gm)
      ?.slice(2) ?? [];
  return rows.flatMap((row) => (row.split('|')[2] ?? '').split(',').map((word) => word.trim()));
}

/** Every text of a language that is ours, by where it stands. */
function textsOf(language: Language): [string, string][] {
  const files = [
    ...['', 'on-demand/'].flatMap((folder) => {
      const path = `web/i18n/locales/${language}/${folder}`;
      return readdirSync(fileURLToPath(new URL(path, ROOT)))
        .filter((name) => name.endsWith('.json'))
        .map((name) => path + name);
    }),
    `server/platform/mail/texts/${language}.json`,
  ];
  const texts = (value: unknown, path: string): [string, string][] =>
    typeof value === 'string'
      ? // What stands in for a value is no word.
        [[path, value.replace(/\{\{[^}]*\}\}/g, '{{}}')]]
      : Object.entries(value as object).flatMap(([key, part]) => texts(part, `${path} ${key}`));
  return files.flatMap((file) => texts(JSON.parse(read(file)), file));
}

/** A language that was just added has no table yet. */
const kept = LANGUAGES.filter((language) => unwanted(language).length > 0);

test('the glossary has tables', () => {
  expect(kept.length).toBeGreaterThanOrEqual(4);
});

describe.each(kept)('the texts in %s', (language) => {
  test.each(unwanted(language))('do not say %s', (word) => {
    expect(textsOf(language).filter(([, text]) => text.includes(word))).toEqual([]);
  });
});

/** Whether a syllable of Hangul ends in a consonant. */
const endsInConsonant = (syllable: string): boolean => (syllable.charCodeAt(0) - 0xac00) % 28 !== 0;

test('Korean particles follow the last sound of their noun', () => {
  // 는 and 가 end verbs and other nouns as well (있는, 평가): only after the noun that stands everywhere are they known.
  const wrong = textsOf('ko').flatMap(([path, text]) =>
    [...text.matchAll(/([가-힣])(를|와)(?![가-힣])|기업(?:는|가)(?![가-힣])/g)]
      .filter(([, before]) => before === undefined || endsInConsonant(before))
      .map(([found]) => `${path}: ${found}`),
  );
  expect(wrong).toEqual([]);
});

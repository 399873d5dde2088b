import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import { checkImportFile, checkImportText } from '../../core/transfer/rules.ts';
import { createI18n } from '../i18n/create.ts';
import { checkTable } from './check-file.ts';
import { importErrorText } from './import-error-text.ts';

function textsIn(language: Language) {
  const path = new URL(`../i18n/locales/${language}/on-demand/transfer.json`, import.meta.url);
  return createI18n(language, { transfer: JSON.parse(readFileSync(path, 'utf8')) }).t;
}

const checks = [
  checkImportText('{'),
  checkImportFile({ firms: [] }),
  checkImportFile([{ founder: 'Jo' }, null]),
  checkImportFile({ companies: [{ id: 'a' }, { content: { en: { name: 'A' } } }] }),
  checkImportFile(Array.from({ length: 9 }, () => ({}))),
];
const tables = ['colour', 'id,id', 'category', 'id,logo\na', 'id\n"a'].map(checkTable);
const errors = [...checks, ...tables].flatMap((check) => (check.valid ? [] : check.errors));

test('in English the errors read as the specification has them', () => {
  expect(errors).toContain('Company at index 0: Missing name');
  expect(errors).toContain('... and 31 more errors');
  for (const error of errors) expect(importErrorText(textsIn('en'), error)).toBe(error);
});

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'none of them stays English in %s',
  (language) => {
    for (const error of errors) {
      expect(importErrorText(textsIn(language), error)).not.toMatch(
        /Company|Missing|more|File|JSON file|column|cells|valid/,
      );
    }
  },
);

test("what the server says about a value is kept as it is, with the company's place", () => {
  const error = 'Company at index 7: employees: Must be at least 1; Missing name';
  expect(importErrorText(textsIn('en'), error)).toBe(error);
  expect(importErrorText(textsIn('ja'), error)).toContain('employees: Must be at least 1');
});

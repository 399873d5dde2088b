import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTransferred } from '../../core/import-export/company.ts';
import {
  checkImportFile,
  checkImportText,
  listErrors,
  MISSING_COLUMNS,
} from '../../core/import-export/rules.ts';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import { createI18n } from '../i18n/create.ts';
import { checkTable } from './check-file.ts';
import { importErrorText } from './import-error-text.ts';

function textsIn(language: Language) {
  const read = (file: string) =>
    JSON.parse(
      readFileSync(new URL(`../i18n/locales/${language}/on-demand/${file}.json`, import.meta.url), 'utf8'),
    );
  return createI18n(language, { transfer: read('transfer'), ui: read('ui') }).t;
}

const checks = [
  checkImportText('{'),
  checkImportFile({ firms: [] }),
  checkImportFile([{ founder: 'Jo' }, null]),
  checkImportFile({ companies: [{ id: 'a' }, { content: { en: { name: 'A' } } }] }),
  checkImportFile(Array.from({ length: 9 }, () => ({}))),
];
const tables = ['colour', 'id,id', 'category', 'id,logo\na', 'id\n"a'].map(checkTable);
const errors = [...checks, ...tables].flatMap((check) => (check.valid ? [] : listErrors(check.errors)));
const ofServer = [
  'The file is empty.',
  `Row 3: Missing category; Missing ${MISSING_COLUMNS}`,
  "Row 4: Has the same id 'a' as row 2",
  "Company at index 4: Has the same id 'a' as the company at index 2",
  "Company at index 1: The name is taken by the company 'a'",
  "Company at index 1: There is a company 'a' already.",
  'Company at index 1: Is larger than 4 MiB',
  'Row 2: Could not be saved.',
];

test('in English the errors read as the specification has them', () => {
  expect(errors).toContain('Company at index 0: Missing name');
  expect(errors).toContain('... and 31 more errors');
  for (const error of [...errors, ...ofServer]) expect(importErrorText(textsIn('en'), error)).toBe(error);
});

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'none of them stays English in %s',
  (language) => {
    for (const error of [...errors, ...ofServer]) {
      expect(importErrorText(textsIn(language), error)).not.toMatch(
        /Company|Missing|more|File|JSON file|column|cells|valid|Row|same|taken|company|saved|empty/,
      );
    }
  },
);

const refused = readTransferred(
  {
    id: 'No Id',
    category: 'home',
    employees: 0,
    founded: 3000,
    website: 'ftp://a.example',
    logo: '//a.example',
    country: 'Korea',
    highlights: Array.from({ length: 101 }, () => 'x'),
    content: { en: { name: 'x'.repeat(1000) }, ko: { name: '' } },
  },
  { complete: false, language: 'en', inArray: false },
);

test.each(LANGUAGES)('what a value is refused for is told in %s, at its field', (language) => {
  const text = importErrorText(textsIn(language), `Company at index 7: ${refused.errors}`);
  expect(text).toContain('employees: ');
  expect(text).not.toMatch(/expected|ISO|Must be (?:an|at)|undefined/);
  if (language !== 'en') expect(text).not.toMatch(/Must|Please|Invalid/);
});

test('what nobody foresaw stays in the words of the server', () => {
  const text = importErrorText(textsIn('ja'), 'Company at index 7: employees: Is odd; Missing name');
  expect(text).toContain('employees: Is odd; ');
});

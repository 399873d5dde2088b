import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readImported } from '../../../core/import-export/company.ts';
import {
  checkImportFile,
  checkImportText,
  companyError,
  type FileProblem,
} from '../../../core/import-export/rules.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { ofWhole, refusal } from '../../../core/refusal.ts';
import { createI18n } from '../../i18n/create.ts';
import { checkTable } from '../import-export/check-file.ts';
import { companyLines, problemLines } from './import-problem-text.ts';

function textsIn(language: Language) {
  const read = (file: string) =>
    JSON.parse(
      readFileSync(new URL(`../../i18n/locales/${language}/on-demand/${file}.json`, import.meta.url), 'utf8'),
    );
  return createI18n(language, { transfer: read('transfer'), refusals: read('refusals') }).t;
}

const checks = [
  checkImportText('{'),
  checkImportText(''),
  checkImportFile({ firms: [] }),
  checkImportFile([{ founder: 'Jo' }, null]),
  checkImportFile({ companies: [{ id: 'a' }, { content: { en: { name: 'A' } } }] }),
];
const tables = ['colour', 'id,id', 'category', 'id,logo\na,b,c', 'id\n"a'].map(checkTable);
const problems: FileProblem[] = [...checks, ...tables].flatMap((check) =>
  check.valid ? [] : check.problems,
);
const ofServer: FileProblem[] = [
  { index: 2, row: 4, ...ofWhole(refusal('same_id_row', { id: 'a', row: 2 })) },
  { index: 4, ...ofWhole(refusal('same_id', { id: 'a', index: 2 })) },
  { index: 1, ...ofWhole(refusal('name_taken', { id: 'a' })) },
  { index: 1, ...ofWhole(refusal('id_taken', { id: 'a' })) },
  { index: 1, ...ofWhole(refusal('company_too_large', { megabytes: 4 })) },
  { index: 1, row: 2, ...ofWhole(refusal('not_saved')) },
];

test('in English the problems of a file read as the API and the specification have them', () => {
  const lines = problemLines(textsIn('en'), [...problems, ...ofServer]);
  expect(lines).toContain('Company at index 0: Missing name');
  expect(lines).toEqual(
    [...problems, ...ofServer].map(({ index, ...problem }) =>
      index === undefined ? problem.message : companyError({ index, row: problem.row }, [problem]),
    ),
  );
});

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'none of them stays English in %s',
  (language) => {
    for (const line of problemLines(textsIn(language), [...problems, ...ofServer])) {
      expect(line).not.toMatch(
        /Company|Missing|more|File|JSON file|column|cells|valid|Row|same|taken|company|saved|empty/,
      );
    }
  },
);

const { refusals = [] } = readImported(
  {
    id: 'No Id',
    category: 'home',
    employees: 0,
    founded: 3000,
    content: { en: { name: 'x'.repeat(1000) }, ko: { name: '' } },
  },
  { complete: false, language: 'en', inArray: false },
);
const ofCompany = refusals.map((refused) => ({ index: 7, ...refused }));

test('what the values of a company are refused for is one line, each at its field', () => {
  expect(companyLines(textsIn('en'), [...ofCompany, { index: 9, ...ofWhole(refusal('not_saved')) }])).toEqual(
    [
      'Company at index 7: category: Must be one of no-seed, small-teams, indie-hackers, one-person-developer, or uncharted-items; employees: Must be 1 or more; founded: Must be 2100 or less; id: Must be made of lower-case letters, digits and single hyphens; content.en.name: Please use at most 200 characters; and 1 more',
      'Company at index 9: Could not be saved.',
    ],
  );
  expect(companyLines(textsIn('ja'), ofCompany)).toEqual([
    'インデックス7の企業: category: 次のいずれかにしてください：no-seed、small-teams、indie-hackers、one-person-developer、またはuncharted-items; employees: 1以上にしてください; founded: 2100以下にしてください; id: 小文字、数字、連続しないハイフンだけを使ってください; content.en.name: 200文字以内で入力してください; ほか1件',
  ]);
});

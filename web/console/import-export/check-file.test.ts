import { expect, test } from 'vitest';
import { csvColumns } from '../../../core/import-export/csv.ts';
import { companyError } from '../../../core/import-export/rules.ts';
import { SPREADSHEETS } from '../../../core/testing/spreadsheets.ts';
import { checkFile, type FileCheck } from './check-file.ts';

const file = (text: string | Uint8Array<ArrayBuffer>, name: string, type = '') =>
  new File([text], name, { type });
const json = (data: unknown) => checkFile(file(JSON.stringify(data), 'companies.json'));
/** The sentences in which the API tells a file's problems. */
const sentences = (check: FileCheck) =>
  check.valid
    ? []
    : check.problems.map(({ index, ...problem }) =>
        index === undefined ? problem.message : companyError({ index, row: problem.row }, [problem]),
      );
const text = { name: 'A', founder: 'B', description: 'C' };

test('a multilingual export is counted by language', async () => {
  const companies = [
    { id: 'a', category: 'no-seed', content: { en: text, ko: text } },
    { id: 'b', category: 'no-seed', content: { ko: text } },
  ];
  expect(await json({ companies })).toEqual({
    valid: true,
    format: 'multilingual',
    companies: 2,
    languages: [
      { language: 'en', count: 1 },
      { language: 'ko', count: 2 },
    ],
    unnamed: 0,
  });
});

test('of a legacy file it is told which texts do not say their language', async () => {
  const company = { ...text, category: 'no-seed' };
  expect(await json([company, { ...company, language: 'ja' }])).toMatchObject({
    format: 'legacy',
    companies: 2,
    languages: [{ language: 'ja', count: 1 }],
    unnamed: 1,
  });
});

test.each([
  ['{"companies": [', ['Invalid JSON file format']],
  ['', ['The file is empty.']],
  ['\uFEFF\r\n', ['The file is empty.']],
  ['{"firms": []}', ['File must contain either an array of companies or a multilingual export object']],
  [
    '[{"name": "A"}]',
    ['founder', 'category', 'description'].map((field) => `Company at index 0: Missing ${field}`),
  ],
])('%s is refused in the words of the specification', async (content, errors) => {
  expect(sentences(await checkFile(file(content, 'a.json')))).toEqual(errors);
});

test('a table is told by its name or its type', async () => {
  const table = '\uFEFFid,name_en,name_ko\r\na,A,\r\nb,B,"비,\r\n비"\r\n';
  const check = {
    valid: true,
    format: 'table',
    companies: 2,
    languages: [
      { language: 'en', count: 2 },
      { language: 'ko', count: 1 },
    ],
    unnamed: 0,
  };
  expect(await checkFile(file(table, 'a.CSV'))).toEqual(check);
  expect(await checkFile(file(table, 'a', 'text/csv'))).toEqual(check);
  expect(await checkFile(file(table, 'a.json'))).toMatchObject({ valid: false });
});

test.each([
  ['id,colour\na,red', "Unknown column 'colour'."],
  ['category\nno-seed', "A column 'id' or a name such as 'name_en' is required."],
  [`${csvColumns().join()}\na,b`, `Row 2: Has 2 cells, but the table has ${csvColumns().length} columns`],
  ['id,name_en\n\na,"A\nA"\n\nb', 'Row 5: Has 1 cells, but the table has 2 columns'],
  [' ', 'The file is empty.'],
  ['id\n"a', 'The table is not valid CSV: by row 2 '],
])('a broken table is refused: %s', async (content, error) => {
  expect(sentences(await checkFile(file(content, 'a.csv'))).join()).toContain(error);
});

test('a table of another encoding is refused', async () => {
  const bytes = new Uint8Array([...'id,name_en\na,'].map((letter) => letter.charCodeAt(0)).concat(0xe9));
  expect(await checkFile(file(bytes, 'a.csv'))).toEqual({
    valid: false,
    format: 'table',
    problems: [
      {
        path: '',
        code: 'table_encoding',
        message: 'The table is not encoded as UTF-8; save it as "CSV UTF-8".',
      },
    ],
  });
});

test('too large a file is refused unread', async () => {
  const huge = { name: 'a.json', type: '', size: 64 * 1024 * 1024 + 1 } as File;
  expect(await checkFile(huge)).toMatchObject({
    valid: false,
    problems: [{ code: 'file_too_large', params: { megabytes: 64 } }],
  });
});

test.each(SPREADSHEETS)('a table with %s can be imported', async (_, content, ids) => {
  expect(await checkFile(file(content, 'a.csv'))).toMatchObject({ valid: true, companies: ids.length });
});

test('a file in UTF-16 is read, and a spreadsheet is named as one', async () => {
  const bytes = (content: string) =>
    new Uint8Array(new Uint16Array([...content].map((sign) => sign.charCodeAt(0))).buffer);
  expect(await checkFile(file(bytes('\uFEFF{"companies": []}'), 'a.json'))).toMatchObject({ valid: true });
  expect(await checkFile(file(bytes('\uFEFFid\tname_en\na\tA'), 'a.csv'))).toMatchObject({ valid: true });
  const xlsx = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]);
  for (const name of ['a.xlsx', 'a.csv', 'a.json'])
    expect(await checkFile(file(xlsx, name))).toMatchObject({
      valid: false,
      problems: [{ code: 'file_spreadsheet' }],
    });
});

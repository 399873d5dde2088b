import { expect, test } from 'vitest';
import { listAsCsv } from './download-list.ts';

test('a list as CSV has a byte order mark, quotes what needs it, and runs nothing in a spreadsheet', () => {
  const company = { id: 'acme', name: '=1+1', employees: -5, website: null };
  const rows = [{ company, note: 'a "b", c' }] as unknown as Parameters<typeof listAsCsv>[0];
  expect(listAsCsv(rows)).toBe(
    '\ufeffid,name,note,category,country,revenue,employees,founded,website\r\n' +
      'acme,\'=1+1,"a ""b"", c",,,,-5,,\r\n',
  );
});

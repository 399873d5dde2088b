import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SPREADSHEETS } from '../../../core/testing/spreadsheets.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';

for (const dialect of dialects) {
  describe(`files of spreadsheets on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(() => app.close());

    const send = async (file: string | Buffer, type: 'csv' | 'json' = 'csv') =>
      app.post(`/api/admin/companies/import${type === 'csv' ? '.csv' : ''}`, file, {
        headers: { ...as.headers, 'content-type': type === 'csv' ? 'text/csv' : 'application/json' },
      });
    const read = async (id: string) =>
      (await app.get(`/api/admin/companies/${encodeURIComponent(id)}/content`, as)).json();

    test.each(SPREADSHEETS)('%s is taken', async (_, file, ids) => {
      const answer = (await send(file)).json();
      expect(answer).toMatchObject({ success: true, created: ids.length, failed: 0, problems: [] });
      for (const id of ids) expect(await read(id)).toMatchObject({ id, category: 'no-seed' });
      // Twice the same is no change: the rows are the same companies.
      expect((await send(file)).json()).toMatchObject({ unchanged: ids.length, created: 0, failed: 0 });
    });

    test('a story has its paragraphs, a number is one, and a row is named as the spreadsheet counts it', async () => {
      await send(
        'id,category,employees,name_en,founder,description_en,story_en\r\na,no-seed,"1,200",A,x,d,"One.\r\n\r\nTwo."',
      );
      expect(await read('a')).toMatchObject({ employees: 1200, content: { en: { story: 'One.\n\nTwo.' } } });
      const wrong = await send('sep=;\nid;employees;name_en\n;;\na;-3;A\nb;many;B\n');
      expect(wrong.json().problems).toMatchObject([
        { row: 4, path: 'employees', code: 'too_small' },
        { row: 5 },
      ]);
    });

    test.each(['utf16le', 'utf16be'] as const)('JSON and CSV in %s are read', async (encoding) => {
      const inUtf16 = (text: string) => {
        const bytes = Buffer.from(text, 'utf16le');
        return encoding === 'utf16le' ? bytes : bytes.swap16();
      };
      const text = { name: '카카오', founder: 'x', description: 'd' };
      const json = JSON.stringify({ companies: [{ id: 'a', category: 'no-seed', content: { ko: text } }] });
      for (const file of [`\uFEFF${json}`, json])
        expect((await send(inUtf16(file), 'json')).json()).toMatchObject({ success: true, processed: 1 });
      const csv = `\uFEFF${'id\tcategory\tname_ko\tfounder\tdescription_ko'}\nb\tno-seed\t라인\tx\td`;
      expect((await send(inUtf16(csv))).json()).toMatchObject({ success: true, processed: 1 });
      expect((await read('b')).content.ko.name).toBe('라인');
    });

    test("a spreadsheet's own format is named, and what is no CSV is said without the words of a library", async () => {
      const xlsx = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200, 7)]);
      for (const type of ['csv', 'json'] as const) {
        const answer = await send(xlsx, type);
        expect([answer.statusCode, answer.json().details[0].code]).toEqual([400, 'file_spreadsheet']);
      }
      for (const broken of ['id\na\n"b', 'id\na\n"b"c\n', 'id\na\nb"c"\n'])
        expect((await send(broken)).json()).toMatchObject({
          code: 'validation_failed',
          details: [{ code: 'table_not_csv', params: { row: 3 } }],
        });
    });

    test('a company is found by an id in any form of Unicode', async () => {
      const [, file] = SPREADSHEETS.at(-1) ?? ['', ''];
      await send(file);
      const path = (id: string) => `/api/companies/${encodeURIComponent(id)}`;
      for (const form of ['NFC', 'NFD'] as const)
        expect((await app.get(path('카카오'.normalize(form)))).json()).toMatchObject({ id: '카카오' });
    });
  });
}

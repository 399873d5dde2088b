import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';
import { dialects } from '../testing/dialects.ts';
import { makeCompany } from '../testing/make.ts';

for (const dialect of dialects) {
  describe(`search on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
      await makeCompany(app, 'Midjourney', { id: 'midjourney', kinds: ['ai'], country: 'US' });
      await makeCompany(app, 'Balsamiq', { id: 'balsamiq' });
      await makeCompany(app, 'Toss', {
        id: 'toss',
        texts: {
          en: { name: 'Toss', story: 'They answered every letter by hand.' },
          ko: { name: '토스', description: '송금을 쉽게 만든 앱', story: '연간 반복 매출이 늘었다.' },
        },
      });
      await makeCompany(app, 'Pangdonglai', {
        id: 'pangdonglai',
        texts: { en: { name: 'DL Group' }, zh: { name: '胖东来' }, ja: { name: 'カイロソフト' } },
      });
    });
    afterAll(() => app.close());

    const find = async (q: string, language = 'en') => {
      const answer = await app.get(`/api/companies?language=${language}&q=${encodeURIComponent(q)}`);
      expect(answer.statusCode).toBe(200);
      return answer.json().map(({ id }: { id: string }) => id);
    };

    test.each([
      ['en', 'midjourney', 'midjourney'],
      ['en', 'midjourny', 'midjourney'],
      ['en', 'mdijourney', 'midjourney'],
      ['en', 'journey', 'midjourney'],
      ['en', 'balsamic', 'balsamiq'],
      ['en', 'b', 'balsamiq'],
      ['en', 'ba', 'balsamiq'],
      ['en', 'answered hand', 'toss'],
      ['en', 'hand letter answ', 'toss'],
      ['en', 'united states', 'midjourney'],
      ['en', 'america', 'midjourney'],
      ['en', 'xiaomi', undefined],
      ['en', 'pangdonglai', 'pangdonglai'],
      ['zh', 'pdl', 'pangdonglai'],
      ['zh', '胖', 'pangdonglai'],
      ['zh', '东来', 'pangdonglai'],
      ['ja', 'kairo', 'pangdonglai'],
      ['ja', 'かいろ', 'pangdonglai'],
      ['ko', 'ㅌㅅ', 'toss'],
      ['ko', '토', 'toss'],
      ['ko', '톳', 'toss'],
      ['ko', '토스', 'toss'],
      ['ko', '연간반복매출', 'toss'],
      ['ko', '반복 매출', 'toss'],
      ['ko', '송', 'toss'],
      ['ja', '토스', 'toss'],
      ['en', '?!', undefined],
      ['en', `"a'b*) OR`, undefined],
    ])('%s: %s finds %s', async (language, q, id) => {
      expect((await find(q, language))[0]).toBe(id);
    });
  });
}

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { rebuildListings } from '../companies/read-model.ts';
import { companyIndex, loadedRanking, loadRanking } from '../company-index/company-index.ts';

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
      await makeCompany(app, 'Quiet Room', { id: 'quiet-room', tags: ['indie-game', 'own-word'] });
    });
    afterAll(() => app.close());

    const find = async (q: string, language = 'en') => {
      const answer = await app.get(`/api/companies?language=${language}&q=${encodeURIComponent(q)}`);
      expect(answer.statusCode).toBe(200);
      return answer.json().map(({ id }: { id: string }) => id);
    };

    test.each([
      ['ko', '인디 게임', { value: 'indie-game', name: '인디 게임' }],
      ['ja', 'インディー', { value: 'indie-game', name: 'インディーゲーム' }],
      ['zh', '独立游戏', { value: 'indie-game', name: '独立游戏' }],
      ['ko', 'indie', { value: 'indie-game', name: '인디 게임' }],
      ['ko', 'own word', { value: 'own-word', name: 'own-word' }],
    ])('in %s the tag that %s means is answered with its name', async (language, q, tag) => {
      const answer = await app.get(`/api/search?language=${language}&q=${encodeURIComponent(q)}`);
      expect(answer.json().tags).toContainEqual(tag);
      expect(await find(q, language)).toContain('quiet-room');
    });

    test.each([
      ['en', 'midjourney', 'midjourney'],
      ['en', 'midjourny', 'midjourney'],
      ['en', 'mdijourney', 'midjourney'],
      ['en', 'journey', 'midjourney'],
      ['en', 'midjuorn', 'midjourney'],
      ['en', 'midvbnmk', undefined],
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

    test('what is changed, hidden or deleted is found as it is now', async () => {
      const as = await signIn(app);
      const id = await makeCompany(app, 'Quokka Works', {
        texts: { en: { name: 'Quokka Works', story: 'A wharf in Fremantle.' } },
      });
      expect(await find('quokka')).toEqual([id]);
      expect(await find('fremantle', 'ko')).toEqual([id]);
      await app.put(`/api/admin/companies/${id}`, { language: 'en', story: 'A pier in Broome.' }, as);
      expect(await find('fremantle')).toEqual([]);
      expect(await find('broome')).toEqual([id]);
      await app.put(`/api/admin/companies/${id}`, { show_on_site: false }, as);
      expect(await find('broome')).toEqual([]);
      const console = await app.get('/api/admin/company-rows?q=broome', as);
      expect(console.json().map((row: { id: string }) => row.id)).toEqual([id]);
      await app.put(`/api/admin/companies/${id}`, { show_on_site: true }, as);
      expect(await find('broome')).toEqual([id]);
      await app.delete(`/api/admin/companies/${id}`, undefined, as);
      expect(await find('broome')).toEqual([]);
    });

    test('kana find what is written in kanji by its Latin spelling, names and founders', async () => {
      const as = await signIn(app);
      const id = await makeCompany(app, 'Okano Kogyo', {
        texts: { en: { name: 'Okano Kogyo' }, ja: { name: '岡野工業' } },
        founders: [{ id: 'kentaro-ohyama', name: { en: 'Kentaro Ohyama', ja: '大山健太郎' } }],
      });
      for (const q of [
        'おかの',
        'オカノコウギョウ',
        'おかの こうぎょう',
        'okanokougyou',
        'おおやまけんたろう',
        '岡野',
      ])
        expect([q, await find(q, 'ja')]).toEqual([q, [id]]);
      expect(await find('おかのさん', 'ja')).toEqual([]);
      const ask = async (q: string) =>
        (await app.get(`/api/search?language=ja&q=${encodeURIComponent(q)}`)).json().founders;
      expect(await ask('けんたろう')).toEqual([{ id: 'kentaro-ohyama', name: '大山健太郎' }]);
      expect(await ask('おかの')).toEqual([]);
      const spell = (name: string) =>
        app.put(
          `/api/admin/companies/${id}`,
          { language: 'en', name, founders: [], founder: 'Jiro Hata' },
          as,
        );
      await spell('Hata Industry');
      expect(await find('おかの', 'ja')).toEqual([]);
      expect(await find('はた', 'ja')).toEqual([id]);
      expect(await find('おおやま', 'ja')).toEqual([]);
      await app.put(`/api/admin/companies/${id}`, { language: 'ja', founder: '畑次郎' }, as);
      expect(await find('はたじろう', 'ja')).toEqual([id]);
      await app.delete(`/api/admin/companies/${id}`, undefined, as);
    });

    test('words that mean the same are a setting', async () => {
      const as = await signIn(app);
      expect(await find('billing')).toEqual([]);
      const { synonyms } = (await app.get('/api/admin/settings', as)).json();
      const saved = { ...synonyms, en: [...synonyms.en, 'billing, letter'] };
      expect((await app.post('/api/admin/settings', { synonyms: saved }, as)).statusCode).toBe(200);
      expect(await find('billing')).toEqual(['toss']);
      expect(await find('billing', 'ja')).toEqual(['toss']);
      await app.post('/api/admin/settings', { synonyms }, as);
      expect(await find('billing')).toEqual([]);
    });

    test('a few letters are answered with all that they may mean', async () => {
      const ask = async (q: string, language = 'en') =>
        (await app.get(`/api/search?language=${language}&q=${encodeURIComponent(q)}`)).json();
      expect(await ask('midjourny')).toEqual({
        companies: [
          {
            id: 'midjourney',
            name: 'Midjourney',
            category: expect.any(String),
            revenue: expect.any(String),
            employees: 5,
            picture: '/marks/midjourney.svg',
            match: { field: 'name', text: 'Midjourney', marks: [[0, 10]] },
          },
        ],
        total: 1,
        founders: [],
        categories: [],
        kinds: [],
        countries: [],
        tags: [],
        suggestion: 'Midjourney',
        name_missing: false,
        incomplete: false,
      });
      expect(await ask('united')).toMatchObject({
        countries: [{ value: 'US', name: 'United States' }],
        suggestion: null,
        name_missing: false,
      });
      expect((await ask('indie')).categories).toEqual([{ value: 'indie-hackers', name: 'Indie Hackers' }]);
      const { companies } = await ask('반복매출', 'ko');
      expect(companies[0]).toMatchObject({ id: 'toss', match: { field: 'story', marks: [[3, 5]] } });
      expect(companies[0].match.text.slice(3, 8)).toBe('반복 매출');
      // The category that comes closest, where there is nothing else.
      expect(await ask('indiehaq')).toMatchObject({
        companies: [],
        total: 0,
        categories: [{ value: 'indie-hackers', name: 'Indie Hackers' }],
      });
      // None comes close to nonsense.
      for (const language of ['en', 'ko', 'ja', 'zh'])
        expect(await ask('xqzwv', language)).toMatchObject({
          companies: [],
          total: 0,
          categories: [],
          suggestion: null,
          name_missing: true,
        });
      expect((await app.get('/api/search?q=')).json()).toMatchObject({ companies: [], total: 0 });
      for (const bad of ['', '?q=a&limit=0', '?q=a&language=fr', `?q=${'a'.repeat(201)}`])
        expect((await app.get(`/api/search${bad}`)).statusCode).toBe(400);
    });

    test('where the order of the ranks is known, all is found as where it is not, after each change', async () => {
      const as = await signIn(app);
      const ids: string[] = [];
      for (let i = 0; i < 9; i++)
        ids.push(
          await makeCompany(app, `Wombat ${i}`, {
            score: 40 + (i % 3),
            kinds: i % 2 ? ['ai'] : [],
            founders: [{ id: `wally-${i}`, name: { en: `Wally Burrow ${i}`, ko: `왈리 ${i}` } }],
            texts: {
              en: { name: `Wombat ${i}`, description: i % 4 ? 'Digs.' : 'Digs a wombat hole.' },
              ko: { name: `웜뱃 ${i}`, story: '굴을 판다.' },
            },
          }),
        );
      let asked = 0;
      const answers = async () => {
        const all = [];
        for (const [language, q] of [
          ['en', 'wombat'],
          ['en', 'wombta'],
          ['en', 'hole'],
          ['en', 'wally'],
          ['ko', '웜뱃'],
          ['ko', '굴'],
          ['ja', 'wo'],
        ] as const)
          for (const path of ['companies?limit=4', 'companies?limit=50', 'search?limit=8']) {
            const answer = await app.get(
              `/api/${path}&language=${language}&q=${encodeURIComponent(q)}&n=${asked++}`,
            );
            expect(answer.statusCode).toBe(200);
            const { link = '', 'x-total-count': total } = answer.headers;
            all.push([path, q, total, String(link).replace(/n=\d+/, ''), answer.json()]);
          }
        return all;
      };
      const among = { includeHidden: false };
      const [first = '', second = '', third = ''] = ids;
      for (const change of [
        async () => {},
        () => app.put(`/api/admin/companies/${first}`, { language: 'en', name: 'Bandicoot' }, as),
        () => app.put(`/api/admin/companies/${second}`, { show_on_site: false }, as),
        () => app.put(`/api/admin/companies/${second}`, { show_on_site: true }, as),
        () => app.put(`/api/admin/companies/${third}`, { revenue: '$900M', employees: 2 }, as),
        () => app.delete(`/api/admin/companies/${third}`, undefined, as),
      ]) {
        await change();
        // A change of no company: nothing is known any more.
        await app.database.write(async (unit) => unit.changed('company', 'none'));
        await app.database.revision.current();
        expect(loadedRanking(app.database, among)).toBeUndefined();
        const unknown = await answers();
        await loadRanking(app.database, app.database.read, among);
        expect(loadedRanking(app.database, among)).toBeDefined();
        expect(await answers()).toEqual(unknown);
      }
      for (const id of ids) await app.delete(`/api/admin/companies/${id}`, undefined, as);
    });

    test('the index can be thrown away and rebuilt', async () => {
      await app.database.write(async (unit) => {
        await companyIndex.clear(unit.tx);
        unit.changed('company', 'all');
      });
      expect(await find('midjourney')).toEqual([]);
      await rebuildListings(app.database);
      await companyIndex.indexAllQueued(app.database);
      expect(await find('midjourney')).toEqual(['midjourney']);
      expect(await rebuildListings(app.database)).toBe(0);
    });
  });

  describe(`a search that finds more than can be told apart on ${dialect}`, () => {
    const COMPANIES = 620;
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
      const as = await signIn(app);
      const companies = Array.from({ length: COMPANIES }, (_, i) => ({
        name: i % 200 === 0 ? `Lantern ${i}` : `Company ${i}`,
        description: 'They sell one lantern a day.',
        category: 'no-seed',
        founder: 'Ada Lovelace',
        revenue: `$${(i % 40) + 1}M`,
        employees: (i % 9) + 1,
        founded: 2000,
      }));
      const answer = await app.post('/api/admin/companies/bulk', { companies }, as);
      expect(answer.json()).toMatchObject({ successful: COMPANIES });
      // The index follows.
      await vi.waitFor(
        async () => {
          const answer = await app.get('/api/companies?q=lantern&limit=1');
          expect(answer.headers['x-total-count']).toBe(String(COMPANIES));
        },
        { timeout: 60_000, interval: 200 },
      );
    }, 120_000);
    afterAll(() => app.close());

    test('has the names first, then the ranks; its pages follow each other', async () => {
      const whole = await app.get('/api/companies?q=lantern&limit=1000');
      expect(whole.statusCode, whole.body.slice(0, 300)).toBe(200);
      expect(whole.headers['x-total-count']).toBe(String(COMPANIES));
      const names = whole.json().map(({ name }: { name: string }) => name);
      expect(new Set(names).size).toBe(COMPANIES);
      expect(names.slice(0, 4).every((name: string) => name.startsWith('Lantern'))).toBe(true);
      const ranks = whole.json().map(({ rank }: { rank: number }) => rank);
      expect(ranks.slice(4)).toEqual([...ranks.slice(4)].sort((a, b) => a - b));
      const paged: string[] = [];
      for (let url: string | undefined = '/api/companies?q=lantern&limit=97'; url; ) {
        const answer = await app.get(url);
        paged.push(...answer.json().map(({ name }: { name: string }) => name));
        url = /<([^>]+)>/.exec(String(answer.headers['link'] ?? ''))?.[1];
      }
      expect(paged).toEqual(names);
      const filtered = await app.get('/api/companies?q=lantern&employees_max=3&sort=revenue&limit=1000');
      expect(filtered.json().length).toBe(Number(filtered.headers['x-total-count']));
      expect(filtered.json().every(({ employees }: { employees: number }) => employees <= 3)).toBe(true);
    });
  });
}

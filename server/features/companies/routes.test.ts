import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SORTS } from '../../../core/companies/sorts.ts';
import { signIn, type TestApp, testApp, untilServed, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`companies on ${dialect}`, () => {
    let app: TestApp;
    const ids = async (query: string) =>
      (await app.get(`/api/companies?${query}`)).json().map((c: { id: string }) => c.id);

    beforeAll(async () => {
      app = await testApp(dialect);
      await makeCompany(app, 'Alpha', {
        score: 90,
        likes: 1,
        revenue: '$1B',
        employees: 3,
        founded: 2001,
        created_at: '2026-01-01T00:00:00Z',
      });
      await makeCompany(app, 'Beta', {
        score: 90,
        likes: 5,
        revenue: '$5M',
        employees: null,
        founded: null,
        created_at: '2026-01-02T00:00:00Z',
      });
      await makeCompany(app, 'Gamma', {
        score: 70,
        category: 'small-teams',
        revenue: 'Unknown',
        employees: 900,
        founded: 1950,
        created_at: '2026-01-03T00:00:00Z',
      });
      await makeCompany(app, 'Delta', {
        score: 70,
        category: 'small-teams',
        revenue: '$20M',
        created_at: '2026-01-04T00:00:00Z',
      });
      await makeCompany(app, 'Hidden', { score: 99, show_on_site: false });
      await makeCompany(app, 'Lee', {
        score: 60,
        category: 'uncharted-items',
        founder: 'Lee Chae-yoon',
        texts: {
          en: { name: 'LEENO', description: 'Test pins from Busan, 100% real' },
          ko: {
            name: '리노공업',
            founder: '이채윤',
            description: '부산의 시험용 핀',
            story: '부산에서 시작했다.',
          },
        },
      });
    });
    afterAll(() => app.close());

    test('are listed by score, revenue per person and name, without hidden ones', async () => {
      expect(await ids('')).toEqual(['alpha', 'beta', 'delta', 'gamma', 'lee']);
      expect(await ids('category=small-teams')).toEqual(['delta', 'gamma']);
      expect(await ids('category=all')).toHaveLength(5);
    });

    test('a row has exactly the members of the contract', async () => {
      const [row] = (await app.get('/api/companies?category=uncharted-items&language=ko')).json();
      expect(row).toEqual({
        id: 'lee',
        name: '리노공업',
        description: '부산의 시험용 핀',
        category: 'uncharted-items',
        founder: '이채윤',
        revenue: '$10M',
        employees: 5,
        founded: 2010,
        website: null,
        logo: null,
        score: 60,
        likes: 0,
        views: 0,
        show_on_site: true,
        nameEn: 'LEENO',
        founderEn: 'Lee Chae-yoon',
        descriptionEn: 'Test pins from Busan, 100% real',
        country: null,
        kinds: [],
        status: null,
        revenue_as_of: null,
        revenue_basis: null,
        revenue_per_person: 2_000_000,
        employees_as_of: null,
        rank: 1,
      });
    });

    test('a language without a text falls back to English', async () => {
      const [row] = (await app.get('/api/companies?category=uncharted-items&lang=ja')).json();
      expect(row).toMatchObject({ name: 'LEENO', founder: 'Lee Chae-yoon' });
    });

    test('unknown categories, languages, sorts and limits are refused with the allowed ones', async () => {
      for (const [query, allowed] of [
        ['category=home', 'no-seed'],
        ['category=nope', 'no-seed'],
        ['language=fr', 'en, ko, ja, zh'],
        ['sort=random', 'score'],
        ['limit=0', '1'],
        ['limit=1001', '1000'],
        ['limit=abc', ''],
        ['cursor=abc', 'cursor'],
      ] as const) {
        const answer = await app.get(`/api/companies?${query}`);
        expect(answer.statusCode, query).toBe(400);
        expect(answer.json()).toMatchObject({
          code: 'validation_failed',
          details: [{ path: expect.stringContaining('query.') }],
        });
        expect(answer.json().error).toContain(allowed);
        expect(answer.json().message).toBe(answer.json().error);
      }
    });

    test.each([
      ['alpha', ['alpha']],
      ['ALPHA', ['alpha']],
      ['리노', ['lee']],
      ['핀', ['lee']],
      ['채윤', ['lee']],
      ['leeno', ['lee']],
      ['ＬＥＥＮＯ', ['lee']],
      ['chae', ['lee']],
      ['100%', ['lee']],
      ['1_0', []],
      ['%', ['lee']],
      ['lovelace gamma', ['gamma']],
      ["'; drop table companies; --", []],
    ])('a search for %s finds %j in Korean', async (q, expected) => {
      const answer = await app.get(`/api/companies?language=ko&q=${encodeURIComponent(q)}`);
      expect(answer.json().map((c: { id: string }) => c.id)).toEqual(expected);
      expect(answer.headers['x-total-count']).toBe(String(expected.length));
    });

    test('each order is total, and its pages by cursor give the same list as no pages', async () => {
      expect(await ids('sort=revenue')).toEqual(['alpha', 'delta', 'lee', 'beta', 'gamma']);
      expect(await ids('sort=likes')).toEqual(['beta', 'alpha', 'delta', 'gamma', 'lee']);
      expect((await ids('sort=newest'))[0]).toBe('lee');
      expect((await ids('sort=founded')).at(-1)).toBe('beta');
      expect((await ids('sort=employees'))[0]).toBe('alpha');
      expect((await ids('sort=employees')).at(-1)).toBe('beta');
      expect(await ids('sort=name')).toEqual(['alpha', 'beta', 'delta', 'gamma', 'lee']);
      for (const sort of SORTS) {
        const whole = await ids(`sort=${sort}&language=ko`);
        const paged: string[] = [];
        let next: string | undefined = `/api/companies?sort=${sort}&language=ko&limit=2`;
        while (next) {
          const answer = await app.get(next);
          expect(answer.headers['x-total-count']).toBe('5');
          paged.push(...answer.json().map((c: { id: string }) => c.id));
          next = /<(.+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1];
        }
        expect(paged, sort).toEqual(whole);
      }
    });

    test('a rank is the place by score in the list, whatever is searched, sorted and paged', async () => {
      const ranks = async (query: string) =>
        Object.fromEntries(
          (await app.get(`/api/companies?${query}`))
            .json()
            .map(({ id, rank }: { id: string; rank: number }) => [id, rank]),
        );
      const all = { alpha: 1, beta: 2, delta: 3, gamma: 4, lee: 5 };
      for (const sort of SORTS) expect(await ranks(`sort=${sort}`), sort).toEqual(all);
      expect(await ranks('q=gamma')).toEqual({ gamma: 4 });
      expect(await ranks('q=lovelace&sort=name')).toEqual({ alpha: 1, beta: 2, delta: 3, gamma: 4 });
      expect(await ranks('q=gamma&category=small-teams')).toEqual({ gamma: 2 });
      expect(await ranks('category=small-teams&sort=revenue')).toEqual({ delta: 1, gamma: 2 });
      for (const sort of ['score', 'name']) {
        const paged: Record<string, number> = {};
        let next: string | undefined = `/api/companies?sort=${sort}&limit=2`;
        while (next) {
          const answer = await app.get(next);
          for (const { id, rank } of answer.json()) paged[id] = rank;
          next = /<(.+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1];
        }
        expect(paged, sort).toEqual(all);
      }
      // Of the same score, a like passes nobody who earns more for each person.
      const me = await visitor(app);
      await app.post('/api/companies/gamma/like', undefined, me);
      const likes = async () => (await app.get('/api/companies/gamma')).json().likes;
      await expect.poll(likes).toBe(1);
      expect(await ranks('q=gamma')).toEqual({ gamma: 4 });
      await app.delete('/api/companies/gamma/like', undefined, me);
    });

    test('a cursor of another order is refused', async () => {
      const answer = await app.get('/api/companies?limit=1');
      const cursor = /cursor=([^&>]+)/.exec(String(answer.headers['link']))?.[1];
      expect((await app.get(`/api/companies?limit=1&sort=name&cursor=${cursor}`)).json().code).toBe(
        'validation_failed',
      );
    });

    test('a cursor with keys that no answer has is refused, whatever the order', async () => {
      const odd = [
        1.5,
        -0.5,
        5e-324,
        2 ** 31,
        2 ** 53,
        1e19,
        1e300,
        -1e300,
        null,
        '',
        'x\u0000',
        'x'.repeat(401),
      ];
      for (const sort of SORTS) {
        const page = await app.get(`/api/companies?sort=${sort}&limit=1`);
        const cursor = /cursor=([^&>]+)/.exec(String(page.headers['link']))?.[1] ?? '';
        const [name, ...keys] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
        for (const [place] of keys.entries()) {
          for (const key of odd) {
            const other = Buffer.from(JSON.stringify([name, ...keys.with(place, key)])).toString('base64url');
            const answer = await app.get(`/api/companies?sort=${sort}&limit=1&cursor=${other}`);
            // What a number of dollars or a text can be is looked for, and finds what comes after it.
            if (answer.statusCode !== 200)
              expect([answer.statusCode, answer.json().code], `${sort} ${place} ${key}`).toEqual([
                400,
                'validation_failed',
              ]);
          }
        }
      }
    });

    test('a name that becomes eighteen times longer when it is folded ends no list', async () => {
      const made = await Promise.all(
        ['ﷺ', '㍿'].map((sign) =>
          makeCompany(app, `A${sign}`, {
            id: `long-${sign.codePointAt(0)}`,
            score: 60,
            texts: { en: { name: `A${sign.repeat(199)}` } },
          }),
        ),
      );
      for (const sort of ['name', 'score', 'newest']) {
        const paged: string[] = [];
        let next: string | undefined = `/api/companies?sort=${sort}&limit=1`;
        while (next) {
          const answer = await app.get(next);
          expect(answer.statusCode, next).toBe(200);
          paged.push(...answer.json().map((c: { id: string }) => c.id));
          next = /<(.+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1];
        }
        expect(paged.length).toBe(7);
        expect(paged).toEqual(expect.arrayContaining(made));
      }
      const as = await signIn(app);
      for (const id of made) await app.delete(`/api/admin/companies/${id}`, undefined, as);
      expect(await ids('sort=name')).toHaveLength(5);
    });

    test('a detail has the story in the language asked for, else in English', async () => {
      const korean = (await app.get('/api/companies/lee?language=ko')).json();
      expect(korean).toMatchObject({
        name: '리노공업',
        story: '부산에서 시작했다.',
        language: 'ko',
        available_languages: ['en', 'ko'],
        highlights: ['One highlight'],
      });
      expect((await app.get('/api/companies/lee?language=zh')).json()).toMatchObject({
        name: 'LEENO',
        language: 'en',
      });
    });

    test('a hidden company and an unknown one are the same 404 in every call', async () => {
      for (const id of ['hidden', 'unknown', '%00', 'a'.repeat(150)]) {
        for (const answer of [
          await app.get(`/api/companies/${id}`),
          await app.get(`/api/companies/${id}/comments`),
          await app.post(`/api/companies/${id}/view`),
          await app.get(`/api/companies/${id}/like`),
          await app.post(`/api/companies/${id}/like`),
          await app.delete(`/api/companies/${id}/like`),
          await app.post(`/api/companies/${id}/comments`, { content: 'Hi' }),
        ]) {
          if (id === '%00') expect(answer.statusCode).toBe(400);
          else expect(answer.json()).toMatchObject({ code: 'company_not_found' });
        }
      }
      const rows = await app.database.read
        .selectFrom('companies')
        .select('likes')
        .where('id', '=', 'hidden')
        .executeTakeFirstOrThrow();
      expect(rows.likes).toBe(0);
    });

    test('whether one has liked a company is told to each alone, and kept by nobody', async () => {
      const [me, other] = [await visitor(app), await visitor(app)];
      const liked = async (who: typeof me) => {
        const answer = await app.get('/api/companies/delta/like', who);
        expect(answer.headers['cache-control']).toMatch(/no-store|no-cache|private/);
        return answer.json();
      };
      expect(await liked(me)).toEqual({ likes: 0, liked: false });
      await app.post('/api/companies/delta/like', undefined, me);
      expect(await liked(me)).toEqual({ likes: 1, liked: true });
      expect(await liked(other)).toEqual({ likes: 1, liked: false });
      await app.delete('/api/companies/delta/like', undefined, me);
      expect(await liked(me)).toEqual({ likes: 0, liked: false });
    });

    test('liking again changes nothing, and unliking takes it back', async () => {
      const me = await visitor(app);
      expect((await app.post('/api/companies/delta/like', undefined, me)).json()).toEqual({
        likes: 1,
        liked: true,
      });
      expect((await app.post('/api/companies/delta/like', {}, me)).json()).toEqual({ likes: 1, liked: true });
      expect((await app.post('/api/companies/delta/like', undefined, await visitor(app))).json().likes).toBe(
        2,
      );
      expect((await app.delete('/api/companies/delta/like', undefined, me)).json()).toEqual({
        likes: 1,
        liked: false,
      });
      expect((await app.delete('/api/companies/delta/like', undefined, me)).json()).toEqual({
        likes: 1,
        liked: false,
      });
    });

    test('a repeated view counts again after 30 minutes only', async () => {
      const me = await visitor(app);
      const view = async () => (await app.post('/api/companies/gamma/view', undefined, me)).json().views;
      expect(await view()).toBe(1);
      app.clock.forward(29 * 60_000 + 59_000);
      expect(await view()).toBe(1);
      app.clock.forward(1000);
      expect(await view()).toBe(2);
    });

    test('a crawler is answered and not counted', async () => {
      const before = (await app.get('/api/companies/alpha')).json().views;
      const bot = {
        headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      };
      expect((await app.post('/api/companies/alpha/view', undefined, bot)).json().views).toBe(before);
    });

    test('1,000 parallel likes of one visitor add one, of 1,000 visitors add 1,000', async () => {
      const id = await makeCompany(app, `Storm ${dialect}`);
      const me = await visitor(app);
      const same = await Promise.all(
        Array.from({ length: 1000 }, () =>
          untilServed(() => app.post(`/api/companies/${id}/like`, undefined, me)),
        ),
      );
      expect(same.every((answer) => answer.statusCode === 200 && answer.json().likes === 1)).toBe(true);
      const many = await Promise.all(Array.from({ length: 1000 }, () => visitor(app)));
      const answers = await Promise.all(
        many.map((other) => untilServed(() => app.post(`/api/companies/${id}/like`, undefined, other))),
      );
      expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
      const { likes } = await app.database.read
        .selectFrom('companies')
        .select('likes')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const rows = await app.database.read
        .selectFrom('likes')
        .select((eb) => eb.fn.countAll().as('n'))
        .where('company_id', '=', id)
        .executeTakeFirstOrThrow();
      expect([likes, Number(rows.n)]).toEqual([1001, 1001]);
    });
  });
}

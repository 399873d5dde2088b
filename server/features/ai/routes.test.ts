import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setDirectory } from '../../../core/directory/current.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { type AiReply, startAi, type TestAi } from '../../testing/ai.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const KEYS = { claude: 'sk-ant-0123456789-secret', gemini: 'AIza-0123456789-secret' };
const PROVIDERS = ['claude', 'gemini'] as const;
const PAGE = { url: 'https://news.example/acme', title: 'Acme grows' };
const OTHER = { url: 'https://other.example/', title: 'Other' };

for (const dialect of dialects) {
  describe(`AI-assisted editing on ${dialect}`, () => {
    let ai: TestAi;
    let app: TestApp;
    let as: { headers: { authorization: string } };
    let id: string;

    beforeEach(async () => {
      ai = await startAi();
      app = await testApp(dialect, {
        variables: ai.variables,
        build: { ai: { timeout: 1500, firstWait: 5 } },
      });
      as = await signIn(app);
      await settings({ claudeApiKey: KEYS.claude, geminiApiKey: KEYS.gemini });
      id = await makeCompany(app, 'Acme', { employees: 5, revenue: '$1M' });
    });
    afterEach(async () => {
      await app.close();
      await ai.close();
    });

    const settings = (body: object) => app.post('/api/admin/settings', body, as);
    const update = (body?: object) => app.post(`/api/admin/companies/${id}/ai-update`, body, as);
    const search = (body: object) => app.post('/api/admin/companies/ai-search', body, as);
    const company = async () => (await app.get(`/api/companies/${id}`)).json();
    const history = async () => (await app.get(`/api/admin/companies/${id}/history`, as)).json();
    const actions = async () =>
      (await app.get('/api/admin/audit', as)).json().map((entry: { action: string }) => entry.action);

    test.each(PROVIDERS)(
      '%s: a preview shows old, proposed and sources, and saves nothing',
      async (provider) => {
        const before = await company();
        ai.reply({
          says: {
            employees: 12,
            employees_as_of: 2026,
            revenue: '10 million USD per year',
            founder: 'Ada Lovelace',
            website: 'javascript:alert(1)',
            founded: 'long ago',
            sources: [
              { url: `${PAGE.url}/#top`, supports: ['employees'] },
              { url: 'https://made-up.example', supports: ['employees', 'revenue'] },
            ],
          },
          pages: [PAGE, OTHER, { url: 'javascript:alert(1)', title: 'x' }],
        });
        const answer = await update({ provider, preview: true });
        expect(answer.statusCode).toBe(200);
        const both = [PAGE, OTHER];
        expect(answer.json()).toEqual({
          success: true,
          updatedFields: ['revenue', 'employees', 'employees_as_of', 'sources'],
          preview: [
            { field: 'revenue', language: null, old: '$1M', proposed: '$10M', sources: both },
            { field: 'employees', language: null, old: 5, proposed: 12, sources: [PAGE] },
            { field: 'employees_as_of', language: null, old: null, proposed: 2026, sources: [PAGE] },
            {
              field: 'sources',
              language: null,
              old: [],
              proposed: [{ url: PAGE.url, supports: ['employees'] }],
              sources: [PAGE],
            },
          ],
          company: expect.objectContaining({ id, revenue: '$1M', employees: 5 }),
          sources: both,
          provider,
          model: provider === 'claude' ? 'claude-sonnet-5-5' : 'gemini-3.8-flash',
        });
        expect(await company()).toEqual(before);
        expect(await history()).toEqual([]);
        expect(ai.asked).toMatchObject([
          {
            provider,
            path: provider === 'claude' ? '/v1/messages' : '/v1beta/models/gemini-3.8-flash:generateContent',
            key: KEYS[provider],
            search: true,
            schema: true,
          },
        ]);
        expect(ai.asked[0]?.prompt).toContain('Acme');
        expect(await actions()).toContain('company.ai_update');
      },
    );

    test('an own field is proposed where its definition says so, and one of the console is told to no model', async () => {
      const field = (of: object) => ({ names: { en: 'Ovens' }, ai: true, ...of });
      const list = [
        field({ id: 'ovens', type: 'number' }),
        field({ id: 'opens', type: 'choice', options: [{ id: 'dawn', names: { en: 'At dawn' } }] }),
        field({ id: 'motto', type: 'texts' }),
        field({ id: 'rent', type: 'number', access: 'console' }),
        field({ id: 'chairs', type: 'number', ai: false }),
      ];
      await app.put('/api/admin/configuration/fields', { value: { list }, version: 0 }, as);
      await app.put(`/api/admin/companies/${id}`, { fields: { ovens: 3, rent: 31_337, chairs: 4 } }, as);
      ai.reply({
        says: {
          'field.ovens': 7,
          'field.opens': 'never',
          'field.motto': 'Bread first',
          'field.rent': 1,
          'field.chairs': 9,
          sources: [{ url: PAGE.url, supports: [] }],
        },
        pages: [PAGE],
      });
      const { preview } = (await update({ preview: true })).json();
      expect(preview.filter(({ field: name }: { field: string }) => name.startsWith('field.'))).toMatchObject(
        [
          { field: 'field.ovens', language: null, old: 3, proposed: 7 },
          { field: 'field.motto', language: 'en', old: null, proposed: 'Bread first' },
        ],
      );
      const asked = JSON.stringify(ai.asked.at(-1));
      expect(asked).toContain('field.opens');
      expect(asked).not.toMatch(/31337|field\.rent|field\.chairs/);
      const found = (await search({ name: 'Bakery' })).json();
      expect(found.data).toMatchObject({ fields: { ovens: 7, motto: 'Bread first' } });
      expect(Object.keys(found.data.fields)).toEqual(['ovens', 'motto']);
      expect(JSON.stringify(ai.asked.at(-1))).not.toMatch(/field\.rent|field\.chairs/);
      const model_fields = ['employees', 'field.ovens'];
      const body = { name: 'Bakery', fields: { ovens: 7 }, employees: 5, model: 'a-model', model_fields };
      const made = await app.post('/api/admin/companies', body, as);
      const { changes } = (await app.get(`/api/admin/companies/${made.json().id}/history`, as)).json()[0];
      expect(changes.map(({ field: name }: { field: string }) => name)).toEqual(model_fields);
      setDirectory(SHIPPED_DIRECTORY);
    });

    test.each([{}, { preview: false }, { preview: true }])(
      'whatever is asked (%j), it only proposes: nothing that a page told the model is published',
      async (body) => {
        const before = await company();
        ai.reply({
          says: {
            employees: 12,
            description: 'Buy at bait.example!',
            founder: 'Mallory',
            revenue: '$900B',
            website: 'https://bait.example',
          },
          pages: [PAGE],
        });
        const answer = (await update(body)).json();
        expect(answer).toMatchObject({ success: true, company: { id, employees: 5 }, provider: 'claude' });
        expect(answer.updatedFields).toEqual(
          expect.arrayContaining(['employees', 'description', 'founder', 'revenue', 'website']),
        );
        expect(answer.preview.map(({ field }: { field: string }) => field)).toEqual(
          expect.arrayContaining(answer.updatedFields),
        );
        expect(await company()).toEqual(before);
        expect(await history()).toEqual([]);
      },
    );

    test('a new figure does not keep the year and the kind of the old one', async () => {
      await app.put(
        `/api/admin/companies/${id}`,
        { revenue: '$1M', revenue_as_of: 2019, revenue_basis: 'estimate' },
        as,
      );
      ai.reply({ says: { revenue: '$2M' } });
      const { preview } = (await update()).json();
      expect(
        Object.fromEntries(
          preview.map(({ field, proposed }: { field: string; proposed: unknown }) => [field, proposed]),
        ),
      ).toMatchObject({ revenue: '$2M', revenue_as_of: null, revenue_basis: null });
    });

    const figure = (year: number, amount: number, more: object = {}) => ({
      metric: 'revenue',
      year,
      month: null,
      amount,
      currency: 'USD',
      basis: 'annual',
      certainty: 'exact',
      source: PAGE.url,
      ...more,
    });
    const { month: _, ...known } = figure(2022, 4e6);

    test('figures are proposed one by one with their page, beside what is there, and a made-up page is none', async () => {
      await app.put(`/api/admin/companies/${id}`, { figures: [known] }, as);
      ai.reply({
        says: {
          figures: [
            figure(2022, 4e6),
            figure(2022, 9e6),
            figure(2024, 7e6, { source: `${PAGE.url}/` }),
            figure(2025, 8e6, { source: 'https://made-up.example/' }),
            figure(2025, 8e6, { currency: 'dollars' }),
            { metric: 'employees', year: 2024, amount: 6, certainty: 'about', source: PAGE.url },
          ],
        },
        pages: [PAGE],
      });
      const { preview } = (await update({ preview: true })).json();
      const { month: __, ...newer } = figure(2024, 7e6);
      expect(preview.slice(0, 3)).toEqual([
        {
          field: 'figures',
          language: null,
          old: known,
          proposed: { ...known, amount: 9e6 },
          sources: [PAGE],
        },
        { field: 'figures', language: null, old: null, proposed: newer, sources: [PAGE] },
        {
          field: 'figures',
          language: null,
          old: null,
          proposed: { metric: 'employees', year: 2024, amount: 6, certainty: 'about', source: PAGE.url },
          sources: [PAGE],
        },
      ]);
      expect(preview[3]).toMatchObject({
        field: 'sources',
        proposed: [{ url: PAGE.url, supports: ['revenue', 'employees'] }],
      });
      expect((await company()).figures).toHaveLength(1);
    });

    test('a headline that follows its figures is no proposal', async () => {
      await app.put(`/api/admin/companies/${id}`, { figures: [known], revenue_follows: true }, as);
      ai.reply({ says: { revenue: '$8M', revenue_as_of: 2025, employees: 9 }, pages: [PAGE] });
      expect((await update({ preview: true })).json().updatedFields).toEqual(['employees']);
    });

    test('a search fills facts in, and the founders as persons', async () => {
      ai.reply({
        says: {
          name: 'Kite',
          founder: 'Jane Doe, 김철수',
          kinds: ['app', 'nonsense'],
          country: 'KR',
          city: 'Busan',
          status: { kind: 'acquired', year: 2024, by: 'Kakao', price: null },
          timeline: [
            { year: 2019, month: null, text: 'A first version' },
            { year: 'then', month: null, text: 'Nothing' },
          ],
          figures: [figure(2024, 7e6), figure(2025, 8e6, { source: 'https://made-up.example/' })],
        },
        pages: [PAGE],
      });
      const { month: __, ...sourced } = figure(2024, 7e6);
      const { source: ___, ...unsourced } = { ...sourced, year: 2025, amount: 8e6 };
      expect((await search({ name: 'Kite', provider: 'claude', language: 'en' })).json().data).toEqual({
        name: 'Kite',
        founder: 'Jane Doe, 김철수',
        founders: [
          { id: 'jane-doe', name: { en: 'Jane Doe' } },
          { id: '김철수', name: { en: '김철수' } },
        ],
        kinds: ['app'],
        country: 'KR',
        city: 'Busan',
        status: { kind: 'acquired', year: 2024, by: 'Kakao' },
        timeline: [{ year: 2019, text: 'A first version' }],
        figures: [sourced, unsourced],
      });
    });

    test('texts are proposed in the language asked for', async () => {
      await app.put(`/api/admin/companies/${id}`, { language: 'ko', name: '아크미', story: '이야기' }, as);
      ai.reply({ says: { description: '설명', founder: '에이다' } });
      const { preview } = (await update({ language: 'ko' })).json();
      expect(preview).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ field: 'founder', language: 'ko', proposed: '에이다' }),
          expect.objectContaining({ field: 'description', language: 'ko', proposed: '설명' }),
        ]),
      );
      expect(ai.asked[0]?.prompt).toContain('in Korean');
    });

    test.each(PROVIDERS)(
      '%s: a search answers with what validates, in the shape of the form',
      async (provider) => {
        const found = {
          name: 'Basecamp',
          description: 'Project tools.',
          founder: 'Jason Fried',
          revenue: '$100 million',
          employees: 80,
          founded: 1999,
          website: 'https://basecamp.com',
          category: 'no-seed',
          highlights: ['No investors'],
        };
        ai.reply({ says: { ...found, founded: null, employees: -1, extra: 'x' }, pages: [PAGE] });
        const answer = (
          await search({ name: 'Basecamp', founder: 'Fried', provider, language: 'ja' })
        ).json();
        const { founded: _, employees: __, ...valid } = found;
        expect(answer).toMatchObject({
          success: true,
          // Its founder is a person too, named in the language that was asked for.
          data: {
            ...valid,
            revenue: '$100M',
            founders: [{ id: 'jason-fried', name: { ja: 'Jason Fried' } }],
          },
          sources: [PAGE],
          provider,
        });
        expect(answer.fieldsFound.toSorted()).toEqual([...Object.keys(valid), 'founders'].toSorted());
        expect(answer.data).not.toHaveProperty('extra');
        expect(ai.asked[0]?.prompt).toContain('in Japanese');
        expect(await actions()).toContain('ai.search');
      },
    );

    test.each([{}, { name: 'Nowhere', description: null, employees: null }])(
      'nothing reliable found (%j): 200 with nothing',
      async (says) => {
        ai.reply({ says });
        const answer = await search({ name: 'Nowhere' });
        expect(answer.statusCode).toBe(200);
        expect(answer.json()).toMatchObject({ success: true, data: {}, fieldsFound: [] });
      },
    );

    test.each(['```json\n{"employees": 9}\n```', 'Here it is: {"employees": 9} I hope it helps.'])(
      'an answer wrapped in words is read: %s',
      async (says) => {
        ai.reply({ says });
        expect((await update()).json().updatedFields).toEqual(['employees']);
      },
    );

    test('Gemini 2 is asked without a schema, which it refuses beside a search', async () => {
      await settings({ geminiModel: 'gemini-2.5-flash' });
      ai.reply({ says: { employees: 9 } });
      expect((await update({ provider: 'gemini' })).json().updatedFields).toEqual(['employees']);
      expect(ai.asked).toMatchObject([{ search: true, schema: false }]);
    });

    test('without a key, or with AI updates turned off, it is not configured', async () => {
      await settings({ claudeApiKey: '' });
      const ask = async () => {
        const answers = [
          await update({ provider: 'claude' }),
          await search({ name: 'X', provider: 'claude' }),
        ];
        return answers.map((answer) => [answer.statusCode, answer.json().code]);
      };
      const notConfigured = [409, 'ai_not_configured'];
      expect(await ask()).toEqual([notConfigured, notConfigured]);
      expect((await update({ provider: 'claude' })).json()).toMatchObject({
        message: expect.stringContaining('API key of Claude'),
        reason: 'ai_key_missing',
      });
      await settings({ claudeApiKey: KEYS.claude, enableAiUpdates: false });
      expect(await ask()).toEqual([notConfigured, notConfigured]);
      expect((await update({ provider: 'claude' })).json().reason).toBe('ai_turned_off');
      expect(ai.asked).toEqual([]);
    });

    const unusable = "'s answer cannot be used; nothing was changed.";
    const failures: [string, AiReply[], string, string, number][] = [
      [
        'a refused key',
        [{ status: 401, message: `bad key ${KEYS.claude}` }],
        'ai_key_refused',
        'refused the API key',
        1,
      ],
      ['too many requests', [{ status: 429 }], 'ai_limit_reached', 'takes no more requests', 3],
      [
        'too many for long',
        [{ status: 429, headers: { 'retry-after': '60' } }],
        'ai_limit_reached',
        'no more requests',
        1,
      ],
      ['an error of its own', [{ status: 500 }], 'ai_unavailable', 'is not available right now', 3],
      ['an unknown model', [{ status: 404 }], 'ai_model_unknown', 'does not know the model', 1],
      [
        'a request it cannot take',
        [{ status: 400, message: `no: ${KEYS.claude}` }],
        'ai_request_refused',
        'no: [redacted]',
        1,
      ],
      ['a closed connection', ['hang up'], 'ai_unreachable', 'cannot be reached', 3],
      ['silence', ['hang'], 'ai_timeout', 'did not answer in time', 1],
      ['an answer byte by byte', ['drip'], 'ai_timeout', 'did not answer in time', 1],
      ['prose', [{ says: 'I cannot help with that.' }], 'ai_answer_unusable', unusable, 1],
      ['other JSON', [{ says: { banana: true } }], 'ai_answer_unusable', unusable, 1],
      ['a list', [{ says: '[1, 2]' }], 'ai_answer_unusable', unusable, 1],
      [
        'cut-off JSON',
        [{ says: '{"employees": 12, "sources": [{"url": "https://x.example"}' }],
        'ai_answer_unusable',
        unusable,
        1,
      ],
      ['HTML', [{ raw: '<!doctype html><p>Hello', type: 'text/html' }], 'ai_answer_unusable', unusable, 1],
      ['nothing', [{ raw: '' }], 'ai_answer_unusable', unusable, 1],
      ['half an answer', ['cut off'], 'ai_unreachable', 'cannot be reached', 1],
      ['50 MB', ['huge'], 'ai_answer_unusable', unusable, 1],
    ];

    test.each(failures)(
      '%s: a problem in words, nothing changed',
      async (_, replies, reason, words, requests) => {
        const before = await company();
        ai.reply(...replies);
        const answer = await update();
        expect([answer.statusCode, answer.json()]).toMatchObject(
          reason === 'ai_timeout' ? [504, { code: reason }] : [502, { code: 'ai_failed', reason }],
        );
        expect(answer.json().message).toContain(words);
        expect(answer.body).not.toContain(KEYS.claude);
        expect(ai.asked).toHaveLength(requests);
        expect(await company()).toEqual(before);
        expect(await history()).toEqual([]);
        expect(ai.sent).toBeLessThan(20 * 1024 * 1024);
      },
    );

    test('Gemini names a wrong key by 400, and that is a refused key too', async () => {
      ai.reply({ status: 400, message: 'API key not valid. Please pass a valid API key.' });
      const answer = await update({ provider: 'gemini' });
      expect([answer.statusCode, answer.json().message]).toEqual([
        502,
        'Gemini refused the API key; check it in the settings.',
      ]);
    });

    test.each<AiReply>([{ status: 503 }, { status: 429, headers: { 'retry-after': '0' } }, 'hang up'])(
      'after %j a retry succeeds',
      async (failure) => {
        ai.reply(failure, { says: { employees: 9 } });
        expect((await update()).json().updatedFields).toEqual(['employees']);
        expect(ai.asked).toHaveLength(2);
      },
    );

    test('a provider that is down is left alone for a minute, the other one is not', async () => {
      ai.reply({ status: 500 });
      for (let i = 0; i < 5; i++) await update();
      const before = ai.asked.length;
      ai.reply({ says: { employees: 9 } });
      const refused = await update();
      expect([refused.statusCode, refused.json().code]).toEqual([502, 'ai_failed']);
      expect(Number(refused.headers['retry-after'])).toBe(60);
      expect(ai.asked).toHaveLength(before);
      expect((await update({ provider: 'gemini' })).statusCode).toBe(200);
      app.clock.forward(60_000);
      expect((await update()).statusCode).toBe(200);
    });

    test.each<AiReply>(['hang', 'drip', 'hang up', { status: 503 }])(
      'while a provider does this: %j, everybody else is answered as before',
      async (reply) => {
        ai.reply(reply);
        const questions = Promise.all(Array.from({ length: 20 }, () => update()));
        let over = false;
        let meanwhile = 0;
        questions.finally(() => {
          over = true;
        });
        for (let i = 0; i < 10 || !over; i++) {
          const answers = await Promise.all([
            app.get(`/api/companies/${id}`),
            app.get('/api/companies'),
            app.post(`/api/companies/${id}/comments`, { author: 'A', content: `${i}` }),
            app.get('/api/admin/session', as),
          ]);
          expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 201, 200]);
          if (!over) meanwhile++;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        // Where the provider never ends, they did not wait for it.
        if (reply === 'hang' || reply === 'drip') expect(meanwhile).toBeGreaterThan(0);
        // A retry on a busy machine can take until the limit of a question.
        const statuses = (await questions).map(({ statusCode }) => statusCode);
        const expected = reply === 'hang' || reply === 'drip' ? 504 : 502;
        expect(statuses).toContain(expected);
        expect(statuses.filter((status) => status !== expected && status !== 504)).toEqual([]);
      },
    );

    test('a connection test says in words how it went, without the key', async () => {
      const ask = async (provider: string) =>
        (await app.post('/api/admin/settings/test', { provider }, as)).json();
      ai.reply({ says: 'OK' });
      for (const provider of PROVIDERS)
        expect(await ask(provider)).toMatchObject({ success: true, code: null });
      expect(ai.asked.map((one) => one.key)).toEqual([KEYS.claude, KEYS.gemini]);
      ai.reply({ status: 401, message: KEYS.claude });
      expect(await ask('claude')).toEqual({
        success: false,
        message: 'Claude refused the API key; check it in the settings.',
        code: 'ai_key_refused',
      });
      await settings({ geminiApiKey: '' });
      expect(await ask('gemini')).toMatchObject({ success: false, code: 'ai_key_missing' });
      expect(await ask('smtp')).toMatchObject({ success: false, code: 'mail_not_set_up' });
      expect((await app.post('/api/admin/settings/test', { provider: 'x' }, as)).statusCode).toBe(400);
      expect(await actions()).toContain('settings.test');
    });

    test('a connection is tested with what is typed before it is saved, and nothing is saved by it', async () => {
      const ask = async (body: object) => (await app.post('/api/admin/settings/test', body, as)).json();
      const before = (await app.get('/api/admin/settings', as)).json();
      ai.reply({ says: 'OK' });
      for (const provider of PROVIDERS) {
        const body = { provider, key: ` typed-key-of-${provider} `, model: 'typed-model' };
        expect(await ask(body)).toMatchObject({ success: true });
      }
      expect(ai.asked.map((one) => one.key)).toEqual(['typed-key-of-claude', 'typed-key-of-gemini']);
      expect(ai.asked[1]?.path).toContain('typed-model');
      // The mask that the form shows stands for the stored key; an emptied field is no key.
      expect(await ask({ provider: 'claude', key: before.claudeApiKey })).toMatchObject({ success: true });
      expect(ai.asked.at(-1)?.key).toBe(KEYS.claude);
      expect(await ask({ provider: 'claude', key: '' })).toMatchObject({ code: 'ai_key_missing' });
      expect((await app.get('/api/admin/settings', as)).json()).toEqual(before);
    });

    test('nobody but an administrator asks', async () => {
      for (const path of [`companies/${id}/ai-update`, 'companies/ai-search', 'settings/test', 'jobs']) {
        expect((await app.post(`/api/admin/${path}`, {})).statusCode).toBe(401);
      }
      expect(ai.asked).toEqual([]);
    });
  });
}

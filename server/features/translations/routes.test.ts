import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AskedAi, startAi, type TestAi } from '../../testing/ai.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import type { Ai } from '../ai/index.ts';
import { aheadOf } from './store.ts';
import { translate } from './translate.ts';

/** A translation into the language of the question, as a model would answer. */
function translated({ instructions, prompt }: AskedAi) {
  const language = /into (.+?):|into (.+)\./.exec(instructions);
  const to = language?.[1] ?? language?.[2] ?? '?';
  const text = JSON.parse(/<data>([\s\S]*)<\/data>/.exec(prompt)?.[1] ?? '{}') as Record<string, unknown>;
  return {
    says: {
      name: `${text['name']} (${to})`,
      founder: null,
      description: `${text['description']} (${to})`,
      story: `${text['story']} (${to})`,
      highlights: text['highlights'],
    },
  };
}

for (const dialect of dialects) {
  describe(`translations on ${dialect}`, () => {
    let ai: TestAi;
    let app: TestApp;
    let as: { headers: { authorization: string } };
    let id: string;

    beforeEach(async () => {
      ai = await startAi();
      ai.reply(translated);
      app = await testApp(dialect, {
        variables: ai.variables,
        build: { ai: { timeout: 1500, firstWait: 5 } },
      });
      as = await signIn(app);
      await app.post('/api/admin/settings', { claudeApiKey: 'sk-ant-0123456789' }, as);
      id = await makeCompany(app, 'Acme', {
        texts: {
          en: { name: 'Acme', description: 'It makes things.', story: 'One. Two.' },
          ko: { name: '아크미' },
        },
      });
    });
    afterEach(async () => {
      await app.close();
      await ai.close();
    });

    const status = async () => (await app.get('/api/admin/translations/status', as)).json();
    const generate = (targetLanguages: string[]) =>
      app.post('/api/admin/translations/generate', { companyId: id, targetLanguages }, as);
    const content = async () => (await app.get(`/api/admin/companies/${id}/content`, as)).json().content;
    const save = (body: object) => app.put(`/api/admin/companies/${id}`, body, as);

    test('the status names what is missing and what is behind, with the sentences that changed', async () => {
      expect(await status()).toEqual({
        summary: { incompleteCount: 1, pendingCount: 0, unreviewedCount: 0 },
        incompleteTranslations: [
          { company_id: id, english_name: ['Acme'], available_languages: ['en', 'ko'], language_count: 2 },
        ],
        pendingUpdates: [],
        unreviewedTranslations: [],
      });
      app.clock.forward(60_000);
      const first = app.clock.now.toISOString();
      await save({ story: 'One. Three.' });
      app.clock.forward(60_000);
      await save({ story: 'One. Four. Five.' });
      const { summary, pendingUpdates } = await status();
      expect(summary).toEqual({ incompleteCount: 1, pendingCount: 1, unreviewedCount: 0 });
      expect(pendingUpdates).toEqual([
        {
          company_id: id,
          name: 'Acme',
          modified_language: 'en',
          last_modified: app.clock.now.toISOString(),
          languages: ['ko'],
          changed: [{ field: 'story', removed: ['Two.'], added: ['Four.', 'Five.'] }],
        },
      ]);
      expect((await content()).ko.pending_since).toBe(first);
    });

    test('a search, a task and a page choose the companies that the status tells of', async () => {
      const all = {
        en: { name: 'Bolt' },
        ko: { name: '볼트' },
        ja: { name: 'ボルト' },
        zh: { name: '螺栓' },
      };
      const bolt = await makeCompany(app, 'Bolt', { texts: all });
      const nut = await makeCompany(app, 'Small Nut', { texts: { en: { name: 'Small Nut' } } });
      await makeCompany(app, 'Done', { texts: { ...all, en: { name: 'Done' } } });
      app.clock.forward(60_000);
      await app.put(`/api/admin/companies/${bolt}`, { story: 'Anew.' }, as);
      const ask = async (query: string) => {
        const answer = await app.get(`/api/admin/translations/status?${query}`, as);
        const { summary, ...lists } = answer.json();
        expect(summary).toEqual({ incompleteCount: 2, pendingCount: 1, unreviewedCount: 0 });
        const named = Object.values<{ company_id: string }[]>(lists).map((entries) =>
          entries.map(({ company_id }) => company_id),
        );
        return [answer.headers['x-total-count'], ...named];
      };
      // The lists: incomplete, pending, not looked over.
      expect(await ask('')).toEqual(['3', [id, nut], [bolt], []]);
      expect(await ask('task=incomplete')).toEqual(['2', [id, nut], [], []]);
      expect(await ask('task=incomplete&limit=1&offset=1')).toEqual(['2', [nut], [], []]);
      expect(await ask('task=incomplete&offset=1')).toEqual(['2', [nut], [], []]);
      expect(await ask('task=incomplete&limit=1&offset=2')).toEqual(['2', [], [], []]);
      expect(await ask('task=pending')).toEqual(['1', [], [bolt], []]);
      expect(await ask('task=unreviewed')).toEqual(['0', [], [], []]);
      expect(await ask(`company=${bolt}`)).toEqual(['1', [], [bolt], []]);
      // In every language, each word, without case and width; nothing stands for anything else.
      for (const [q, found] of [
        ['ＮＵＴ small', [nut]],
        ['아크미', [id]],
        ['ACM', [id]],
        ['small-nut', [nut]],
        ['%', []],
        ['螺栓', []],
      ] as const)
        expect(await ask(`task=incomplete&q=${encodeURIComponent(q)}`)).toEqual([
          String(found.length),
          found,
          [],
          [],
        ]);
      expect(await ask(`q=${encodeURIComponent('螺栓')}`)).toEqual(['1', [], [bolt], []]);
      for (const wrong of ['limit=0', 'offset=-1', 'task=x']) {
        const refused = await app.get(`/api/admin/translations/status?${wrong}`, as);
        expect([refused.statusCode, refused.json().details[0].path]).toEqual([
          400,
          `query.${wrong.split('=')[0]}`,
        ]);
      }
    });

    test('a company that lacks a language and is behind is told of in both lists', async () => {
      app.clock.forward(60_000);
      await save({ story: 'One. Three.' });
      for (const task of ['incomplete', 'pending']) {
        const answer = await app.get(`/api/admin/translations/status?task=${task}&limit=5`, as);
        expect(answer.json()).toMatchObject({
          incompleteTranslations: [{ company_id: id }],
          pendingUpdates: [{ company_id: id, changed: [{ field: 'story', added: ['Three.'] }] }],
        });
      }
    });

    test('missing and pending languages are generated from the one that is ahead', async () => {
      await save({ language: 'ko', description: '물건을 만듭니다.' });
      const answer = await generate(['en', 'ja', 'zh']);
      expect(answer.json()).toEqual({ success: true, translated: ['en', 'ja', 'zh'], failed: [] });
      expect(ai.asked.every((one) => one.instructions.includes('from Korean into'))).toBe(true);
      const texts = await content();
      for (const language of ['en', 'ja', 'zh']) {
        expect(texts[language]).toMatchObject({
          origin: 'machine',
          model: 'claude-sonnet-5-5',
          reviewed: false,
          pending_since: null,
        });
      }
      expect(texts.zh.name).toBe('아크미 (Simplified Chinese)');
      expect(texts.ko).toMatchObject({ origin: 'person', description: '물건을 만듭니다.' });
      expect(await status()).toEqual({
        summary: { incompleteCount: 0, pendingCount: 0, unreviewedCount: 1 },
        incompleteTranslations: [],
        pendingUpdates: [],
        unreviewedTranslations: [{ company_id: id, name: '아크미 (English)', languages: ['en', 'ja', 'zh'] }],
      });
      const [entry] = (await app.get(`/api/admin/companies/${id}/history`, as)).json();
      expect(entry).toMatchObject({ actor_kind: 'ai', actor: 'claude-sonnet-5-5', action: 'translate' });
    });

    test('the most read machine translations come first, and many are approved at once', async () => {
      const read = await makeCompany(app, 'Zeta');
      const least = await makeCompany(app, 'Alpha');
      await app.database.write(async ({ tx }) => {
        for (const [company, views] of [
          [read, 50],
          [id, 7],
          [least, 1],
        ] as const)
          await tx.updateTable('companies').set({ views }).where('id', '=', company).execute();
      });
      for (const companyId of [read, least])
        await app.post('/api/admin/translations/generate', { companyId, targetLanguages: ['ja', 'zh'] }, as);
      await generate(['ja']);
      const waiting = async (more = '') =>
        (await app.get(`/api/admin/translations/status?task=unreviewed${more}`, as))
          .json()
          .unreviewedTranslations.map(({ company_id }: { company_id: string }) => company_id);
      expect(await waiting()).toEqual([read, id, least]);
      expect(await waiting('&limit=1&offset=1')).toEqual([id]);
      const approve = (companyIds: string[]) =>
        app.post('/api/admin/translations/review', { companyIds }, as);
      const machine = async () =>
        (await app.get(`/api/companies/${read}?language=ja`)).json().machine_translated;
      expect(await machine()).toBe(true);
      expect((await approve([read, least, 'nobody'])).json()).toEqual({ reviewed: 4 });
      expect(await machine()).toBe(false);
      expect(await waiting()).toEqual([id]);
      expect((await approve([read])).json()).toEqual({ reviewed: 0 });
      expect((await approve([])).statusCode).toBe(400);
      expect((await app.post('/api/admin/translations/review', { companyIds: [id] })).statusCode).toBe(401);
    });

    test('English is the source where no language is ahead', async () => {
      await generate(['ja']);
      expect(ai.asked.map((one) => one.instructions.split('\n')[0])).toEqual([
        'You translate entries of a company directory from English into Japanese.',
      ]);
    });

    test('a reader is told of a machine translation, and of one that is behind, until it is reviewed', async () => {
      await generate(['ja']);
      const shown = async () => {
        const { language, machine_translated, outdated } = (
          await app.get(`/api/companies/${id}?language=ja`)
        ).json();
        return { language, machine_translated, outdated };
      };
      expect(await shown()).toEqual({ language: 'ja', machine_translated: true, outdated: false });
      await save({ story: 'Changed.' });
      expect(await shown()).toEqual({ language: 'ja', machine_translated: true, outdated: true });
      await generate(['ja']);
      const review = (language: string) => app.post(`/api/admin/translations/${id}/review`, { language }, as);
      expect((await review('ja')).json()).toEqual({ success: true });
      expect(await shown()).toEqual({ language: 'ja', machine_translated: false, outdated: false });
      expect((await content()).ja).toMatchObject({ origin: 'machine', reviewed: true });
      expect((await status()).unreviewedTranslations).toEqual([]);
      expect((await review('zh')).statusCode).toBe(404);
      const english = (await app.get(`/api/companies/${id}?language=en`)).json();
      expect(english.machine_translated).toBe(false);
      const log = (await app.get('/api/admin/audit', as)).json();
      expect(log.map((entry: { action: string }) => entry.action)).toEqual(
        expect.arrayContaining(['translations.generate', 'translations.review']),
      );
    });

    test('one language that fails takes no other with it; the original itself cannot be a target', async () => {
      ai.reply((asked) => (asked.instructions.includes('Japanese') ? { status: 400 } : translated(asked)));
      expect((await generate(['ja', 'zh', 'en'])).json()).toEqual({
        success: false,
        translated: ['zh'],
        failed: ['ja', 'en'],
      });
      expect(Object.keys(await content())).toEqual(['en', 'ko', 'zh']);
    });

    test.each([
      [{ says: { name: 'アクメ', description: '説明', story: '物語', highlights: [] } }, 502],
      [{ says: { name: 'アクメ', description: '', story: '物語', highlights: ['一'] } }, 502],
      [{ says: { name: '', description: '説明', story: '物語', highlights: ['一'] } }, 502],
      ['hang' as const, 504],
    ])('with %j nothing is saved', async (reply, code) => {
      ai.reply(reply);
      expect((await generate(['ja'])).statusCode).toBe(code);
      expect(Object.keys(await content())).toEqual(['en', 'ko']);
    });

    test('a fault of ours is told as one, whatever other languages came of it', async () => {
      const half = {
        requireReady: async () => {},
        ask: async ({ instructions }: AskedAi) => {
          if (instructions.includes('Japanese')) throw new Error('a fault of ours');
          return {
            output: { name: 'X', description: 'Y', story: 'Z', highlights: [], founder: null },
            model: 'm',
          };
        },
      } as unknown as Ai;
      const made = translate(app.database.read, half, id, { targets: ['zh', 'ja'] });
      await expect(made).rejects.toThrow('a fault of ours');
    });

    test('a translation of words that were changed meanwhile is not saved', async () => {
      ai.reply(async (asked) => {
        await save({ story: 'Rewritten.' });
        return translated(asked);
      });
      expect((await generate(['ja'])).json()).toEqual({ success: false, translated: [], failed: ['ja'] });
      ai.reply(async (asked) => {
        await save({ language: 'ko', story: '사람이 썼습니다.' });
        return translated(asked);
      });
      expect((await generate(['ko', 'zh'])).json().translated).not.toContain('ko');
      expect((await content()).ko.story).toBe('사람이 썼습니다.');
    });

    test.each([
      [{ targetLanguages: ['ja'] }, 400],
      [{ companyId: 'x', targetLanguages: [] }, 400],
      [{ companyId: 'x', targetLanguages: ['fr'] }, 400],
      [{ companyId: 'nobody', targetLanguages: ['ja'] }, 404],
    ])('%j is refused', async (body, code) => {
      expect((await app.post('/api/admin/translations/generate', body, as)).statusCode).toBe(code);
    });
  });
}

test('of several languages that changed the last one is ahead', () => {
  const texts = [
    { pending_since: '2026-11-20T00:00:00.000Z', pending_language: 'en' },
    { pending_since: '2026-11-21T00:00:00.000Z', pending_language: 'ko' },
    { pending_since: null, pending_language: null },
  ] as const;
  for (const some of [texts, texts.toReversed()]) expect(aheadOf(some)).toBe('ko');
  expect(aheadOf(texts.slice(2))).toBeUndefined();
});

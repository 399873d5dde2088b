import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setDirectory } from '../../../core/directory/current.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { startAi, type TestAi } from '../../testing/ai.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const NAMES = { en: 'wood ovens', ko: '화덕', ja: '薪窯', zh: '柴火炉' };

for (const dialect of dialects) {
  describe(`names of tags on ${dialect}`, () => {
    let ai: TestAi;
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      ai = await startAi();
      app = await testApp(dialect, {
        variables: ai.variables,
        build: { ai: { timeout: 1500, firstWait: 5 } },
      });
      as = await signIn(app);
      await makeCompany(app, 'Crust', { id: 'crust', tags: ['ovens', 'bootstrapped'] });
    });
    afterEach(async () => {
      await app.close();
      await ai.close();
      setDirectory(SHIPPED_DIRECTORY);
    });

    const name = (tag: string, names: object, outdated: string[] = []) =>
      app.put(`/api/admin/tags/${encodeURIComponent(tag)}/names`, { names, outdated }, as);
    const rows = async (query = '') =>
      (await app.get(`/api/admin/tags?${query}`, as)).json() as {
        tag: string;
        names: object;
        outdated: string[];
      }[];
    const rowOf = async (tag: string) => (await rows()).find((row) => row.tag === tag);
    const textOf = async (language: string, tag: string) =>
      (await app.get(`/texts/${language}-x.json`)).json().companies[`tag_${tag}`];

    test('a tag of before has the shipped name of its id, one without a name is called as it is written', async () => {
      expect([await textOf('ko', 'bootstrapped'), await textOf('ko', 'ovens')]).toEqual([
        '자력 성장',
        undefined,
      ]);
      const values = (await app.get('/api/companies/facets/tag?lang=ja')).json();
      expect(values.map(({ name }: { name: string }) => name).sort()).toEqual(['ovens', '自己資金で成長']);
    });

    test('a named tag is shown and found by every name', async () => {
      expect((await name('ovens', NAMES)).json()).toEqual({ names: NAMES, outdated: [] });
      expect(await textOf('zh', 'ovens')).toBe('柴火炉');
      for (const q of ['ovens', 'wood ovens', '화덕', '薪窯', '柴火炉']) {
        const found = (await app.get(`/api/search?lang=ko&q=${encodeURIComponent(q)}`)).json();
        expect([q, found.tags]).toEqual([q, [{ value: 'ovens', name: '화덕' }]]);
        expect([q, found.companies[0]?.id]).toEqual([q, 'crust']);
      }
      expect((await rows('q=%ED%99%94%EB%8D%95')).map(({ tag }) => tag)).toEqual(['ovens']);
    });

    test('tags whose names are missing or outdated are listed as such', async () => {
      expect((await rows('incomplete=true')).map(({ tag }) => tag)).toEqual(['ovens']);
      await name('ovens', NAMES);
      expect(await rows('incomplete=true')).toEqual([]);
      await name('ovens', { ...NAMES, en: 'brick ovens', ja: 'レンガ窯' });
      expect((await rows('incomplete=true'))[0]).toMatchObject({ tag: 'ovens', outdated: ['ko', 'zh'] });
      await name('ovens', { ...NAMES, en: 'brick ovens', ja: 'レンガ窯' }, ['zh']);
      expect((await rowOf('ovens'))?.outdated).toEqual(['zh']);
      const { ko: _, ...others } = NAMES;
      await name('ovens', { ...others, en: 'brick ovens' });
      expect([await textOf('ko', 'ovens'), (await rows('incomplete=true')).length]).toEqual([
        'brick ovens',
        1,
      ]);
    });

    test('a renamed tag keeps its names, a merged one has those of the other, and both can be taken back', async () => {
      await name('ovens', NAMES);
      const path = '/api/admin/tags/ovens';
      const renamed = (await app.put(path, { name: 'stoves' }, as)).json();
      expect([await textOf('ko', 'stoves'), (await rowOf('stoves'))?.names]).toEqual(['화덕', NAMES]);
      expect((await app.get('/api/tags/ovens')).json().tag).toBe('stoves');
      await app.post(`/api/admin/tags/changes/${renamed.change}/undo`, {}, as);
      expect((await rowOf('ovens'))?.names).toEqual(NAMES);
      await app.put(path, { name: 'bootstrapped', merge: true }, as);
      expect(await textOf('ko', 'bootstrapped')).toBe('자력 성장');
      const history = (await app.get('/api/admin/companies/crust/history', as)).json();
      expect(history[0].changes[0]).toMatchObject({ field: 'tags', after: ['bootstrapped'] });
    });

    test('a model proposes the names that are missing or outdated, and nothing is saved', async () => {
      const propose = () => app.post('/api/admin/tags/ovens/names/propose', {}, as);
      expect((await propose()).json().code).toBe('ai_not_configured');
      await app.post('/api/admin/settings', { claudeApiKey: 'sk-ant-0123456789' }, as);
      ai.reply({ says: { en: 'ignored', ko: '화덕', ja: 'x'.repeat(61), zh: null } });
      await name('ovens', { en: 'wood ovens' });
      const proposed = await propose();
      expect([proposed.statusCode, proposed.json().names]).toEqual([200, { ko: '화덕' }]);
      expect(ai.asked.at(-1)?.prompt).toContain('wood ovens');
      expect((await rowOf('ovens'))?.names).toEqual({ en: 'wood ovens' });
      ai.reply({ says: {} });
      expect((await propose()).json()).toMatchObject({ code: 'ai_failed' });
      await name('ovens', NAMES);
      expect((await propose()).json()).toMatchObject({ code: 'conflict' });
    });

    test('only tags that companies have are named, by who may change companies, with names that fit', async () => {
      expect((await name('nobody-has-it', NAMES)).statusCode).toBe(404);
      const long = await name('ovens', { ko: '화'.repeat(61) });
      expect(long.json().details[0]).toMatchObject({ path: 'body.names.ko', code: 'too_long' });
      const analyst = await signIn(app, 'ana', 'analyst');
      const refused = await app.put('/api/admin/tags/ovens/names', { names: NAMES, outdated: [] }, analyst);
      expect(refused.statusCode).toBe(403);
      const twice = [
        { id: 'ovens', names: {} },
        { id: '#Ovens', names: {} },
      ];
      const part = await app.put('/api/admin/configuration/tags', { version: 0, value: { list: twice } }, as);
      expect(part.json().details[0]).toMatchObject({ path: 'body.value.list.1.id', code: 'duplicate_id' });
    });
  });
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setDirectory } from '../../../core/directory/current.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const THREE = { offered: ['ko', 'en', 'ja'], default: 'ko' };

for (const dialect of dialects) {
  describe(`the languages of a directory on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(async () => {
      await app.close();
      setDirectory(SHIPPED_DIRECTORY);
    });

    const save = async (value: unknown) => {
      const { version } = (await app.get('/api/admin/configuration/languages', as)).json();
      return app.put('/api/admin/configuration/languages', { value, version }, as);
    };

    test('addresses in a language that is not offered lead to the default one, until it is offered again', async () => {
      expect((await save(THREE)).statusCode).toBe(200);
      for (const [path, to] of [
        ['/zh', '/ko'],
        ['/zh/all?sort=name', '/ko/all?sort=name'],
        ['/zh/feed.xml', '/ko/feed.xml'],
        ['/zh/manifest.webmanifest', '/ko/manifest.webmanifest'],
        ['/zh.data', '/ko.data'],
      ] as const) {
        const left = await app.get(path);
        expect([path, left.statusCode, left.headers.location]).toEqual([path, 302, to]);
        expect(left.headers['cache-control']).toBe('no-cache');
      }
      expect((await app.get('/ja/feed.xml')).statusCode).toBe(200);
      await save({ offered: ['en', 'zh'], default: 'en' });
      expect([
        (await app.get('/zh/feed.xml')).statusCode,
        (await app.get('/ko/feed.xml')).statusCode,
      ]).toEqual([200, 302]);
    });

    test('the sitemap, the description and what has no language of its own follow', async () => {
      await save(THREE);
      const sitemap = (await app.get('/sitemap.xml')).body;
      expect([
        sitemap.includes('/zh'),
        sitemap.includes('hreflang="zh"'),
        sitemap.includes('/ko/all'),
      ]).toEqual([false, false, true]);
      expect((await app.get('/api/directory')).json()).toMatchObject({
        name: '작은 거인들',
        languages: ['ko', 'en', 'ja'],
        default_language: 'ko',
      });
      const feed = async (language?: string) =>
        /"language": ?"(\w+)/.exec(
          (await app.get('/feed.json', { headers: language ? { 'accept-language': language } : {} })).body,
        )?.[1];
      expect([await feed(), await feed('zh-CN'), await feed('ja'), await feed('*')]).toEqual([
        'ko',
        'ko',
        'ja',
        'ko',
      ]);
    });

    test('a text that is missing in a language which is not offered is not missing', async () => {
      const text = { name: 'Crust', description: 'Bread', story: 'Long ago' };
      await makeCompany(app, 'Crust', { id: 'crust', texts: { en: text, ko: text, ja: text } });
      const incomplete = async () => {
        const status = (await app.get('/api/admin/translations/status', as)).json();
        return [
          status.summary.incompleteCount,
          status.incompleteTranslations.map(
            ({ available_languages }: { available_languages: string[] }) => available_languages,
          ),
        ];
      };
      expect(await incomplete()).toEqual([1, [['en', 'ko', 'ja']]]);
      await save(THREE);
      expect(await incomplete()).toEqual([0, []]);
      await save({ offered: ['zh', 'en'], default: 'en' });
      expect(await incomplete()).toEqual([1, [['en']]]);
    });

    test.each([
      ['no language', { offered: [], default: 'en' }, 'too_few'],
      ['a default that is not offered', { offered: ['ko', 'ja'], default: 'en' }, 'not_one_of'],
      ['one language twice', { offered: ['ko', 'ko'], default: 'ko' }, 'duplicate_id'],
      ['a language that the program does not have', { offered: ['ko', 'xx'], default: 'ko' }, 'not_one_of'],
    ])('%s is refused', async (_what, value, code) => {
      const answer = await save(value);
      expect([answer.statusCode, answer.json().details[0].code]).toEqual([400, code]);
    });
  });
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setDirectory } from '../../../core/directory/current.ts';
import { HOME_SECTIONS } from '../../../core/directory/home.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { pageDirectoryOf } from './page-directory.ts';
import { textsOf } from './texts.ts';

for (const dialect of dialects) {
  describe(`the home page's configuration on ${dialect}`, () => {
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

    const save = async (part: string, value: Record<string, unknown>) => {
      const { version } = (await app.get(`/api/admin/configuration/${part}`, as)).json();
      return app.put(`/api/admin/configuration/${part}`, { value, version }, as);
    };
    const pages = () => pageDirectoryOf('Tiny Giants')();

    test('as shipped all sections are shown in their order, with the texts of the build', () => {
      expect(pages().homeSections).toEqual(HOME_SECTIONS);
      expect([pages().homeActionIn('en'), pages().textsIn('en')]).toEqual([undefined, null]);
    });

    test('texts are said in each language, before those of the interface', async () => {
      const shipped = String(textsOf('ko', 'home')['intro']);
      await save('texts', {
        en: { 'home:title': { text: 'Replaced', original: '' } },
        ja: { 'home:title': { text: 'パン', original: '' } },
      });
      const saved = await save('home', {
        titles: { en: 'Who bakes your bread?', ko: '누가 빵을 굽나요?' },
        action: { to: '/all', names: { en: 'All ovens' } },
      });
      expect(saved.statusCode).toBe(200);
      const titleIn = (language: 'en' | 'ko' | 'ja' | 'zh') => textsOf(language, 'home')['title'];
      expect([titleIn('en'), titleIn('ko'), titleIn('ja'), titleIn('zh')]).toEqual([
        'Who bakes your bread?',
        '누가 빵을 굽나요?',
        'パン',
        'Who bakes your bread?',
      ]);
      expect(textsOf('ko', 'home')['intro']).toBe(shipped);
      expect(pages().homeActionIn('zh')).toEqual({ to: '/all', name: 'All ovens' });
      expect(pages().textsIn('zh')).toMatch(/^\/texts\/zh-/);
    });

    test('search engines are told what stands on the page, else the sentence about the directory', async () => {
      const told = () => ['documentTitle', 'documentDescription'].map((key) => textsOf('ko', 'home')[key]);
      const shipped = told();
      await save('identity', { names: { ko: '부산 빵집' }, taglines: { ko: '부산의 작은 빵집.' } });
      expect(told()).toEqual(['부산의 작은 빵집.', '부산의 작은 빵집.']);
      await save('home', { titles: { ko: '빵집 찾기' }, intros: { ko: '매일 굽습니다.' } });
      expect(told()).toEqual(['빵집 찾기', '매일 굽습니다.']);
      await save('texts', {
        ko: { 'home:documentTitle': { text: '부산의 모든 빵집', original: '' } },
      });
      expect(told()).toEqual(['부산의 모든 빵집', '매일 굽습니다.']);
      expect(told()).not.toEqual(shipped);
    });

    test('sections are chosen and ordered; one that is named twice or unknown is refused', async () => {
      expect((await save('home', { sections: ['categories', 'story'] })).statusCode).toBe(200);
      expect(pages().homeSections).toEqual(['categories', 'story']);
      const codes = async (home: Record<string, unknown>) => {
        const { statusCode, body } = await save('home', home);
        const details: { path: string; code: string }[] = JSON.parse(body).details;
        return [statusCode, ...details.map(({ path, code }) => `${path} ${code}`)];
      };
      expect(await codes({ sections: ['story', 'story'] })).toEqual([
        400,
        'body.value.sections.1 duplicate_id',
      ]);
      expect(await codes({ sections: ['nothing'] })).toEqual([400, 'body.value.sections.0 not_one_of']);
      expect(await codes({ action: { to: 'javascript:alert(1)', names: { en: 'x' } } })).toEqual([
        400,
        'body.value.action.to invalid_url',
      ]);
      expect(await codes({ action: { to: '/all', names: {} } })).toEqual([
        400,
        'body.value.action.names required',
      ]);
    });
  });
}

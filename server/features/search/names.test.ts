import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answers } from '../../../core/search/calls.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`names on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
      await makeCompany(app, 'Midjourney', {
        id: 'midjourney',
        country: 'US',
        website: 'https://www.midjourney.com',
        texts: { en: { name: 'Midjourney', story: 'It began with a slow motion of clouds.' } },
      });
      await makeCompany(app, 'Black Kite', {
        id: 'black-kite',
        country: 'KR',
        texts: {
          en: {
            name: 'Black Kite',
            description: 'Kites that are sold at the opening of a fair.',
            story: 'The founder, whom all call Notch, had left Google.',
          },
          ko: { name: '블랙카이트', description: '연을 만드는 회사', story: '창업자는 쿠팡을 떠났다.' },
        },
      });
      await makeCompany(app, 'Obsidian', {
        id: 'obsidian',
        country: 'JP',
        website: 'https://obsidian.md/',
        kinds: ['saas'],
      });
      await makeCompany(app, 'Tailwind Labs', { id: 'tailwind-labs', country: 'US' });
      await makeCompany(app, 'Ghost', { id: 'ghost', country: 'SG', website: 'https://ghost.example/app/1' });
      await makeCompany(app, 'Haunt', { id: 'haunt', country: 'TW', website: 'https://ghost.example/app/2' });
      await makeCompany(app, 'Lao Gan Ma', {
        id: 'lao-gan-ma',
        country: 'CN',
        texts: { en: { name: 'Lao Gan Ma' }, zh: { name: '老干妈', founder: '陶华碧' } },
      });
      await makeCompany(app, 'Zoho', {
        id: 'zoho',
        texts: { en: { name: 'Zoho' }, zh: { name: '卓豪', description: '在浏览器里，无关游戏开发' } },
      });
      await makeCompany(app, 'Hamamatsu', {
        id: 'hamamatsu',
        country: 'JP',
        texts: {
          en: { name: 'Hamamatsu' },
          ja: { name: '浜松ホトニクス', description: '光を電気に変える、マイクロの世界のクラフト' },
        },
      });
    });
    afterAll(() => app.close());

    const ask = async (q: string, language = 'en'): Promise<Answers> =>
      (await app.get(`/api/search?language=${language}&q=${encodeURIComponent(q)}`)).json();
    const found = async (q: string, language?: string) =>
      (await ask(q, language)).companies.map(({ id }) => id);

    test.each([
      // Only other words, and a name that begins with another letter.
      ['en', 'openai', true],
      ['en', 'notion', true],
      ['en', 'https://notion.so/product', true],
      ['en', 'slack', true],
      ['en', 'figma', true],
      ['ko', '카카오', true],
      // As a name in a text.
      ['en', 'notch', true],
      ['ko', 'google', true],
      ['ko', '쿠팡', true],
      // Names, whole or begun, in other writings, and mistyped.
      ['en', 'midjourney', false],
      ['en', 'midj', false],
      ['en', 'journey', false],
      ['en', 'midjourny', false],
      ['en', 'nidjourney', false],
      ['en', 'blck', false],
      ['en', 'obsidain', false],
      ['ja', 'ゴースト', false],
      ['zh', '老千妈', false],
      // What companies are, and do.
      ['en', 'saas', false],
      ['en', 'korea', false],
      ['en', 'kites', false],
      ['en', 'fair', false],
      ['ko', '회사', false],
      ['en', '', false],
      ['en', '?!', false],
    ])('%s: %s is said to be no name: %s', async (language, q, isMissing) => {
      expect((await ask(q, language)).name_missing).toBe(isMissing);
    });

    test('what was meant is asked only where a name was mistyped, and few finds bring no noise', async () => {
      expect((await ask('midjourny')).suggestion).toBe('Midjourney');
      // Words of a text that begin nearly so, or with another letter.
      for (const q of ['openai', 'openai.com', 'slack', 'notion'])
        expect(await ask(q)).toMatchObject({ companies: [], categories: [] });
      for (const q of ['openai', 'notion']) expect((await ask(q)).suggestion).toBeNull();
      expect(await found('notch')).toEqual(['black-kite']);
      expect(await found('ghost')).toEqual(['ghost']);
    });

    test.each([
      'https://',
      'http://localhost:4000/',
      'http://127.0.0.1:3000/companies/ghost',
      'https://tiny-giants.invalid/en',
    ])('%s is an address of no company: nothing is found, and nothing suggested', async (q) => {
      for (const language of ['en', 'ko'])
        expect(await ask(q, language)).toMatchObject({
          companies: [],
          categories: [],
          suggestion: null,
        });
    });

    test.each([
      ['한국', 'black-kite'],
      ['남한', 'black-kite'],
      ['대한민국', 'black-kite'],
      ['韓国', 'black-kite'],
      ['かんこく', 'black-kite'],
      ['韩国', 'black-kite'],
      ['South Korea', 'black-kite'],
      ['중국', 'lao-gan-ma'],
      ['中國', 'lao-gan-ma'],
      ['싱가포르', 'ghost'],
      ['シンガポール', 'ghost'],
      ['臺灣', 'haunt'],
      ['타이완', 'haunt'],
    ])('%s finds the companies of a country in every language', async (q, id) => {
      for (const language of ['en', 'ko', 'ja', 'zh']) {
        expect([language, await found(q, language)]).toEqual([language, [id]]);
        expect((await ask(q, language)).countries).toHaveLength(1);
      }
    });

    test('all companies of a country are found, and those of a kind, by any of its names', async () => {
      for (const q of ['日本', 'にほん', 'ニッポン', '일본', 'Japan'])
        expect([q, (await found(q, 'ko')).sort()]).toEqual([q, ['hamamatsu', 'obsidian']]);
      for (const q of ['미국', 'アメリカ', '美国', '米国', 'USA', 'america'])
        expect([q, (await found(q, 'zh')).sort()]).toEqual([q, ['midjourney', 'tailwind-labs']]);
      for (const language of ['en', 'ko', 'ja', 'zh'])
        expect(await found('SaaS', language)).toContain('obsidian');
    });

    test.each([
      ['オブシディアン', 'obsidian'],
      ['おぶしでぃあん', 'obsidian'],
      ['オブシディヤン', 'obsidian'],
      ['옵시디언', 'obsidian'],
      ['옵시디안', 'obsidian'],
      ['テイルウィンド', 'tailwind-labs'],
      ['テイルウインド ラブズ', 'tailwind-labs'],
      ['테일윈드', 'tailwind-labs'],
      ['ゴースト', 'ghost'],
      ['고스트', 'ghost'],
      ['ゾーホー', 'zoho'],
      ['ゾーホ', 'zoho'],
      ['ぞほ', 'zoho'],
      ['ミッドジャーニー', 'midjourney'],
      ['미드저니', 'midjourney'],
    ])('%s sounds as %s', async (q, id) => {
      for (const language of ['en', 'ja', 'ko']) expect(await found(q, language)).toEqual([id]);
    });

    test.each([
      ['老千妈', 'lao-gan-ma'],
      ['老干马', 'lao-gan-ma'],
      ['老妈干', 'lao-gan-ma'],
      ['陶华壁', 'lao-gan-ma'],
      ['浜末ホトニクス', 'hamamatsu'],
      ['浜松ホトニスク', 'hamamatsu'],
      ['浜松ホニクス', 'hamamatsu'],
      ['ホトニックス', 'hamamatsu'],
      ['ホトニタス', 'hamamatsu'],
      ['ほとにたす', 'hamamatsu'],
    ])('%s is mistyped for %s', async (q, id) => {
      const { companies, suggestion } = await ask(q, 'ja');
      expect(companies.map((company) => company.id)).toEqual([id]);
      expect(suggestion).not.toBeNull();
    });

    test.each([
      ['老乾媽', 'lao-gan-ma'],
      ['陶華碧', 'lao-gan-ma'],
      ['遊戲開發', 'zoho'],
      ['浏览器', 'zoho'],
      ['瀏覽器', 'zoho'],
    ])('%s is found in simplified characters, too', async (q, id) => {
      expect(await found(q, 'zh')).toEqual([id]);
    });

    test('too many wrong characters are no typos', async () => {
      for (const q of ['老千马', '者干馬', 'マトニタン', '浜末'])
        expect([q, await found(q, 'ja')]).toEqual([q, []]);
    });

    test.each([
      ['https://www.midjourney.com', 'midjourney'],
      ['midjourney.com', 'midjourney'],
      ['HTTP://Midjourney.com:80/', 'midjourney'],
      ['www.midjourney.com/explore?tab=top#a', 'midjourney'],
      ['docs.midjourney.com', 'midjourney'],
      ['obsidian.md', 'obsidian'],
      ['https://obsidian.io', 'obsidian'],
      ['ghost.example/app/1/', 'ghost'],
      ['https://ghost.example/app/1', 'ghost'],
    ])('%s is found by its website', async (q, id) => {
      expect((await found(q))[0]).toBe(id);
      expect((await ask(q)).name_missing).toBe(false);
    });
  });
}

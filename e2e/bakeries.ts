import { readFileSync } from 'node:fs';
import type { CategoryConfig, DirectoryConfig } from '../core/directory/config.ts';
import { proposeAccent, proposeHue } from '../core/directory/hue.ts';

/** Companies of the directory of bakeries. */
export const BAKERIES = 300;

const category = (
  id: string,
  names: CategoryConfig['names'],
  colour: string,
  shape: CategoryConfig['shape'],
): CategoryConfig => ({
  id,
  names,
  descriptions: { en: `Bakeries for ${id}.`, ko: `${names.ko ?? ''}을 굽는 빵집입니다.` },
  rules: {},
  shape,
  hue: { light: proposeHue(colour, 'light'), dark: proposeHue(colour, 'dark') },
  inNavigation: true,
  isListed: true,
  bounds: {},
});

type OwnField = DirectoryConfig['fields']['list'][number];

const field = (
  id: string,
  type: OwnField['type'],
  names: OwnField['names'],
  rest: Partial<OwnField>,
): OwnField => ({
  ...{ id, type, names, helps: {}, units: {}, options: [] },
  ...{ required: false, places: [], ai: false, access: 'public' as const },
  ...rest,
});

/** The configuration of a directory that has nothing of the shipped one. */
export const BAKERY_CONFIG: Pick<
  DirectoryConfig,
  'identity' | 'languages' | 'categories' | 'kinds' | 'tags' | 'fields' | 'links' | 'looks' | 'home' | 'texts'
> = {
  identity: {
    names: { en: 'Bakeries of Busan', ko: '부산의 빵집', ja: '釜山のパン屋' },
    taglines: { en: 'Every oven in town.', ko: '도시의 모든 오븐.' },
  },
  languages: { offered: ['ko', 'en', 'ja'], default: 'ko' },
  categories: {
    list: [
      category('sourdough', { en: 'Sourdough', ko: '사워도우', ja: 'サワードウ' }, '#8a5a00', 'drop'),
      category('pastries', { en: 'Pastries', ko: '페이스트리', ja: '菓子パン' }, '#b0306a', 'star'),
      category('rice-bread', { en: 'Rice Bread', ko: '쌀빵' }, '#2f7d32', 'hexagon'),
      category('cakes', { en: 'Cakes', ko: '케이크', ja: 'ケーキ' }, '#3047b0', 'triangle'),
    ],
    default: 'sourdough',
    moved: {},
  },
  kinds: {
    list: [
      { id: 'wood-oven', names: { en: 'Wood oven', ko: '화덕', ja: '薪窯' } },
      { id: 'home-bakery', names: { en: 'Home bakery', ko: '홈베이커리' } },
    ],
    moved: {},
  },
  tags: {
    list: [{ id: 'night-baker', names: { en: 'bakes at night', ko: '밤에 굽는 집' }, outdated: [] }],
  },
  fields: {
    hidden: ['money'],
    list: [
      field(
        'opens',
        'choice',
        { en: 'Opens', ko: '여는 시간', ja: '開店', zh: '开门时间' },
        {
          options: [
            { id: 'dawn', names: { en: 'Before dawn', ko: '새벽', ja: '夜明け前', zh: '黎明前' } },
            { id: 'noon', names: { en: 'At noon', ko: '정오', ja: '正午', zh: '正午' } },
          ],
          places: ['row', 'page', 'compare', 'filter'],
        },
      ),
      field(
        'ovens',
        'number',
        { en: 'Ovens', ko: '오븐 수', ja: 'オーブンの数', zh: '烤箱数' },
        {
          units: { en: 'ovens', ko: '대', ja: '台', zh: '台' },
          places: ['row', 'page', 'compare', 'filter', 'sort', 'axis'],
        },
      ),
      field(
        'motto',
        'texts',
        { en: 'Motto', ko: '좌우명', ja: 'モットー', zh: '座右铭' },
        {
          places: ['row', 'page', 'compare'],
        },
      ),
      field('rent', 'money', { en: 'Rent', ko: '임대료' }, { access: 'console', places: [] }),
    ],
  },
  links: { header: [], footer: [{ to: 'https://example.org/map', names: { en: 'Map', ko: '지도' } }] },
  looks: {
    logo: { light: null, dark: null },
    icon: null,
    accent: { light: proposeAccent('#8a2f10', 'light'), dark: proposeAccent('#8a2f10', 'dark') },
    corners: 'square',
    faces: 'book',
    css: 'h1 { text-transform: none; }',
  },
  home: {
    questions: { en: 'Hungry?', ko: '출출하세요?' },
    titles: {},
    intros: { en: 'Flour, water, salt.', ko: '밀가루, 물, 소금.' },
    action: { to: '/pastries', names: { en: 'To the pastries', ko: '페이스트리 보기' } },
    sections: ['categories', 'facts', 'picture'],
  },
  texts: { en: { 'home:title': { text: 'Who bakes your bread?', original: '' } }, ko: {}, ja: {}, zh: {} },
};

/** The bakeries as a table. */
export function bakeryTable(): string {
  const ids = BAKERY_CONFIG.categories.list.map(({ id }) => id);
  const rows = Array.from({ length: BAKERIES }, (_, i) =>
    [
      `oven-${i}`,
      ids[i % ids.length],
      `Oven ${i}`,
      `오븐 ${i}`,
      `Baker ${i}`,
      `"$${50 + i}K"`,
      1 + (i % 9),
      1980 + (i % 40),
      'Bread every morning.',
      '매일 아침 빵을 굽습니다.',
      `"[""${i % 3 === 0 ? 'home-bakery' : 'wood-oven'}""]"`,
      i % 2 === 0 ? 'night-baker' : 'rye',
      i % 2 === 0 ? 'dawn' : 'noon',
      1 + (i % 7),
      `Bread ${i} first.`,
      `빵 ${i}이 먼저.`,
      `"{""amount"":${31_337_000 + i},""currency"":""KRW""}"`,
    ].join(','),
  );
  return `id,category,name_en,name_ko,founder,revenue,employees,founded,description_en,description_ko,kinds,tags,field.opens,field.ovens,field.motto.en,field.motto.ko,field.rent\n${rows.join('\n')}\n`;
}

/** Names of the shipped categories in a language: no page of another directory says them. */
export const shippedNames = (language: 'en' | 'ko'): string[] =>
  (
    JSON.parse(readFileSync('content/directory.json', 'utf8')) as Pick<DirectoryConfig, 'categories'>
  ).categories.list.map(({ names }) => names[language] ?? '');

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
});

/** The configuration of a directory that has nothing of the shipped one. */
export const BAKERY_CONFIG: Pick<
  DirectoryConfig,
  'identity' | 'categories' | 'kinds' | 'tags' | 'links' | 'looks' | 'texts'
> = {
  identity: {
    names: { en: 'Bakeries of Busan', ko: '부산의 빵집', ja: '釜山のパン屋' },
    taglines: { en: 'Every oven in town.', ko: '도시의 모든 오븐.' },
  },
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
  links: { header: [], footer: [{ to: 'https://example.org/map', names: { en: 'Map', ko: '지도' } }] },
  looks: {
    logo: { light: null, dark: null },
    icon: null,
    accent: { light: proposeAccent('#8a2f10', 'light'), dark: proposeAccent('#8a2f10', 'dark') },
    corners: 'square',
    faces: 'book',
    css: 'h1 { text-transform: none; }',
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
    ].join(','),
  );
  return `id,category,name_en,name_ko,founder,revenue,employees,founded,description_en,description_ko,kinds,tags\n${rows.join('\n')}\n`;
}

/** Names of the shipped categories in a language: no page of another directory says them. */
export const shippedNames = (language: 'en' | 'ko'): string[] =>
  (
    JSON.parse(readFileSync('content/directory.json', 'utf8')) as Pick<DirectoryConfig, 'categories'>
  ).categories.list.map(({ names }) => names[language] ?? '');

import { expect, test } from 'vitest';
import { countryName } from './country-name.ts';
import { countryNames } from './country-names.ts';
import { LANGUAGES } from './languages.ts';

test('a country has one name in each language, by which it is found too', () => {
  expect(LANGUAGES.map((language) => countryName('KR', language))).toEqual([
    'South Korea',
    '대한민국',
    '韓国',
    '韩国',
  ]);
  expect(countryName('HK', 'en')).toBe('Hong Kong');
  expect(countryName('MO', 'ko')).toBe('마카오');
  expect(LANGUAGES.map((language) => countryName('PS', language))).toEqual([
    'Palestine',
    '팔레스타인',
    'パレスチナ',
    '巴勒斯坦',
  ]);
  expect(countryName('FK', 'ja')).toBe('フォークランド諸島');
  for (const language of LANGUAGES)
    for (const code of ['KR', 'US', 'HK', 'MO', 'TW'])
      expect(countryNames(code)).toContain(countryName(code, language));
});

test('a code without a name stays what it is', () => {
  expect(countryName('QX', 'en')).toBe('QX');
});

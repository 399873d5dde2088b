import { expect, test } from 'vitest';
import { countryNames } from './country-names.ts';

test('a country is called by its names in every language, long and short', () => {
  expect(countryNames('KR')).toEqual(
    expect.arrayContaining([
      'South Korea',
      'Korea',
      '대한민국',
      '한국',
      '남한',
      '韓国',
      '韩国',
      '南韓',
      'かんこく',
    ]),
  );
  expect(countryNames('US')).toEqual(
    expect.arrayContaining(['United States', 'US', 'USA', '미국', 'アメリカ', '米国', '美国', '美國']),
  );
  expect(countryNames('GB')).toEqual(expect.arrayContaining(['UK', 'Britain', '영국', 'イギリス', '英国']));
  expect(countryNames('HK')).toEqual(expect.arrayContaining(['Hong Kong', '홍콩', '香港', 'ホンコン']));
  for (const code of ['HK', 'MO', 'TW', 'US'])
    expect(countryNames(code).join()).not.toMatch(/China|중국|中国/);
  for (const code of ['', 'ZZZ', 'kr', 'QX']) expect(countryNames(code)).toEqual([]);
});

test('each name is there once', () => {
  for (const code of ['KR', 'JP', 'CN', 'US', 'DE', 'TW'])
    expect(new Set(countryNames(code)).size).toBe(countryNames(code).length);
});

import { expect, test } from 'vitest';
import { fold } from './fold.ts';
import { isRead, japaneseReadings, plainRomaji, romajiOf } from './romaji.ts';
import { wordsOf } from './words.ts';

test.each([
  ['オカノコウギョウ', 'okanokougyou'],
  ['エーワン', 'eewan'],
  ['マッチャ', 'maccha'],
  ['シンイチ', 'shinichi'],
  ['ジュケン', 'juken'],
  ['ファッション', 'fasshon'],
  ['ウェブ', 'webu'],
  ['パーティー', 'paatii'],
  ['デュオ', 'dyuo'],
  ['シェア', 'shea'],
  ['チェック', 'chekku'],
  ['ヴィラ', 'vira'],
  ['イェール', 'yeeru'],
  ['ツヅキ', 'tsuzuki'],
  ['ッーァ', 'a'],
])('%s is read %s', (katakana, latin) => {
  expect(romajiOf(katakana)).toBe(latin);
});

test.each([
  ['kougyou', 'kogyo'],
  ['ohyama', 'ooyama'],
  ['kohaku', 'kohaku'],
  ['itoh', 'itou'],
  ['yuusaku', 'yusaku'],
  ['shimbun', 'shinbun'],
  ['matcha', 'maccha'],
])('%s and %s are one word', (one, other) => {
  expect(plainRomaji(one)).toBe(plainRomaji(other));
});

test.each([
  // The Latin spelling of what is in kanji, from each of its words on.
  [
    '岡野工業',
    'Okano Kogyo',
    ['おかの', 'おかのこうぎょう', 'こうぎょう', 'okanokougyou', 'おかの こうぎょう'],
  ],
  ['東和電機製作所', 'Towa Denki Seisakusho', ['とうわでんき', 'せいさくしょ']],
  // A person in either order.
  ['大山健太郎', 'Kentaro Ohyama', ['おおやま', 'けんたろう', 'おおやまけんたろう', 'kentaroohyama']],
  // Runs of kana read themselves, and words of companies are known.
  ['浜松ホトニクス', 'Hamamatsu Photonics', ['はままつほとにくす', 'hamamatsuphotonics']],
  ['エーワン精密', 'A-One Seimitsu', ['えーわんせいみつ']],
  ['ハードロック工業', 'Hard Lock Industry', ['はーどろっくこうぎょう']],
  ['韓美半導体', 'Hanmi Semiconductor', ['はんみはんどうたい', 'はんみ']],
  ['アトラシアン', 'Atlassian', ['atorashian']],
])('%s (%s) is read as %j', (name, latin, typed) => {
  const readings = japaneseReadings(name, latin);
  for (const each of typed) expect([each, isRead(readings, wordsOf(fold(each)))]).toEqual([each, true]);
  expect(isRead(readings, wordsOf(fold('ちがう')))).toBe(false);
  expect(isRead(readings, [])).toBe(false);
});

test('a name in Latin letters has no reading, and kanji without a spelling have none', () => {
  expect(japaneseReadings('Kit', 'Kit')).toEqual([]);
  expect(japaneseReadings('老干媽')).toEqual([]);
  expect(japaneseReadings('老干媽', '老干妈')).toEqual([]);
});

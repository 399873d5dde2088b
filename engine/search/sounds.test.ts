import { expect, test } from 'vitest';
import { soundOf, soundsOf } from './sounds.ts';
import { wordsOf } from './words.ts';

/** Whether a name in Latin letters sounds as what is typed; `sure` where hardly another one does. */
function sounds(name: string, typed: string): 'sure' | 'perhaps' | 'no' {
  const sound = soundOf({ text: wordsOf(typed)[0]?.text ?? '' });
  if (!sound || !soundsOf(wordsOf(name)).includes(sound.key)) return 'no';
  return sound.isSure ? 'sure' : 'perhaps';
}

test.each([
  ['Obsidian', 'オブシディアン', '옵시디언'],
  ['Balatro', 'バラトロ', '발라트로'],
  ['Plausible', 'プラウジブル', '플로저블'],
  ['Basecamp', 'ベースキャンプ', '베이스캠프'],
  ['Buttondown', 'バトンダウン', '버튼다운'],
  ['Pinboard', 'ピンボード', '핀보드'],
  ['Mailchimp', 'メールチンプ', '메일침프'],
  ['Lovable', 'ラヴァブル', '러버블'],
  ['Instagram', 'いんすたぐらむ', '인스타그램'],
  ['Healthchecks', 'ヘルスチェックス', '헬스체크스'],
  ['Stratechery', 'ストラテチェリー', '스트래테처리'],
  ['Stardew Valley', 'スターデューバレー', '스타듀밸리'],
  ['Nomad List', 'ノマドリスト', '노마드리스트'],
  ['GitHub', 'ギットハブ', '깃허브'],
])('%s is written %s and %s', (name, kana, hangul) => {
  expect(sounds(name, kana)).not.toBe('no');
  expect(sounds(name, hangul)).not.toBe('no');
});

test.each([
  ['Ghost', 'ゴースト', '고스트'],
  ['Figma', 'フィグマ', '피그마'],
  ['Notion', 'ノーション', '노션'],
  ['Geoguessr', 'ジオゲッサー', '지오게서'],
])('%s is perhaps written %s and %s', (name, kana, hangul) => {
  expect([sounds(name, kana), sounds(name, hangul)]).toEqual(['perhaps', 'perhaps']);
});

test.each([
  ['Obsidian', 'オブザーバー'],
  ['Ghost', 'ゴート'],
  ['Kit', 'キット'],
  ['Vine', '바인'],
  ['Obsidian', 'obsidian'],
  ['Obsidian', '黒曜石'],
  ['老干妈', 'ラオガンマ'],
])('%s is not found by %s', (name, typed) => {
  expect(sounds(name, typed)).toBe('no');
});

test.each([
  ['Obsidian', 'オブシディアン', 'sure'],
  ['Tailwind Labs', 'テイルウィンド', 'perhaps'],
  ['Bank Statement Converter', '컴퓨터', 'perhaps'],
  ['Sejong Mall', '시장', 'perhaps'],
  ['Stratechery', '스트래테처리', 'sure'],
])('few sounds are not surely those of %s', (name, typed, how) => {
  expect(sounds(name, typed)).toBe(how);
});

test('a long name of many words has few keys', () => {
  expect(soundsOf(wordsOf('the great chic ghost church of the xylophone society')).length).toBeLessThan(130);
});

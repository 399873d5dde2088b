import { expect, test } from 'vitest';
import { sentenceChanges, sentencesOf } from './sentences.ts';

test.each([
  [
    'en',
    'It began in 2004. It has 3.5 people.\n\nThey ship!',
    ['It began in 2004.', 'It has 3.5 people.', 'They ship!'],
  ],
  ['ko', '2004년에 시작했습니다. 직원은 세 명입니다.', ['2004년에 시작했습니다.', '직원은 세 명입니다.']],
  ['ja', '2004年に始まった。三人で運営している。', ['2004年に始まった。', '三人で運営している。']],
  ['zh', '始于2004年。只有三个人！', ['始于2004年。', '只有三个人！']],
  ['en', '', []],
] as const)('%s: %s', (language, text, sentences) => {
  expect(sentencesOf(text, language)).toEqual(sentences);
});

test('only the sentences that differ are changes', () => {
  expect(sentenceChanges('One stays. Two goes.', 'One stays. Three comes. Four too.', 'en')).toEqual({
    removed: ['Two goes.'],
    added: ['Three comes.', 'Four too.'],
  });
});

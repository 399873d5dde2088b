import { expect, test } from 'vitest';
import { markSentences } from './marked-text.ts';

const words = (text: string, sentences: string[]) =>
  markSentences(text, sentences).map((part) => (part.marked ? `[${part.text}]` : part.text));

test.each([
  ['One. Two. Three.', ['Two.'], ['One. ', '[Two.]', ' Three.']],
  ['One. Two. Three.', ['One.', 'Three.'], ['[One.]', ' Two. ', '[Three.]']],
  ['一。二。三。', ['二。', '三。'], ['一。', '[二。]', '[三。]']],
  ['Two. One. Two.', ['One.', 'Two.'], ['Two. ', '[One.]', ' ', '[Two.]']],
  ['One.', ['Gone since.', ''], ['One.']],
  ['', ['One.'], []],
])('%j with %j marked', (text, sentences, parts) => {
  expect(words(text, sentences)).toEqual(parts);
});

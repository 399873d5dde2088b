import { expect, test } from 'vitest';
import type { Language } from '../../../core/languages.ts';
import { wordDiff } from './text-diff.tsx';

const SENTENCES = {
  en: ['The team has six people.', 'The team has nine people.', 'six', 'nine'],
  ko: ['이 팀은 여섯 명입니다.', '이 팀은 아홉 명입니다.', '여섯', '아홉'],
  ja: ['このチームは東京で働いています。', 'このチームは大阪で働いています。', '東京', '大阪'],
  zh: ['这个团队在上海工作。', '这个团队在北京工作。', '上海', '北京'],
} as const;

test.each(Object.entries(SENTENCES))('names the changed word in %s', (language, sentences) => {
  const [before, after, removed, added] = sentences;
  const parts = wordDiff(before, after, language as Language);
  expect(parts.filter(({ kind }) => kind === 'removed').map(({ value }) => value.trim())).toEqual([removed]);
  expect(parts.filter(({ kind }) => kind === 'added').map(({ value }) => value.trim())).toEqual([added]);
});

test('the parts make up both texts', () => {
  const before = 'A first paragraph.\n\nA second one, which goes.';
  const after = 'A new first paragraph.\n\nAnother end.';
  const text = (unwanted: string) =>
    wordDiff(before, after, 'en')
      .filter(({ kind }) => kind !== unwanted)
      .map(({ value }) => value)
      .join('')
      .replace(/\s+/g, ' ');
  expect(text('added')).toBe(before.replace(/\s+/g, ' '));
  expect(text('removed')).toBe(after.replace(/\s+/g, ' '));
});

test('two texts that have nothing in common are told apart within the time', () => {
  const words = (seed: number) =>
    Array.from({ length: 9000 }, (_, i) => ((i * 7919 + seed) % 99991).toString(36)).join(' ');
  const start = performance.now();
  const parts = wordDiff(words(1), words(50_000), 'en');
  expect(performance.now() - start).toBeLessThan(3000);
  expect(parts.some(({ kind }) => kind === 'added')).toBe(true);
});

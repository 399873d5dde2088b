import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import { PROBLEM_REASONS, PROBLEM_STATUS } from '../../core/problem.ts';
import { createI18n } from '../i18n/create.ts';
import { CallError } from './api.ts';
import { failureText, problemText } from './problem-text.ts';

function translate(language: Language) {
  const read = (file: string) =>
    JSON.parse(
      readFileSync(
        fileURLToPath(new URL(`../i18n/locales/${language}/${file}.json`, import.meta.url)),
        'utf8',
      ),
    );
  return createI18n(language, {
    common: read('common'),
    problems: read('on-demand/problems'),
  }).t;
}

test.each(LANGUAGES)('every code of the API has a text in %s', (language) => {
  const t = translate(language);
  for (const [code, status] of Object.entries(PROBLEM_STATUS)) {
    const text = problemText(
      t,
      new CallError('Server words.', status, code, { message: 'Server words.' }),
      '',
    );
    expect(text, code).not.toMatch(/problem\.|Server words|^$/);
  }
});

test.each(LANGUAGES)(
  'every reason of a failure has a text in %s, which says more than its code',
  (language) => {
    const t = translate(language);
    for (const reason of PROBLEM_REASONS) {
      const text = failureText(t, reason);
      expect(text, reason).not.toMatch(/reason\.|^$/);
      const error = new CallError('Server words.', 502, 'ai_failed', { message: 'Server words.', reason });
      expect(problemText(t, error, '')).toBe(text);
    }
  },
);

test.each([
  ['en', 1, 'Too many attempts. Please try again in 1 second.'],
  ['en', 45, 'Too many attempts. Please try again in 45 seconds.'],
  ['ja', 45, '試行回数が多すぎます。45 秒後にもう一度お試しください。'],
  ['en', 60, 'Too many attempts. Please try again in 1 minute.'],
  ['en', 61, 'Too many attempts. Please try again in 2 minutes.'],
  ['ko', 61, '시도 횟수가 너무 많습니다. 2분 후에 다시 시도해 주세요.'],
  ['zh', 5, '尝试次数过多，请在5秒钟后再试。'],
] as const)('a limit in %s with %d seconds to wait tells the wait in words', (language, wait, text) => {
  const error = new CallError('Slow down.', 429, 'rate_limited', {}, wait);
  expect(problemText(translate(language), error, 'fallback')).toBe(text);
});

test('an unknown code is told by the server, no words at all by the fallback, a lost network as such', () => {
  const t = translate('en');
  expect(
    problemText(t, new CallError('New rule.', 400, 'brand_new', { message: 'New rule.' }), 'failed'),
  ).toBe('New rule.');
  expect(problemText(t, new CallError('HTTP error! status: 502', 502), 'failed')).toBe('failed');
  expect(problemText(t, new TypeError('x is not a function'), 'failed')).toBe('failed');
  expect(problemText(t, new CallError('Network error occurred', 0), 'failed')).toBe('Network error occurred');
});

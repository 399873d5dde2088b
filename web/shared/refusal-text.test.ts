import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { emailSchema, newPasswordSchema, profileFields } from '../../core/accounts/rules.ts';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import { checkWith, PARAM_KINDS, paramsOf, REFUSAL_CODES, refusal } from '../../core/refusal.ts';
import { createI18n } from '../i18n/create.ts';
import { CallError } from './api.ts';
import { problemFields, refusalText } from './refusal-text.ts';

const textsOf = (language: Language): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../i18n/locales/${language}/on-demand/refusals.json`, import.meta.url), 'utf8'),
  );
const translate = (language: Language) => createI18n(language, { refusals: textsOf(language) }).t;

const GIVEN = { number: 7, text: 'Given', list: ['First', 'Second'] };
const placeholders = (text: string) =>
  [...text.matchAll(/{{(\w+)(?:, list\([\w:; ]+\))?}}/g)].map(([, name]) => name).sort();

test.each(LANGUAGES)('every refusal has a text in %s that names exactly its params', (language) => {
  const texts = textsOf(language);
  for (const code of REFUSAL_CODES) {
    const forms = [code, `${code}_one`, `${code}_other`].flatMap((key) => texts[key] ?? []);
    expect(forms.length, code).toBeGreaterThan(0);
    const names = paramsOf(code);
    // The example columns of one text are those of its language.
    for (const form of forms) expect(placeholders(form), code).toEqual([...names].sort());
    const params = Object.fromEntries(names.map((name) => [name, GIVEN[PARAM_KINDS[name]]]));
    const told = refusalText(translate(language), { code, params, message: 'Server words.' });
    expect(told, code).not.toMatch(/{{|Server words|undefined/);
    for (const given of names.flatMap<unknown>((name) => GIVEN[PARAM_KINDS[name]]))
      expect(told, code).toContain(String(given));
  }
  const known = new Set<string>(REFUSAL_CODES.flatMap((code) => [code, `${code}_one`, `${code}_other`]));
  expect(Object.keys(texts).filter((key) => !known.has(key))).toEqual([]);
});

test('several are listed as the language lists them', () => {
  const told = LANGUAGES.map((language) =>
    [
      refusal('not_one_of', { values: ['a', 'b', 'c'] }),
      refusal('unknown_key', { keys: ['a', 'b', 'c'] }),
    ].map((one) => refusalText(translate(language), one)),
  );
  expect(told).toEqual([
    ['Must be one of a, b, or c.', 'There is no such field: a, b, c.'],
    ['다음 중 하나여야 합니다: a, b 또는 c', '없는 항목입니다: a, b 및 c'],
    ['次のいずれかにしてください：a、b、またはc', '存在しない項目です：a、b、c'],
    ['必须是以下之一：a、b或c', '没有这个字段：a、b、c'],
  ]);
});

test('one is told as one', () => {
  const t = translate('en');
  expect(refusalText(t, refusal('too_short', { min: 1 }))).toBe('Please use at least 1 character.');
  expect(refusalText(t, refusal('too_short', { min: 8 }))).toBe('Please use at least 8 characters.');
});

test('a code that is newer than the page is told in the words of the server', () => {
  const newer = { code: 'brand_new' as 'invalid', params: { max: 3 }, message: 'Is against a new rule' };
  expect(refusalText(translate('ja'), newer)).toBe('Is against a new rule');
});

test('what the rules of an account refuse is told at its field, in the language of the page', () => {
  const { refusals = [] } = checkWith(
    z.object({ ...profileFields, email: emailSchema, password: newPasswordSchema }).partial(),
    {
      email: 'nobody',
      password: 'short',
      nickname: 'x'.repeat(61),
      website_url: 'javascript:alert(1)',
      social_urls: ['https://a.example', 'ftp://b.example'],
      newsletter_categories: Array.from({ length: 21 }, (_, i) => `c${i}`),
      newsletter_subscribed: 'yes',
    },
  );
  const details = refusals.map(({ path, ...rest }) => ({ path: `body.${path.join('.')}`, ...rest }));
  expect(details).toHaveLength(7);
  const error = new CallError('no', 400, 'validation_failed', { details: [...details, 'nonsense', null] });
  expect(problemFields(translate('ko'), error)).toEqual({
    email: '올바른 이메일 주소를 입력해 주세요.',
    password: '8자 이상 입력해 주세요.',
    nickname: '60자까지 입력할 수 있습니다.',
    website_url: 'http:// 또는 https://로 시작하는 주소를 입력해 주세요.',
    social_urls: 'http:// 또는 https://로 시작하는 주소를 입력해 주세요.',
    newsletter_categories: '20개까지 입력할 수 있습니다.',
    newsletter_subscribed: 'true 또는 false여야 합니다.',
  });
});

import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/create.ts';
import ko from '../../i18n/locales/ko/companies.json' with { type: 'json' };
import { tagName } from './value-names.ts';

const t = createI18n('ko', { companies: ko }).namespace('companies');

test.each([
  ['indie-game', '인디 게임'],
  ['early-access', '얼리 액세스'],
  ['an-administrator-s-own', '#an-administrator-s-own'],
])('the tag %s is called %s', (tag, name) => {
  expect(tagName(t as never, tag)).toBe(name);
});

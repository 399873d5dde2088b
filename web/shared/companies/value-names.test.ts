import { expect, test } from 'vitest';
import '../../../core/directory/shipped.ts';
import { configuredTexts } from '../../../core/directory/overrides.ts';
import { createI18n } from '../../i18n/create.ts';
import { tagLabel } from './value-names.ts';

const t = createI18n('ko', { companies: configuredTexts('ko').companies }).namespace('companies');

test.each([
  ['indie-game', '인디 게임'],
  ['early-access', '얼리 액세스'],
  ['an-administrator-s-own', '#an-administrator-s-own'],
])('the tag %s is called %s', (tag, name) => {
  expect(tagLabel(t as never, tag)).toBe(name);
});

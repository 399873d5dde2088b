import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createI18n } from './create.ts';
import { namedText, type TextsOf, type Translate } from './translate.ts';
import type { useTranslation } from './use-translation.ts';

const edit = JSON.parse(readFileSync(new URL('./locales/en/on-demand/edit.json', import.meta.url), 'utf8'));
const t: Translate<'edit'> = createI18n('en', { edit }).t as never;

test('a misspelt key does not compile', () => expect(misspelt).toBeTypeOf('function'));

test('a name that is data is told in words where it is known, and as it is otherwise', () => {
  expect(namedText(t, 'edit:fields.', 'founded')).toBe(edit.fields.founded);
  expect(namedText(t, 'edit:fields.', 'shoe_size')).toBe('shoe_size');
});

// What follows is checked by the compiler alone: without an error in its next line a directive is one itself.
type Use = ReturnType<typeof useTranslation<'edit'>>;
function misspelt(own: Use['t'], several: TextsOf<readonly ['edit', 'common']>): string[] {
  return [
    own('fields.founded'),
    several('common:close'),
    // @ts-expect-error There is no such key.
    own('fields.fuonded'),
    // @ts-expect-error There is no such key.
    several('common:clsoe'),
    // @ts-expect-error The feature is not among those that were asked for.
    several('users:search'),
    // @ts-expect-error Not every name of this kind has a text.
    t(`edit:fields.${own('fields.founded')}`),
    // @ts-expect-error There is no such feature.
    namedText(t, 'eidt:fields.', 'founded'),
  ];
}

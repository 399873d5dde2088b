import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Field } from '../../core/companies/field-kinds.ts';
import { sharedDescriptors, textDescriptors } from '../../core/companies/fields.ts';
import { mergeTexts } from '../../core/directory/merge-texts.ts';
import { configuredTexts } from '../../core/directory/overrides.ts';
import { LANGUAGES } from '../../core/languages.ts';
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

test.each(LANGUAGES)('every text that a field of a company asks for is there in %s', (language) => {
  const read = (file: string) =>
    JSON.parse(readFileSync(new URL(`./locales/${language}/${file}.json`, import.meta.url), 'utf8'));
  const configured = configuredTexts(language);
  const i18n = createI18n(language, {
    edit: read('on-demand/edit'),
    categories: configured.categories,
    companies: mergeTexts(read('companies'), configured.companies),
  });
  const keys = Object.entries<Field>({ ...sharedDescriptors(), ...textDescriptors() }).flatMap(
    ([name, field]) => [
      field.label ?? `edit:fields.${name}`,
      ...(field.hint ? [field.hint] : []),
      ...(field.options ?? []).flatMap((option) => field.optionText?.(option) ?? []),
      ...(field.control === 'switch' ? ['true', 'false'].flatMap((on) => field.optionText?.(on) ?? []) : []),
      ...(field.control === 'list'
        ? ['item', 'remove', 'new', 'add'].map((part) => `edit:lists.${name}.${part}`)
        : []),
    ],
  );
  expect(keys.filter((key) => typeof key === 'string' && !i18n.exists(key))).toEqual([]);
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

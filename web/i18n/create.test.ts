import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import type { MessageTree } from '#engine/messages';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import { createI18n } from './create.ts';

function textsOf(language: Language): MessageTree {
  const folder = new URL(`./locales/${language}/`, import.meta.url);
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/^.*\/|\.json$/g, ''),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
    ]),
  );
}

/** The engine whose format the texts have. */
function reference(language: Language, texts: MessageTree) {
  const instance = i18next.createInstance();
  instance.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(texts),
    defaultNS: 'common',
    resources: { [language]: texts } as never,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return instance;
}

const keysOf = (value: object, path: string): string[] =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [`${path}${key}`] : keysOf(inner, `${path}${key}.`),
  );

/** Values of all kinds that pages fill in, and what visitors and attackers write. */
const value = fc.oneof(
  fc.string(),
  fc.constantFrom('$&', "$'", '$t(common:close)', '{{name}}', '<b>', 'ñ'),
  fc.nat(),
);
const number = fc.oneof(
  fc.constantFrom(0, 1, 2, 1000, 1234567.891, -1),
  fc.nat(),
  fc.double({ noNaN: true }),
);

test.each(LANGUAGES)('every text is said as i18next says it in %s, whatever is filled in', (language) => {
  const texts = textsOf(language);
  const i18n = createI18n(language, texts);
  const other = reference(language, texts);
  const keys = Object.entries(texts).flatMap(([feature, group]) => keysOf(group, `${feature}:`));
  expect(keys.length).toBeGreaterThan(1000);
  const compare = fc.property(fc.func(value), number, (given, count) => {
    for (const key of keys) {
      const text = key
        .split(/[:.]/)
        .reduce<unknown>((group, name) => (group as never)?.[name], texts) as string;
      const names = [...text.matchAll(/\{\{\s*(\w+)\s*,?\s*(\w*)/g)];
      const filling = Object.fromEntries(
        names.map(([, name = '', format]) => [
          name,
          format === 'list' ? ['en', 'ko', String(given(name))] : format ? count : given(name),
        ]),
      );
      const asked = { ...filling, ...(/_(?:one|other)$/.test(key) ? { count } : {}) };
      const bare = key.replace(/_(?:one|other)$/, '');
      expect(i18n.t(bare, asked), key).toBe(other.t(bare as never, asked as never));
    }
  });
  fc.assert(compare, { numRuns: 10 });
});

test('without a text the key is said, or what is given for it', () => {
  const i18n = createI18n('en', { common: { close: 'Close', groups: { one: 'One' } } });
  expect(i18n.t('close')).toBe('Close');
  expect(i18n.t('common:groups.one')).toBe('One');
  expect(i18n.t('clsoe')).toBe('clsoe');
  expect(i18n.t('common:groups')).toBe('groups');
  expect(i18n.t('users:search')).toBe('search');
  expect(i18n.t('users:search', { defaultValue: '{{name}}', name: 'x' })).toBe('{{name}}');
  for (const odd of ['constructor', '__proto__', 'toString', 'groups.constructor', 'close.length', ''])
    expect(i18n.exists(`common:${odd}`), odd).toBe(false);
});

test('texts that come later are found, also where they were missed before', () => {
  const i18n = createI18n('ko', {});
  const t = i18n.namespace('edit');
  expect(i18n.has('edit')).toBe(false);
  expect(t('name')).toBe('name');
  i18n.add('edit', { name: '이름' });
  expect(i18n.has('edit')).toBe(true);
  expect(t('name')).toBe('이름');
  expect(i18n.namespace('edit')).toBe(t);
});

test('what is not filled in is left out', () => {
  const i18n = createI18n('en', { common: { hello: 'Hello {{name}}, {{count, number}}!' } });
  expect(i18n.t('hello')).toBe('Hello , !');
  expect(i18n.t('hello', { name: '', count: 0 })).toBe('Hello , 0!');
});

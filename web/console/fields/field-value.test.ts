import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Field, FieldText, TextName } from '../../../core/companies/field-kinds.ts';
import { SHARED, TEXTS } from '../../../core/companies/fields.ts';
import { mergeTexts } from '../../../core/directory/merge-texts.ts';
import { configuredTexts } from '../../../core/directory/overrides.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { createI18n } from '../../i18n/create.ts';
import { fieldProblem, valueText } from './field-value.tsx';

const FIELDS: [string, Field][] = [...Object.entries(SHARED), ...Object.entries(TEXTS)].filter(
  ([name]) => name !== 'fields',
);
const isKey = (text: FieldText): text is TextName => typeof text === 'string';

describe.each(LANGUAGES)('in %s', (language) => {
  const read = (file: string) =>
    JSON.parse(readFileSync(new URL(`../../i18n/locales/${language}/${file}.json`, import.meta.url), 'utf8'));
  const configured = configuredTexts(language);
  const i18n = createI18n(language, {
    edit: read('on-demand/edit'),
    refusals: read('on-demand/refusals'),
    categories: configured.categories,
    companies: mergeTexts(read('companies'), configured.companies),
  });

  test('every field has the words of its control, and each of its options a name', () => {
    const keys = FIELDS.flatMap(
      ([name, { label, hint, control, options = [], optionText }]): (FieldText | FieldText[])[] => [
        `edit:fields.${name}`,
        label ?? [],
        hint ?? [],
        control === 'list'
          ? ['item', 'new', 'add', 'remove'].map((of): FieldText => `edit:lists.${name}.${of}`)
          : [],
        optionText ? options.map(optionText) : [],
      ],
    )
      .flat()
      .filter(isKey);
    expect(keys.filter((key) => !i18n.exists(key))).toEqual([]);
  });

  test('what is wrong with a field is told with its bounds', () => {
    for (const [, field] of FIELDS) {
      const text = fieldProblem(i18n.t, field, 'invalid', language) ?? '';
      expect(text).not.toMatch(/edit:|{{/);
      if (field.control === 'year') expect(text).toContain('1900');
    }
    expect(fieldProblem(i18n.t, SHARED.score, 'invalid', language)).toMatch(/0.*100/);
    expect(fieldProblem(i18n.t, TEXTS.highlights, 'invalid', language)).toMatch(/50.*1,000/);
  });

  test('a value is told by its kind', () => {
    expect(valueText(i18n.t, 'founded', 2004, language)).toBe('2004');
    expect(valueText(i18n.t, 'employees', 2004, language)).toBe('2,004');
    expect(valueText(i18n.t, 'revenue_basis', 'annual', language)).toBe(i18n.t('companies:basis_annual'));
    expect(valueText(i18n.t, 'show_on_site', false, language)).toBe(i18n.t('edit:hidden'));
    expect(valueText(i18n.t, 'highlights', ['a', 'b'], language)).toBe('a\nb');
    expect(valueText(i18n.t, 'country', null, language)).toBe('');
  });
});

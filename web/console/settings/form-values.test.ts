import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../core/languages.ts';
import { settingsSchema } from '../../../core/settings/rules.ts';
import { blockedWordsProblem, formValues, isSameSettings, linesOf, synonymsField } from './form-values.ts';

test('blocked words are one per line, trimmed, each once', () => {
  expect(linesOf(' casino \r\n\n스팸\ncasino\n')).toEqual(['casino', '스팸']);
  expect(linesOf('  \n ')).toEqual([]);
});

test('too many and too long words are named', () => {
  expect(blockedWordsProblem('casino\nloan')).toBeNull();
  const many = Array.from({ length: 501 }, (_, i) => `word${i}`).join('\n');
  expect(blockedWordsProblem(many)).toEqual({ key: 'tooMany', max: 500 });
  const word = 'x'.repeat(101);
  expect(blockedWordsProblem(`ok\n${word}`)).toEqual({ key: 'tooLong', max: 100, word });
});

test('a form of the stored settings reads back as the same', () => {
  const stored = settingsSchema.parse({ claudeApiKey: 'sk-a****wxyz', blockedWords: ['casino', 'loan'] });
  const form = new FormData();
  for (const [name, value] of Object.entries(stored)) {
    if (name === 'synonyms')
      for (const language of LANGUAGES)
        form.set(synonymsField(language), stored.synonyms[language].join('\r\n'));
    else if (value === true) form.set(name, 'on');
    else if (value !== false) form.set(name, Array.isArray(value) ? value.join('\r\n') : String(value));
  }
  expect(formValues(form)).toEqual(stored);
  expect(isSameSettings(formValues(form), stored)).toBe(true);
  form.delete('enableAnalytics');
  form.set('sessionTimeout', '168');
  expect(formValues(form)).toEqual({ ...stored, enableAnalytics: false, sessionTimeout: 168 });
  expect(isSameSettings(formValues(form), stored)).toBe(false);
});

import { expect, test } from 'vitest';
import type { AdminCompany, ContentEntry } from '../../../core/companies/admin-calls.ts';
import type { Language } from '../../../core/languages.ts';
import { languageToDo, sourceFor } from './language-choice.ts';

const text = (more: Partial<ContentEntry> = {}) =>
  ({ pending_since: null, pending_language: null, reviewed: true, ...more }) as ContentEntry;

const company = (content: AdminCompany['content']) => ({ content });
const behind = (language: Language) => text({ pending_since: '2026-11-05', pending_language: language });

test('what is behind comes before what is missing, and that before what is not looked over', () => {
  expect(languageToDo(company({ en: text({ reviewed: false }), zh: behind('en') }))).toBe('zh');
  expect(languageToDo(company({ en: text({ reviewed: false }), zh: text() }))).toBe('ko');
  const whole = { en: text(), ko: text(), ja: text(), zh: text({ reviewed: false }) };
  expect(languageToDo(company(whole))).toBe('zh');
  expect(languageToDo(company({ ...whole, zh: text() }))).toBeUndefined();
});

test('a text is translated from the language that is ahead of it, else from English, else from any', () => {
  expect(sourceFor(company({ en: text(), ko: text(), ja: behind('ko') }), 'ja')).toBe('ko');
  expect(sourceFor(company({ en: text(), ko: text() }), 'ja')).toBe('en');
  expect(sourceFor(company({ ko: text(), zh: text() }), 'en')).toBe('ko');
  // The language that was ahead is gone.
  expect(sourceFor(company({ zh: text(), ja: behind('ko') }), 'ja')).toBe('zh');
});

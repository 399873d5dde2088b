import { expect, test } from 'vitest';
import { auditChanges } from './audit-changes.ts';

test('of settings only those that differ are changes', () => {
  const before = { sessionTimeout: 24, blockedWords: ['spam'], enableAnalytics: true };
  const after = { sessionTimeout: 8, blockedWords: ['spam'], enableAnalytics: true };
  expect(auditChanges({ before, after })).toEqual([
    { field: 'sessionTimeout', language: null, before: 24, after: 8 },
  ]);
});

test("a company's fields are matched by name and language", () => {
  const before = [
    { field: 'story', language: 'en', value: 'Old' },
    { field: 'story', language: 'ko', value: '옛' },
    { field: 'revenue', language: null, value: '$1M' },
  ];
  const after = [
    { field: 'story', language: 'ko', value: '새' },
    { field: 'story', language: 'en', value: 'New' },
    { field: 'revenue', language: null, value: '$2M' },
  ];
  expect(auditChanges({ before, after })).toEqual([
    { field: 'story', language: 'en', before: 'Old', after: 'New' },
    { field: 'story', language: 'ko', before: '옛', after: '새' },
    { field: 'revenue', language: null, before: '$1M', after: '$2M' },
  ]);
});

test('an entry without both sides has no changes', () => {
  expect(auditChanges({ before: null, after: 'Basecamp' })).toEqual([]);
  expect(auditChanges({ before: null, after: { version: 3 } })).toEqual([]);
  expect(auditChanges({ before: { email: 'a@example.com' }, after: null })).toEqual([]);
});

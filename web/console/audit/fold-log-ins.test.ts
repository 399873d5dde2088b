import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../core/admins/audit-calls.ts';
import { foldLogIns } from './fold-log-ins.ts';

const entry = (id: string, admin: string, action = 'session.begin'): AuditEntry => ({
  id,
  at: '2026-01-05T10:00:00.000Z',
  admin,
  action,
  subject: '',
  before: null,
  after: null,
  about: null,
});

test('log-ins of one person are one line as long as nothing else was done', () => {
  const lines = foldLogIns([
    entry('9', 'ada'),
    entry('8', 'bob'),
    entry('7', 'ada'),
    entry('6', 'ada', 'company.update'),
    entry('5', 'ada', 'company.update'),
    entry('4', 'ada'),
    entry('3', 'ada'),
  ]);
  expect(lines.map((line) => line.map(({ id }) => id).join(''))).toEqual(['97', '8', '6', '5', '43']);
});

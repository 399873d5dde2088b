import { expect, test } from 'vitest';
import { displayName, initials } from './display-name.ts';

test.each([
  [{ email: 'kim@example.com', nickname: ' 김씨 ', first_name: 'A' }, '김씨', '김씨'],
  [
    { email: 'kim@example.com', nickname: '', first_name: 'Ada', last_name: 'Lovelace' },
    'Ada Lovelace',
    'AD',
  ],
  [{ email: 'kim@example.com', last_name: 'Lovelace' }, 'Lovelace', 'LO'],
  [{ email: 'kim@example.com', nickname: null }, 'kim', 'KI'],
])('%j is shown as %s', (user, name, short) => {
  expect(displayName(user)).toBe(name);
  expect(initials(name)).toBe(short);
});

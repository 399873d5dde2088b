import { expect, test } from 'vitest';
import { readUserAddress, writeUserAddress } from './user-address.ts';

const written = (query: string, changes: Parameters<typeof writeUserAddress>[1]) =>
  writeUserAddress(new URLSearchParams(query), changes).toString();

test('what is as usual is left out, and everything else is kept', () => {
  expect(written('other=1', {})).toBe('other=1');
  const all =
    'q=ada&verification=verified&newsletter=subscribed&account=inactive&sort=-email&page=3&size=50&user=u1';
  expect(written(all, {})).toBe(all);
});

test('filters, order and size begin again at the first page; a page and a panel do not', () => {
  for (const changes of [
    { q: 'x' },
    { account: 'active' },
    { sort: 'email' },
    { desc: false },
    { size: 20 },
  ] as const)
    expect(readUserAddress(new URLSearchParams(written('page=3', changes))).page).toBe(1);
  expect(written('page=3', { user: 'u1' })).toBe('page=3&user=u1');
  expect(written('page=3', { page: 4 })).toBe('page=4');
});

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'size=11', 'sort=password_hash', 'account=maybe'])(
  '%s is read as the usual',
  (query) => {
    expect(readUserAddress(new URLSearchParams(query))).toEqual(readUserAddress(new URLSearchParams()));
  },
);

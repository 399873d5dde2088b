import { expect, test } from 'vitest';
import { readModerationAddress, writeModerationAddress } from './moderation-address.ts';

const written = (query: string, changes: Parameters<typeof writeModerationAddress>[1]) =>
  writeModerationAddress(new URLSearchParams(query), changes).toString();

test('another list begins at its first page, and what is as usual is left out', () => {
  expect(written('status=held&page=3', { page: 4 })).toBe('status=held&page=4');
  expect(written('status=held&page=3', { status: 'reported' })).toBe('status=reported');
  expect(
    written('q=x&category=no-seed&status=held&size=50', { q: '', category: 'all', status: 'all', size: 10 }),
  ).toBe('');
});

test.each(['page=0', 'size=11', 'category=home', 'status=gone'])('%s is read as the usual', (query) => {
  expect(readModerationAddress(new URLSearchParams(query))).toEqual(
    readModerationAddress(new URLSearchParams()),
  );
});

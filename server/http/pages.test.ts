import { expect, test } from 'vitest';
import { withoutSpareSlashes } from './pages.ts';

test('an address has no slash to spare, and never begins like one of another host', () => {
  const plain = {
    '/': '/',
    '/all': '/all',
    '/all/': '/all',
    '/ko/?q=a/&sort=name': '/ko?q=a/&sort=name',
    '/all?q=?': '/all?q=?',
    '//': '/',
    '//evil.example/all/': '/evil.example/all',
    '/\\evil.example/': '/evil.example',
  };
  for (const [from, to] of Object.entries(plain)) expect(withoutSpareSlashes(from)).toBe(to);
});

import { expect, test } from 'vitest';
import { testApp } from '../testing/app.ts';
import { makeCompany } from '../testing/make.ts';
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

test('every page is one whole document of HTML', async () => {
  const app = await testApp('sqlite', { build: { pages: 'built' } });
  try {
    await makeCompany(app, 'Alpha', { id: 'alpha', kinds: ['saas'] });
    for (const path of [
      '/',
      '/ko',
      '/en/all',
      '/en/no-seed',
      '/ja/companies/alpha',
      '/en/kinds/saas',
      '/en/explore',
      '/en/compare?ids=alpha',
      '/zh/about',
      '/en/nothing/here',
      '/login',
      '/admin',
    ]) {
      const { headers, body } = await app.get(path);
      expect(headers['content-type'], path).toBe('text/html; charset=utf-8');
      // Without the first of it a browser lays pages out as those of the last century.
      expect(body.slice(0, 27), path).toMatch(/^<!DOCTYPE html><html lang="/);
      expect(body.split('<!DOCTYPE').length, path).toBe(2);
      expect(body.endsWith('</body></html>'), path).toBe(true);
    }
  } finally {
    await app.close();
  }
});

import { expect, test } from 'vitest';
import { knownAddress } from './page-address.ts';

test.each([
  ['/ko?x=y', '/ko'],
  ['/?utm_source=a&fbclid=b', '/'],
  ['/all?x=y&q=%ED%95%80&x=z&sort=likes', '/all?q=%ED%95%80&sort=likes'],
  ['/no-seed?company=a&&', '/no-seed?company=a'],
  [
    '/explore?employees_min=1&revenue_per_person_max=5&x_min=2',
    '/explore?employees_min=1&revenue_per_person_max=5',
  ],
  ['/verify-email?token=a', '/verify-email?token=a'],
  ['/ko/feed.xml?q=x&n=1', '/ko/feed.xml'],
  ['/sitemap.xml?x', '/sitemap.xml'],
  ['/ko/all.data?_routes=routes%2Fall&x=y&q=a', '/ko/all.data?_routes=routes%2Fall&q=a'],
  ['/__manifest?p=%2Fko&version=1', '/__manifest?p=%2Fko&version=1'],
  ['/api/companies?x=y', '/api/companies?x=y'],
  ['/admin/edit?lang=ko&x=y', '/admin/edit?lang=ko&x=y'],
  ['/administrators?x=y', '/administrators'],
  ['/all', '/all'],
])('%s is %s', (url, known) => {
  expect(knownAddress(url)).toBe(known);
});

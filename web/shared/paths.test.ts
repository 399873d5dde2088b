import { expect, test } from 'vitest';
import { SECTIONS } from './console/sections.ts';
import { feedPath, inLanguage, paths, sharePicture, withoutLanguage, withPanel } from './paths.ts';

test('every link of the site', () => {
  expect({
    home: paths.home(),
    category: paths.category('no-seed'),
    explore: paths.explore(),
    stories: paths.stories(),
    company: paths.company('리노 공업/1'),
    surprise: [paths.surprise(), paths.surprise('리노')],
    compare: [paths.compare(), paths.compare(['리노 공업/1', 'b'])],
    document: paths.document('privacy'),
    admin: paths.admin(),
    adminSections: SECTIONS.map(({ id }) => paths.admin(id)).slice(0, 3),
    verifyEmail: paths.verifyEmail(),
    resetPassword: paths.resetPassword(),
    accountProfile: paths.accountProfile(),
    accountSettings: paths.accountSettings(),
    prefixed: inLanguage(paths.category('all'), 'ko'),
    prefixedHome: inLanguage(paths.home(), 'ja'),
    feeds: [feedPath(paths.home(), 'xml'), feedPath(paths.category('no-seed'), 'json')],
    pictures: [
      sharePicture(paths.home(), 'ja'),
      sharePicture(paths.category('all'), 'en'),
      sharePicture(paths.company('리노 공업/1'), 'ko'),
    ],
  }).toMatchInlineSnapshot(`
    {
      "accountProfile": "/account/profile",
      "accountSettings": "/account/settings",
      "admin": "/admin",
      "adminSections": [
        "/admin",
        "/admin/companies",
        "/admin/scores",
      ],
      "category": "/no-seed",
      "company": "/companies/%EB%A6%AC%EB%85%B8%20%EA%B3%B5%EC%97%85%2F1",
      "compare": [
        "/compare",
        "/compare?ids=%EB%A6%AC%EB%85%B8%20%EA%B3%B5%EC%97%85%2F1,b",
      ],
      "document": "/privacy",
      "explore": "/explore",
      "feeds": [
        "/feed.xml",
        "/no-seed/feed.json",
      ],
      "home": "/",
      "pictures": [
        "/share/ja/home.png",
        "/share/en/all.png",
        "/share/ko/companies/%EB%A6%AC%EB%85%B8%20%EA%B3%B5%EC%97%85%2F1.png",
      ],
      "prefixed": "/ko/all",
      "prefixedHome": "/ja",
      "resetPassword": "/reset-password",
      "stories": "/stories",
      "surprise": [
        "/surprise",
        "/surprise?company=%EB%A6%AC%EB%85%B8",
      ],
      "verifyEmail": "/verify-email",
    }
  `);
});

test.each([
  ['/ko/all', '/all'],
  ['/ko', '/'],
  ['/korea', '/korea'],
  ['/', '/'],
])('%s without its language is %s', (path, plain) => {
  expect(withoutLanguage(path)).toBe(plain);
});

test('a panel is added to an address and taken away, the rest stays', () => {
  const location = { pathname: '/ko/all', search: '?q=%ED%95%80&company=a' };
  expect(withPanel(location, 'b')).toBe('/ko/all?q=%ED%95%80&company=b');
  expect(withPanel(location, null)).toBe('/ko/all?q=%ED%95%80');
  expect(withPanel({ pathname: '/all', search: '?company=a' }, null)).toBe('/all');
});

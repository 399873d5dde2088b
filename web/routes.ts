import {
  index,
  layout,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from '@react-router/dev/routes';
import { FACET_PAGES } from '../core/companies/facet-pages.ts';
import { DOCUMENTS } from '../core/documents/rules.ts';
import { LANGUAGES } from '../core/languages.ts';
import { READING_PAGES } from '../core/reading/pages.ts';
import { PUBLIC_LAYOUT } from './shared/route-ids.ts';

/** The pages but the home page, below a language prefix or below none. @param prefix what their ids begin with */
const pages = (prefix: string) => [
  route('all', './public/companies/all-page.tsx', { id: `${prefix}all` }),
  route('explore', './public/explore/page.tsx', { id: `${prefix}explore` }),
  route('stories', './public/home/stories-page.tsx', { id: `${prefix}stories` }),
  route('companies/:id', './public/companies/company-page.tsx', { id: `${prefix}company` }),
  route('compare', './public/compare/compare-page.tsx', { id: `${prefix}compare` }),
  route('verify-email', './public/accounts/verify-email-page.tsx', { id: `${prefix}verify-email` }),
  route('reset-password', './public/accounts/reset-password-page.tsx', { id: `${prefix}reset-password` }),
  route('following', './public/follows/following-page.tsx', { id: `${prefix}following` }),
  route('saved', './public/lists/saved-page.tsx', { id: `${prefix}saved` }),
  route('mail/preferences', './public/follows/preferences-page.tsx', { id: `${prefix}preferences` }),
  route('sign-in', './public/accounts/sign-in-page.tsx', { id: `${prefix}sign-in` }),
  route('account/profile', './public/accounts/profile-page.tsx', { id: `${prefix}profile` }),
  route('account/notifications', './public/accounts/notifications-page.tsx', {
    id: `${prefix}notifications`,
  }),
  route('account/settings', './public/accounts/settings-page.tsx', { id: `${prefix}settings` }),
  ...DOCUMENTS.map((name) => route(name, './public/documents/document-page.tsx', { id: `${prefix}${name}` })),
  ...[...READING_PAGES, 'collections/:id', 'newsletters/:id', 'lists/:token'].map((path) =>
    route(path, './public/reading/reading-page.tsx', { id: `${prefix}${path}` }),
  ),
  ...Object.keys(FACET_PAGES).flatMap((facet) => [
    route(facet, './public/companies/facet-index-page.tsx', { id: `${prefix}all ${facet}` }),
    route(`${facet}/:value`, './public/companies/facet-page.tsx', { id: `${prefix}${facet}` }),
  ]),
  route(':category', './public/companies/category-page.tsx', { id: `${prefix}category` }),
];

/** Makes routes case-sensitive: each page has one address. */
const exactly = (routes: RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map((entry) => ({
    ...entry,
    caseSensitive: true,
    ...(entry.children ? { children: exactly(entry.children) } : {}),
  }));

/**
 * Every address of the site. The browser ranks all routes before hydration, so the languages share theirs. Routes
 * without a language come first, so that `/companies/all` is the page of a company.
 */
export default exactly([
  route('admin/sign-in', './console/admins/sign-on-page.tsx'),
  route('admin/invitation', './console/admins/invitation-page.tsx'),
  // `/admin/collections` is a `:language/collections` as well: of two paths that rank the same, the first one wins.
  ...['admin/:section?', 'admin/preview/:id', 'admin/*'].map((path) =>
    route(path, './console/layout/layout.tsx', { id: path }),
  ),
  layout('./public/layout/layout.tsx', { id: PUBLIC_LAYOUT }, [
    index('./public/home/page.tsx', { id: 'home' }),
    ...LANGUAGES.map((language) => route(language, './public/home/page.tsx', { id: `${language} home` })),
    ...pages(''),
    ...prefix(':language', pages('in a language: ')),
    route('*', './public/layout/not-found.tsx'),
  ]),
]) satisfies RouteConfig;

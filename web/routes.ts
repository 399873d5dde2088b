import {
  index,
  layout,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from '@react-router/dev/routes';
import { DOCUMENTS } from '../core/documents/rules.ts';
import { LANGUAGES } from '../core/languages.ts';
import { SECTIONS } from './console/sections.ts';

/** The pages below a language prefix, or below none. */
const pages = (language: string) => [
  index('./home/page.tsx', { id: `${language}home` }),
  route('all', './companies/all-page.tsx', { id: `${language}all` }),
  route('explore', './explore/page.tsx', { id: `${language}explore` }),
  route('companies/:id', './companies/company-page.tsx', { id: `${language}company` }),
  route('compare', './compare/compare-page.tsx', { id: `${language}compare` }),
  route('verify-email', './accounts/verify-email-page.tsx', { id: `${language}verify-email` }),
  route('reset-password', './accounts/reset-password-page.tsx', { id: `${language}reset-password` }),
  route('account/profile', './accounts/profile-page.tsx', { id: `${language}profile` }),
  route('account/settings', './accounts/settings-page.tsx', { id: `${language}settings` }),
  ...DOCUMENTS.map((name) => route(name, './documents/document-page.tsx', { id: `${language}${name}` })),
  ...['founders', 'countries', 'kinds', 'tags'].map((facet) =>
    route(`${facet}/:value`, './companies/facet-page.tsx', { id: `${language}${facet}` }),
  ),
  route(':category', './companies/category-page.tsx', { id: `${language}category` }),
];

/** The sections of the console. */
const sections = [
  ...SECTIONS.map(({ id, page }) => (id === 'dashboard' ? index(page) : route(id, page))),
  route('*', './console/not-found.tsx'),
];

/** An address has one spelling: in capitals it is another one, and there is none such. */
const exactly = (routes: RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map((entry) => ({
    ...entry,
    caseSensitive: true,
    ...(entry.children ? { children: exactly(entry.children) } : {}),
  }));

/** Every address of the site. */
export default exactly([
  route('admin/sign-in', './admins/sign-on-page.tsx'),
  route('admin/invitation', './admins/invitation-page.tsx'),
  route('admin', './console/layout.tsx', sections),
  layout('./shell/layout.tsx', [
    ...pages(''),
    ...LANGUAGES.flatMap((language) => prefix(language, pages(language))),
    route('*', './shell/not-found.tsx'),
  ]),
]) satisfies RouteConfig;

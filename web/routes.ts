import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';
import { LANGUAGES } from '../core/languages.ts';

/** The pages below a language prefix, or below none. */
const pages = (language: string) => [
  index('./home/page.tsx', { id: `${language}home` }),
  route('all', './companies/all-page.tsx', { id: `${language}all` }),
  route('companies/:id', './companies/company-page.tsx', { id: `${language}company` }),
  route(':category', './companies/category-page.tsx', { id: `${language}category` }),
];

/** The sections of the console. */
const sections = [
  index('./dashboard/section.tsx'),
  route('companies', './transfer/section.tsx'),
  route('scores', './companies/scores-section.tsx'),
  route('add', './companies/add-section.tsx'),
  route('edit', './companies/edit-section.tsx'),
  route('users', './users/section.tsx'),
  route('comments', './comments/section.tsx'),
  route('settings', './settings/section.tsx'),
  route('translations', './translations/section.tsx'),
  route('password', './session/password-section.tsx'),
  route('*', './console/not-found.tsx'),
];

/** Every address of the site. */
export default [
  route('admin', './console/layout.tsx', sections),
  layout('./shell/layout.tsx', [
    ...pages(''),
    ...LANGUAGES.flatMap((language) => prefix(language, pages(language))),
    route('*', './shell/not-found.tsx'),
  ]),
] satisfies RouteConfig;

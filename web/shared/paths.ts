import type { Category } from '../../core/categories.ts';
import { facetIndexPath } from '../../core/companies/facet-pages.ts';
import type { DocumentName } from '../../core/documents/rules.ts';
import { type Language, pathLanguage } from '../../core/languages.ts';
import type { ReadingPageName } from '../../core/reading/pages.ts';
import type { SectionId } from './console/sections.ts';

/** Search parameter that opens a company's panel on any page. */
export const PANEL_PARAM = 'company';

/** Search parameter that names the companies of a comparison. */
export const IDS_PARAM = 'ids';

/** Every link of the site is built here. */
export const paths = {
  home: () => '/',
  category: (id: Category) => `/${id}`,
  explore: () => '/explore',
  /** The stories of the days. */
  stories: () => '/stories',
  /** A page that reads across companies. */
  reading: (name: ReadingPageName) => `/${name}`,
  collection: (id: string) => `/collections/${id}`,
  newsletter: (id: string) => `/newsletters/${id}`,
  document: (name: DocumentName) => `/${name}`,
  /** All values of a facet. */
  facetIndex: facetIndexPath,
  founder: (id: string) => `/founders/${encodeURIComponent(id)}`,
  country: (code: string) => `/countries/${code.toLowerCase()}`,
  kind: (kind: string) => `/kinds/${kind}`,
  tag: (tag: string) => `/tags/${encodeURIComponent(tag)}`,
  company: (id: string) => `/companies/${encodeURIComponent(id)}`,
  /** A random company. @param without id of the company that is open, which is left out */
  surprise: (without?: string) =>
    without === undefined ? '/surprise' : `/surprise?${PANEL_PARAM}=${encodeURIComponent(without)}`,
  compare: (ids: readonly string[] = []) =>
    ids.length === 0 ? '/compare' : `/compare?${IDS_PARAM}=${ids.map(encodeURIComponent).join(',')}`,
  /** A section of the console; the dashboard stands at its root. */
  admin: (section: SectionId = 'dashboard') => (section === 'dashboard' ? '/admin' : `/admin/${section}`),
  /** The page of a company with its draft, for the console. */
  draftPreview: (id: string, language: Language) =>
    `/admin/preview/${encodeURIComponent(id)}?language=${language}`,
  /** Where an OpenID provider sends back to; without its answer the sign-on begins. */
  signOn: () => '/admin/sign-in',
  verifyEmail: () => '/verify-email',
  resetPassword: () => '/reset-password',
  /** Companies that the reader saves; @param list id of one list */
  saved: (list?: string) => (list === undefined ? '/saved' : `/saved?list=${list}`),
  /** A list that a reader shares. */
  sharedList: (token: string) => `/lists/${token}`,
  /** What the account follows. */
  following: () => '/following',
  /** The same by a link in a mail. */
  preferences: () => '/mail/preferences',
  accountProfile: () => '/account/profile',
  accountSettings: () => '/account/settings',
  accountNotifications: () => '/account/notifications',
} as const;

/** A path without its language prefix: `/ko/all` -> `/all`. */
export function withoutLanguage(pathname: string): string {
  const language = pathLanguage(pathname);
  if (!language) return pathname;
  return pathname.slice(language.length + 1) || '/';
}

/** A path with a language prefix; with none where the language is undefined. */
export function inLanguage(path: string, language: Language | undefined): string {
  if (!language) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
}

/** Where a configured link leads: a page of the site in the language of the page, or another site. */
export const siteHref = (to: string, language: Language | undefined): string =>
  to.startsWith('/') ? inLanguage(to, language) : to;

/** The query of an address without the panel, as a prefix for `panelAddress`: `?q=a&`, or `?`. */
export function othersOf(parameters: URLSearchParams): string {
  const others = new URLSearchParams(parameters);
  others.delete(PANEL_PARAM);
  return others.size > 0 ? `?${others}&` : '?';
}

/** An address that opens a company's panel. @param others the query of the page (`othersOf`) */
export const panelAddress = (others: string, companyId: string): string =>
  `${others}${PANEL_PARAM}=${encodeURIComponent(companyId)}`;

/** An address with or without the panel of a company, its other parameters kept. */
export function withPanel(location: { pathname: string; search: string }, companyId: string | null): string {
  const query = new URLSearchParams(location.search);
  query.delete(PANEL_PARAM);
  if (companyId !== null) query.set(PANEL_PARAM, companyId);
  const text = query.toString();
  return text ? `${location.pathname}?${text}` : location.pathname;
}

/** The picture with which links to a page are shown, by the page's path without language. */
export function sharePicture(path: string, language: Language): string {
  return `/share/${language}${path === '/' ? '/home' : path}.png`;
}

/** The feed of what a page lists, by the page's path without language. */
export function feedPath(path: string, format: 'xml' | 'json'): string {
  return `${path === '/' ? '' : path}/feed.${format}`;
}

import { directory, directoryVersion, oncePerDirectory } from '../../../core/directory/current.ts';
import type { PageDirectory } from '../../../core/directory/page-directory.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import type { Language } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import { overridesOf, textsFile } from './texts.ts';
import { themeFile } from './theme.ts';

/** The links that the owner added to header and footer, named in a language. */
export function linksIn(language: Language): ReturnType<PageDirectory['linksIn']> {
  const { header, footer } = directory().links;
  const named = (list: typeof header) =>
    list.map(({ to, names }) => ({ to, name: nameIn(names, language) ?? to }));
  return { header: named(header), footer: named(footer) };
}

/** The configuration in force, for pages. @param configuredName SITE_NAME */
export const pageDirectoryOf = (configuredName: string): (() => PageDirectory) =>
  oncePerDirectory(() => {
    const { categories, texts, score } = directory();
    const isShipped = JSON.stringify(categories) === JSON.stringify(SHIPPED_DIRECTORY.categories);
    return {
      version: directoryVersion(),
      categories: categories.list.map(({ id, shape, inNavigation, isListed }) => ({
        id,
        shape,
        inNavigation,
        isListed,
      })),
      defaultCategory: categories.default,
      moved: categories.moved,
      score,
      theme: isShipped ? null : `/theme/${themeFile().name}`,
      nameIn: (language) => siteName(configuredName, language),
      linksIn,
      textsIn: (language) =>
        isShipped && Object.keys(texts[language]).length === 0 ? null : `/texts/${textsFile(language).name}`,
      overridesIn: overridesOf,
    };
  });

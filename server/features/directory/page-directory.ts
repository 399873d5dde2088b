import { directory, directoryVersion, oncePerDirectory } from '../../../core/directory/current.ts';
import type { PageDirectory } from '../../../core/directory/page-directory.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { nameIn } from '../../../core/localized.ts';
import { overridesOf, textsFile } from './texts.ts';
import { themeFile } from './theme.ts';

/** The configuration in force, for pages. @param configuredName SITE_NAME */
export const pageDirectoryOf = (configuredName: string): (() => PageDirectory) =>
  oncePerDirectory(() => {
    const { categories, links, words } = directory();
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
      theme: isShipped ? null : `/theme/${themeFile().name}`,
      nameIn: (language) => siteName(configuredName, language),
      linksIn: (language) => {
        const named = (list: typeof links.header) =>
          list.map(({ to, names }) => ({ to, name: nameIn(names, language) ?? to }));
        return { header: named(links.header), footer: named(links.footer) };
      },
      textsIn: (language) =>
        isShipped && Object.keys(words[language]).length === 0 ? null : `/texts/${textsFile(language).name}`,
      overridesIn: overridesOf,
    };
  });

import type { CategoryOutline } from '../../../core/categories.ts';
import { directory, directoryVersion } from '../../../core/directory/current.ts';
import type { Overrides } from '../../../core/directory/merge-texts.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { overridesIn } from '../../../core/directory/words.ts';
import type { Language } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import { isShipped, textsFile } from './texts.ts';
import { themeFile } from './theme.ts';

/** A link that the owner added to the header or the footer. */
interface NamedLink {
  to: string;
  name: string;
}

/** What pages are given of the configuration in force. */
export interface ConfigForPages {
  /** Grows with each change in this process. */
  version: number;
  categories: readonly CategoryOutline[];
  defaultCategory: string;
  /** Categories that were merged: old id to new id. */
  moved: Readonly<Record<string, string>>;
  /** The stylesheet of the categories' hues; null where they are the shipped ones, which the build has. */
  theme: string | null;
  nameIn(language: Language): string;
  linksIn(language: Language): { header: NamedLink[]; footer: NamedLink[] };
  /** Where the texts of the pages are; null where they are the shipped ones, which the build has. */
  textsIn(language: Language): string | null;
  overridesIn(language: Language): Overrides;
}

/** The configuration in force, for pages. @param configuredName SITE_NAME */
export function pageDirectory(configuredName: string): ConfigForPages {
  const { categories, links } = directory();
  const isDefault = isShipped.categories();
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
    theme: isDefault ? null : `/theme/${themeFile().name}`,
    nameIn: (language) => siteName(configuredName, language),
    linksIn: (language) => {
      const named = (list: typeof links.header) =>
        list.map(({ to, names }) => ({ to, name: nameIn(names, language) ?? to }));
      return { header: named(links.header), footer: named(links.footer) };
    },
    textsIn: (language) => (isShipped.texts(language) ? null : `/texts/${textsFile(language).name}`),
    overridesIn,
  };
}

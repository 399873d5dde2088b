import { ownFields } from '../../../core/companies/own-fields.ts';
import { directory, directoryVersion, oncePerDirectory } from '../../../core/directory/current.ts';
import { outlineOf } from '../../../core/directory/outline.ts';
import type { PageDirectory } from '../../../core/directory/page-directory.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import type { Language } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import { overridesOf, textsFile } from './texts.ts';
import { ownCssFile, themeFile } from './theme.ts';

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
    const { home, looks, texts, score } = directory();
    const isShipped = (part: 'categories' | 'kinds' | 'tags' | 'languages' | 'looks' | 'home') =>
      JSON.stringify(directory()[part]) === JSON.stringify(SHIPPED_DIRECTORY[part]);
    const hasShippedNames =
      isShipped('categories') && isShipped('kinds') && isShipped('tags') && isShipped('home');
    return {
      version: directoryVersion(),
      hasShippedLanguages: isShipped('languages'),
      ...outlineOf(directory()),
      score,
      fields: ownFields().length > 0 ? ownFields().filter(({ access }) => access === 'public') : undefined,
      theme: isShipped('categories') && isShipped('looks') ? null : `/theme/${themeFile().name}`,
      ownCss: looks.css.trim() ? `/theme/own/${ownCssFile().name}` : undefined,
      faces: looks.faces,
      homeSections: home.sections,
      homeActionIn: (language) =>
        (home.action && {
          to: home.action.to,
          name: nameIn(home.action.names, language) ?? home.action.to,
        }) ||
        undefined,
      nameIn: (language) => siteName(configuredName, language),
      linksIn,
      textsIn: (language) =>
        hasShippedNames && Object.keys(texts[language]).length === 0
          ? null
          : `/texts/${textsFile(language).name}`,
      overridesIn: overridesOf,
    };
  });

import addresses from 'virtual:public-texts';
import type { RouterContextProvider } from 'react-router';
import { fieldIn } from '../../../core/companies/own-fields.ts';
import { pageTexts, type Texts } from '../../../core/directory/merge-texts.ts';
import { registerMessages } from '../../i18n/page-texts.ts';
import { PUBLIC_TEXTS } from '../../i18n/texts.server.ts';
import { pageContext } from '../../shared/page-context.ts';
import type { RootData } from '../../shared/root-data.ts';
import { type Addressed, anyLanguageOf } from './load-page.ts';

/** What a loader is given, as far as every page has it. */
export interface LoaderArgs extends Addressed {
  /** URL of the page, without additions of the router. */
  url: URL;
  context: Readonly<RouterContextProvider>;
}

/** Root data by the context of a request: every loader of its page asks for it. */
const roots = new WeakMap<object, RootData>();

/** Data of every page, for the page of a request. Registers the texts of its language. */
export function rootOf({ request, context }: Pick<LoaderArgs, 'request' | 'context'>): RootData {
  const known = roots.get(context);
  if (known) return known;
  const { site, year, directory } = context.get(pageContext);
  const language = anyLanguageOf(request);
  const texts = directory.textsIn(language) ?? addresses[language];
  registerMessages(language, texts, () => {
    const shipped = PUBLIC_TEXTS[language] as Record<string, Texts>;
    return pageTexts(shipped, directory.overridesIn(language));
  });
  const root: RootData = {
    language,
    texts,
    site: { ...site, name: directory.nameIn(language) },
    categories: directory.categories,
    defaultCategory: directory.defaultCategory,
    kinds: directory.kinds,
    ...(directory.fields ? { fields: directory.fields.map((field) => fieldIn(field, language)) } : {}),
    links: directory.linksIn(language),
    theme: directory.theme,
    // What is as shipped takes no room in any page.
    ...(directory.hasShippedLanguages
      ? {}
      : { offered: { languages: directory.languages, usualLanguage: directory.usualLanguage } }),
    ...(directory.ownCss ? { ownCss: directory.ownCss } : {}),
    ...(directory.faces === 'shipped' ? {} : { faces: directory.faces }),
    year,
  };
  roots.set(context, root);
  return root;
}

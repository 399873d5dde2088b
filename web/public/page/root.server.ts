import addresses from 'virtual:public-texts';
import type { RouterContextProvider } from 'react-router';
import type { MessageTree } from '#engine/messages';
import {
  mergeTexts,
  OVERRIDES_KEY,
  type Overrides,
  type Texts,
} from '../../../core/directory/merge-texts.ts';
import type { Language } from '../../../core/languages.ts';
import { registerMessages } from '../../i18n/page-texts.ts';
import { PUBLIC_TEXTS } from '../../i18n/texts.server.ts';
import { pageContext } from '../../shared/page-context.ts';
import type { RootData } from '../../shared/root-data.ts';
import { type Addressed, anyLanguageOf } from './load-page.ts';

/** What a loader is given, as far as every page has it. */
export interface LoaderArgs extends Addressed {
  /** The page's address, without what the router adds to it. */
  url: URL;
  context: Readonly<RouterContextProvider>;
}

/** The texts of the public pages as this directory words them, and those that replace texts loaded on demand. */
function configuredTexts(language: Language, overrides: Overrides): MessageTree {
  const shipped = PUBLIC_TEXTS[language] as Record<string, Texts>;
  const onDemand = Object.entries(overrides).filter(([feature]) => !(feature in shipped));
  return {
    ...Object.fromEntries(
      Object.entries(shipped).map(([feature, texts]) => [feature, mergeTexts(texts, overrides[feature])]),
    ),
    [OVERRIDES_KEY]: Object.fromEntries(onDemand),
  };
}

/** By what a request has of its own: each part of its page asks. */
const roots = new WeakMap<object, RootData>();

/** What the page that is asked for has as every page; its texts can be had from then on. */
export function rootOf({ request, context }: Pick<LoaderArgs, 'request' | 'context'>): RootData {
  const known = roots.get(context);
  if (known) return known;
  const { site, year, directory } = context.get(pageContext);
  const language = anyLanguageOf(request);
  const texts = directory.textsIn(language) ?? addresses[language];
  registerMessages(language, texts, () => configuredTexts(language, directory.overridesIn(language)));
  const root: RootData = {
    language,
    texts,
    site: { ...site, name: directory.nameIn(language) },
    categories: directory.categories,
    defaultCategory: directory.defaultCategory,
    links: directory.linksIn(language),
    theme: directory.theme,
    year,
  };
  roots.set(context, root);
  return root;
}

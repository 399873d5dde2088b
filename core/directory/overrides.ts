import type { Language } from '../languages.ts';
import { categoryTexts, directory, givenTagName, kindName } from './current.ts';
import type { Overrides, Texts } from './merge-texts.ts';

/** Names of what is configuration, as texts of the pages by feature: of categories, kinds (`kind_ID`) and tags (`tag_ID`). */
export function configuredTexts(language: Language): { categories: Texts; companies: Texts } {
  const kinds = directory().kinds.list.map(({ id }) => [`kind_${id}`, kindName(id, language)]);
  const tags = directory().tags.list.flatMap(({ id }) => {
    const name = givenTagName(id, language);
    return name === undefined ? [] : [[`tag_${id}`, name]];
  });
  return { categories: categoryTexts(language), companies: Object.fromEntries([...kinds, ...tags]) };
}

/**
 * Texts that the owner replaced, by feature.
 * @param words by feature and path, as `common:close` or `settings:groups.ai`
 */
export function ownTexts(words: Readonly<Record<string, { text: string }>>, into: Overrides = {}): Overrides {
  for (const [key, { text }] of Object.entries(words)) {
    const [feature = '', path = ''] = key.split(':');
    into[feature] ??= {};
    let texts = into[feature];
    const steps = path.split('.');
    for (const step of steps.slice(0, -1)) {
      const next = texts[step];
      const inner = typeof next === 'object' ? next : {};
      texts[step] = inner;
      texts = inner;
    }
    texts[steps.at(-1) ?? ''] = text;
  }
  return into;
}

/** The configuration as texts of a language: configured names, and texts that the owner replaced. */
export const overridesIn = (language: Language): Overrides =>
  ownTexts(directory().texts[language], configuredTexts(language));

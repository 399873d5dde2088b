import type { Language } from '../languages.ts';
import { nameIn } from '../localized.ts';
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

/**
 * The configuration as texts of a language: configured names, texts that the owner replaced, and those of the home
 * page. What the home page says in this very language goes before a replaced text, and that before another language's.
 */
export function overridesIn(language: Language): Overrides {
  const { questions: question, titles: title, intros: intro } = directory().home;
  const home = { question, title, intro };
  const { taglines } = directory().identity;
  // Title and description for search engines and link previews: the configured title and intro, else the
  // tagline.
  const told = { documentTitle: [title, taglines], documentDescription: [intro, taglines] };
  const overrides = ownTexts(directory().texts[language], {
    ...configuredTexts(language),
    home: {
      ...givenTexts(
        told,
        ([first, second]) => nameIn(first ?? {}, language) ?? nameIn(second ?? {}, language),
      ),
      ...givenTexts(home, (texts) => nameIn(texts, language)),
    },
  });
  return { ...overrides, home: { ...overrides['home'], ...givenTexts(home, (texts) => texts[language]) } };
}

/** The texts that a reading of each finds. */
function givenTexts<T>(all: Readonly<Record<string, T>>, read: (texts: T) => string | undefined): Texts {
  const found = Object.entries(all).map(([key, texts]) => [key, read(texts)] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

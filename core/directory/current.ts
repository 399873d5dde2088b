import type { CompanyCategory } from '../categories.ts';
import { setOwnFields } from '../companies/own-fields.ts';
import { setScoreRules } from '../companies/score.ts';
import { DARK, LIGHT } from '../design/tokens.ts';
import type { Kind } from '../kinds.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../languages.ts';
import { nameIn } from '../localized.ts';
import type { CategoryConfig, DirectoryConfig, KindConfig, TagConfig } from './config.ts';
import { outlineOf, setOutline } from './outline.ts';

/**
 * The configuration of the directory that this process serves. One process serves one directory, so that rules,
 * schemas and descriptors can ask for today's configuration without being given it.
 */

let configInForce: DirectoryConfig | undefined;
let configById: ReadonlyMap<string, CategoryConfig> = new Map();
let kindById: ReadonlyMap<string, KindConfig> = new Map();
let tagById: ReadonlyMap<string, TagConfig> = new Map();
let version = 0;

/** Sets the configuration from now on. */
export function setDirectory(config: DirectoryConfig): void {
  configInForce = config;
  configById = new Map(config.categories.list.map((category) => [category.id, category]));
  kindById = new Map(config.kinds.list.map((kind) => [kind.id, kind]));
  tagById = new Map(config.tags.list.map((tag) => [tag.id, tag]));
  version++;
  setOutline(outlineOf(config));
  setScoreRules(config.score);
  setOwnFields(config.fields.list);
}

/** @throws before a configuration was set */
export function directory(): DirectoryConfig {
  if (!configInForce) throw new Error('No configuration of a directory is set.');
  return configInForce;
}

/** Grows with each `setDirectory`. */
export const directoryVersion = (): number => version;

/** Memoizes a value that is computed from the configuration, until the next `setDirectory`. */
export function oncePerDirectory<T>(compute: () => T): () => T {
  let known: { version: number; value: T } | undefined;
  return () => {
    if (known?.version !== version) known = { version, value: compute() };
    return known.value;
  };
}

/** The hue of a category in the light; ink where there is no such category. */
export const lightHue = (id: CompanyCategory): { strong: string; soft: string } =>
  configById.get(id)?.hue.light ?? { strong: LIGHT.ink, soft: LIGHT.tint };

/** What is pressed, in one colour scheme: the owner's accent, else ink. */
export const accentIn = (scheme: 'light' | 'dark'): string =>
  directory().looks.accent?.[scheme] ?? (scheme === 'light' ? LIGHT : DARK).accent;

/** The name of a category in a language; the id itself where there is no such category. */
export const categoryName = (id: CompanyCategory, language: Language): string =>
  nameIn(configById.get(id)?.names ?? {}, language) ?? id;

/** The name of a kind in a language; the id itself where there is no such kind. */
export const kindName = (id: Kind, language: Language): string =>
  nameIn(kindById.get(id)?.names ?? {}, language) ?? id;

/** The name of a tag in a language, else in English; undefined where there is neither. */
export const givenTagName = (id: string, language: Language): string | undefined => {
  const names = tagById.get(id)?.names;
  return names?.[language] ?? names?.[DEFAULT_LANGUAGE];
};
/** The name of a tag; the tag itself where nobody named it. */
export const tagName = (id: string, language: Language): string => givenTagName(id, language) ?? id;

/** Description of a category; empty if absent. */
export const categoryDescription = (id: CompanyCategory, language: Language): string =>
  nameIn(configById.get(id)?.descriptions ?? {}, language) ?? '';

/** Which companies belong to a category, in words; empty where nobody wrote it. */
export const categoryRule = (id: CompanyCategory, language: Language): string =>
  nameIn(configById.get(id)?.rules ?? {}, language) ?? '';

/** Names, descriptions and rules of the categories as texts of the pages, by id; a text that is not there is empty. */
export const categoryTexts = (
  language: Language,
): Record<string, { name: string; description: string; rule: string }> =>
  Object.fromEntries(
    directory().categories.list.map(({ id }) => [
      id,
      {
        name: categoryName(id, language),
        description: categoryDescription(id, language),
        rule: categoryRule(id, language),
      },
    ]),
  );

/** The names of something in all languages. */
const inEach =
  (named: (id: string, language: Language) => string) =>
  (id: string): string[] => [...new Set(LANGUAGES.map((language) => named(id, language)))];
export const categoryNames = inEach(categoryName);
export const kindNames = inEach(kindName);
/** With the tag itself, which stands in addresses. */
export const tagNames = (id: string): string[] => [...new Set([id, ...inEach(tagName)(id)])];

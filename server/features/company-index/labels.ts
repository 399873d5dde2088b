import { readFileSync } from 'node:fs';
import { parseName, type SearchResults } from '#engine/search';
import { type CompanyCategory, listedCategories } from '../../../core/categories.ts';
import { countryName } from '../../../core/country-name.ts';
import { countryNames } from '../../../core/country-names.ts';
import { categoryNames, kindNames, oncePerDirectory } from '../../../core/directory/current.ts';
import { companyKinds } from '../../../core/kinds.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';

/** Names of the values of closed lists in a language, from the texts of the pages. */
export interface Labels {
  /** Names of tags that the shipped directory has; another one is called as it is written. */
  tags: ReadonlyMap<string, string>;
  country(code: string): string;
}

/** What the keys of the names of tags begin with. */
const TAG_KEY = 'tag_';

function readLabels(language: Language): Labels {
  const texts = (feature: string): Record<string, unknown> =>
    JSON.parse(
      readFileSync(new URL(`../../../web/i18n/locales/${language}/${feature}.json`, import.meta.url), 'utf8'),
    );
  const companies = texts('companies') as Record<string, string>;
  return {
    tags: new Map(
      Object.entries(companies).flatMap(([key, name]) =>
        key.startsWith(TAG_KEY) ? [[key.slice(TAG_KEY.length), name] as const] : [],
      ),
    ),
    country: (code) => countryName(code, language),
  };
}

const labelsByLanguage = new Map<Language, Labels>();

export function labelsIn(language: Language): Labels {
  let labels = labelsByLanguage.get(language);
  if (!labels) {
    labels = readLabels(language);
    labelsByLanguage.set(language, labels);
  }
  return labels;
}

/** Names of a value in every language: people search in more than one. */
const calledIn = (of: (labels: Labels) => string | undefined): string[] => [
  ...new Set(LANGUAGES.flatMap((language) => of(labelsIn(language)) ?? [])),
];

/** Names of categories, kinds, countries and tags in every language, by which companies are found. */
export const LABEL_NAMES = {
  category: categoryNames,
  kind: kindNames,
  country: countryNames,
  /** With the tag itself, which stands in addresses. */
  tag: (value: string) => [...new Set([value, ...calledIn(({ tags }) => tags.get(value))])],
} as const;

/** A value of a closed list with its names in all languages. */
interface NamedValue<V> {
  value: V;
  names: readonly ReturnType<typeof parseName>[];
}

/** The codes of all countries, as the runtime knows them. */
const COUNTRIES = (() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((a) => letters.map((b) => `${a}${b}`)).filter((code) => names.of(code));
})();

/** Parses the names of a closed list when they are first used. */
function byValue<V extends string>(values: readonly V[], namesOfValue: (value: V) => readonly string[]) {
  let list: readonly NamedValue<V>[] | undefined;
  return (): readonly NamedValue<V>[] => {
    list ??= values.map((value) => ({ value, names: namesOfValue(value).map(parseName) }));
    return list;
  };
}

export const countryNamesByCode = byValue(COUNTRIES, LABEL_NAMES.country);

/** Values of a closed list with a name that the words of a query match. */
export const matchingValues = <V>(list: readonly NamedValue<V>[], words: SearchResults['words']): V[] =>
  list.filter(({ names }) => names.some((name) => name.matches(words))).map(({ value }) => value);

/** The least similarity of a query and a name that is no chance. */
const SIMILAR_FROM = 0.3;

/** Values of the configuration with their names. */
const parsedNames = (values: () => readonly string[], namesOf: (value: string) => string[]) =>
  oncePerDirectory((): readonly NamedValue<string>[] =>
    values().map((value) => ({ value, names: namesOf(value).map(parseName) })),
  );
export const parsedCategoryNames = parsedNames(listedCategories, categoryNames);
export const parsedKindNames = parsedNames(companyKinds, kindNames);

/** The category with the name that is most similar to a query; undefined if no name is similar enough. */
export function nearestCategory(q: string): CompanyCategory | undefined {
  let best: { value?: CompanyCategory; similarity: number } = { similarity: SIMILAR_FROM };
  for (const { value, names } of parsedCategoryNames()) {
    const similarity = Math.max(...names.map((name) => name.similarityTo(q)));
    if (similarity > best.similarity) best = { value, similarity };
  }
  return best.value;
}

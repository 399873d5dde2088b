import { parseName, type SearchResults } from '#engine/search';
import { type CompanyCategory, listedCategories } from '../../../core/categories.ts';
import { countryNames } from '../../../core/country-names.ts';
import { categoryNames, kindNames, oncePerDirectory, tagNames } from '../../../core/directory/current.ts';
import { companyKinds } from '../../../core/kinds.ts';

/** Names of categories, kinds, countries and tags in every language, by which companies are found. */
export const LABEL_NAMES = {
  category: categoryNames,
  kind: kindNames,
  country: countryNames,
  tag: tagNames,
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

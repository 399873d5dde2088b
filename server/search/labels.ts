import { readFileSync } from 'node:fs';
import { COMPANY_CATEGORIES, type CompanyCategory } from '../../core/categories.ts';
import { KINDS, type Kind } from '../../core/companies/kinds.ts';
import { countryNames } from '../../core/country-names.ts';
import { LANGUAGES, type Language, LOCALES } from '../../core/languages.ts';
import { fold } from '../../core/search/fold.ts';
import { isMeantIn, type ParsedName, parseName } from '../../core/search/query.ts';
import { pairsOf, type Word } from '../../core/search/words.ts';

/** What closed lists are called in a language, from the texts of the pages. */
export interface Labels {
  categories: ReadonlyMap<CompanyCategory, string>;
  kinds: ReadonlyMap<Kind, string>;
  /** Names of tags that the shipped directory has; another one is called as it is written. */
  tags: ReadonlyMap<string, string>;
  country(code: string): string;
}

/** What the keys of the names of tags begin with. */
const TAG_KEY = 'tag_';

function readLabels(language: Language): Labels {
  const texts = (feature: string): Record<string, unknown> =>
    JSON.parse(
      readFileSync(new URL(`../../web/i18n/locales/${language}/${feature}.json`, import.meta.url), 'utf8'),
    );
  const categories = texts('categories') as Record<CompanyCategory, { name: string }>;
  const companies = texts('companies') as Record<`kind_${Kind}`, string>;
  const names = new Intl.DisplayNames(LOCALES[language], { type: 'region' });
  const countries = new Map<string, string>();
  return {
    categories: new Map(COMPANY_CATEGORIES.map((category) => [category, categories[category].name])),
    kinds: new Map(KINDS.map((kind) => [kind, companies[`kind_${kind}`]])),
    tags: new Map(
      Object.entries(companies).flatMap(([key, name]) =>
        key.startsWith(TAG_KEY) ? [[key.slice(TAG_KEY.length), name] as const] : [],
      ),
    ),
    country(code) {
      let name = countries.get(code);
      if (name === undefined) {
        name = names.of(code) ?? code;
        countries.set(code, name);
      }
      return name;
    },
  };
}

const known = new Map<Language, Labels>();

export function labelsIn(language: Language): Labels {
  let labels = known.get(language);
  if (!labels) {
    labels = readLabels(language);
    known.set(language, labels);
  }
  return labels;
}

/** What a category or kind is called in any language: people search in more than one. */
const calledIn = (of: (labels: Labels) => string | undefined): string[] => [
  ...new Set(LANGUAGES.flatMap((language) => of(labelsIn(language)) ?? [])),
];

/** All names of the categories, kinds and countries by which companies are found, in every language. */
export const namesOf = {
  category: (value: CompanyCategory) => calledIn(({ categories }) => categories.get(value)),
  kind: (value: Kind) => calledIn(({ kinds }) => kinds.get(value)),
  country: countryNames,
  /** With its word itself, which is in its address. */
  tag: (value: string) => [...new Set([value, ...calledIn(({ tags }) => tags.get(value))])],
} as const;

/** A value of a closed list, and what it is called. */
interface Called<V> {
  value: V;
  names: readonly ParsedName[];
}

/** The codes of all countries, as the runtime knows them. */
const COUNTRIES = (() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((a) => letters.map((b) => `${a}${b}`)).filter((code) => names.of(code));
})();

/** A closed list, its names cut into words once. */
function listed<V extends string>(values: readonly V[], namesOfValue: (value: V) => readonly string[]) {
  let list: readonly Called<V>[] | undefined;
  return (): readonly Called<V>[] => {
    list ??= values.map((value) => ({ value, names: namesOfValue(value).map(parseName) }));
    return list;
  };
}

export const categoriesCalled = listed(COMPANY_CATEGORIES, namesOf.category);
export const kindsCalled = listed(KINDS, namesOf.kind);
export const countriesCalled = listed(COUNTRIES, namesOf.country);

/** The values of a closed list that a search means, by what they are called. */
export const meantOf = <V>(list: readonly Called<V>[], words: readonly Word[]): V[] =>
  list.filter(({ names }) => names.some((name) => isMeantIn(name, words))).map(({ value }) => value);

/** What of its pairs of characters a search has to have in common with a name: less is chance. */
const NEAR_FROM = 0.3;
/** Pairs of characters of what each category is called. */
let pairs: readonly { value: CompanyCategory; names: readonly ReadonlySet<string>[] }[] | undefined;

/**
 * The category whose name has the most pairs of characters in common with what is searched for; of several the
 * first. Undefined where none has enough.
 */
export function nearestCategory(q: string): CompanyCategory | undefined {
  pairs ??= categoriesCalled().map(({ value, names }) => ({
    value,
    names: names.map(({ words }) => new Set(pairsOf(words.map(({ text }) => text).join(' ')))),
  }));
  const asked = new Set(pairsOf(fold(q)));
  const nearness = (own: ReadonlySet<string>) =>
    (2 * own.intersection(asked).size) / (own.size + asked.size || 1);
  let best: { value: CompanyCategory | undefined; near: number } = { value: undefined, near: NEAR_FROM };
  for (const { value, names } of pairs) {
    const near = Math.max(...names.map(nearness));
    if (near > best.near) best = { value, near };
  }
  return best.value;
}

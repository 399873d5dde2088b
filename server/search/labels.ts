import { readFileSync } from 'node:fs';
import { COMPANY_CATEGORIES, type CompanyCategory } from '../../core/categories.ts';
import { KINDS, type Kind } from '../../core/companies/kinds.ts';
import { DEFAULT_LANGUAGE, type Language, LOCALES } from '../../core/languages.ts';
import { fold } from '../../core/search/fold.ts';
import { isMeantIn, type Meant, meantBy } from '../../core/search/query.ts';
import { pairsOf, type Word } from '../../core/search/words.ts';

/** What closed lists are called in a language, from the texts of the pages. */
export interface Labels {
  categories: ReadonlyMap<CompanyCategory, string>;
  kinds: ReadonlyMap<Kind, string>;
  country(code: string): string;
}

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

/** What a category, kind or country is called by somebody who reads a language: in it, and in English. */
export const calledIn = (language: Language, of: (labels: Labels) => string | undefined): string[] =>
  [...new Set<Language>([language, DEFAULT_LANGUAGE])].flatMap((each) => of(labelsIn(each)) ?? []);

/** A value of a closed list, and what it is called in a language and in English. */
interface Called<V> {
  value: V;
  names: readonly Meant[];
}

/** The codes of all countries, as the runtime knows them. */
const COUNTRIES = (() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((a) => letters.map((b) => `${a}${b}`)).filter((code) => names.of(code));
})();

/** What is in a closed list, its names cut into words once for each language. */
function listed<V extends string>(
  values: readonly V[],
  nameOf: (labels: Labels, value: V) => string | undefined,
) {
  const byLanguage = new Map<Language, readonly Called<V>[]>();
  return (language: Language): readonly Called<V>[] => {
    let list = byLanguage.get(language);
    if (!list) {
      list = values.map((value) => ({
        value,
        names: calledIn(language, (labels) => nameOf(labels, value)).map(meantBy),
      }));
      byLanguage.set(language, list);
    }
    return list;
  };
}

export const categoriesCalled = listed(COMPANY_CATEGORIES, ({ categories }, value) => categories.get(value));
export const kindsCalled = listed(KINDS, ({ kinds }, value) => kinds.get(value));
export const countriesCalled = listed(COUNTRIES, ({ country }, value) => country(value));

/** The values of a closed list that a search means, by what they are called. */
export const meantOf = <V>(list: readonly Called<V>[], words: readonly Word[]): V[] =>
  list.filter(({ names }) => names.some((name) => isMeantIn(name, words))).map(({ value }) => value);

/** Pairs of characters of what each category is called in a language. */
const pairs = new Map<
  Language,
  readonly { value: CompanyCategory; names: readonly ReadonlySet<string>[] }[]
>();

/**
 * The category whose name has the most pairs of characters in common with what is searched for; of several the
 * first. Undefined where no name has one.
 */
export function nearestCategory(language: Language, q: string): CompanyCategory | undefined {
  let list = pairs.get(language);
  if (!list) {
    list = categoriesCalled(language).map(({ value, names }) => ({
      value,
      names: names.map(({ words }) => new Set(pairsOf(words.map(({ text }) => text).join(' ')))),
    }));
    pairs.set(language, list);
  }
  const asked = new Set(pairsOf(fold(q)));
  const nearness = (own: ReadonlySet<string>) =>
    (2 * own.intersection(asked).size) / (own.size + asked.size || 1);
  let best: { value: CompanyCategory | undefined; near: number } = { value: undefined, near: 0 };
  for (const { value, names } of list) {
    const near = Math.max(...names.map(nearness));
    if (near > best.near) best = { value, near };
  }
  return best.value;
}

import { readFileSync } from 'node:fs';
import { COMPANY_CATEGORIES, type CompanyCategory } from '../../core/categories.ts';
import { KINDS, type Kind } from '../../core/companies/kinds.ts';
import { DEFAULT_LANGUAGE, type Language, LOCALES } from '../../core/languages.ts';
import { isMeantIn } from '../../core/search/query.ts';
import { type Word, wordsOf } from '../../core/search/words.ts';

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

/** The words of what is in closed lists, each cut once. */
const cut = new Map<string, readonly Word[]>();

/** Whether a search means something of a closed list, by what it is called. */
export const isCalled = (
  words: readonly Word[],
  language: Language,
  of: (labels: Labels) => string | undefined,
): boolean =>
  calledIn(language, of).some((name) => {
    let own = cut.get(name);
    if (!own) {
      own = wordsOf(name);
      cut.set(name, own);
    }
    return isMeantIn(own, words);
  });

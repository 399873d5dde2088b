import type { CompanyCategory } from '../../core/categories.ts';
import type { SharedFields, TextFields } from '../../core/companies/fields.ts';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import { japaneseReadings } from '../../core/search/romaji.ts';
import { documentTokens, fuzzyVocabulary, type SearchFields, type Tokens } from '../../core/search/tokens.ts';
import { addSearchWords, writeSearchDocument } from '../database/search-index.ts';
import type { Db } from '../database/types.ts';
import { websiteKeys } from './addresses.ts';
import { namesOf } from './labels.ts';
import { chineseReadings } from './readings.ts';

const HAN = /\p{sc=Han}/u;

/** A text with its language. */
type Text = TextFields & { language: Language };

/** A company as it is found. */
export interface SearchDocument {
  shared: SharedFields & { category: CompanyCategory };
  texts: readonly Text[];
  /** The text that is shown in a language, and the English one. */
  shownIn(language: Language): Text | undefined;
  english: Text | undefined;
}

/** What readers can find of a company: what the pages show. */
function findableOf({ shared, texts, shownIn, english }: SearchDocument): SearchFields {
  const { kinds, country, tags, founders, category } = shared;
  const present = (values: readonly (string | null | undefined)[]) =>
    values.filter((value): value is string => Boolean(value));
  const textIn = (language: Language) => texts.find((text) => text.language === language);
  const nameIn = (language: Language) => textIn(language)?.name ?? '';
  const peopleIn = (language: Language) => (textIn(language)?.founder ?? shared.founder).split(/[,，、]/);
  const people = [
    ...founders.map(({ name }) => name),
    ...peopleIn('ja').map((ja, i) => ({ ja, en: peopleIn('en')[i] })),
  ];
  const facts = [
    ...namesOf.category(category),
    ...kinds.flatMap(namesOf.kind),
    ...(country ? namesOf.country(country) : []),
    ...tags.flatMap(namesOf.tag),
  ];
  return {
    category,
    isHidden: !shared.show_on_site,
    names: present(texts.map(({ name }) => name)),
    readings: [
      ...chineseReadings(nameIn('zh')),
      ...japaneseReadings(nameIn('ja'), nameIn('en')),
      // In kana, and in Latin letters, they are found as they are written.
      ...people.flatMap(({ ja, en }) => (ja && HAN.test(ja) ? japaneseReadings(ja, en) : [])),
    ],
    websites: websiteKeys(shared.website),
    founders: present([
      shared.founder,
      ...texts.map(({ founder }) => founder),
      ...founders.flatMap(({ name }) => Object.values(name)),
    ]),
    told: LANGUAGES.map((language) => {
      const shown = shownIn(language);
      return {
        fact: present([...facts, shown?.city, english?.city]),
        description: present([shown?.description, english?.description, ...(shown?.highlights ?? [])]),
        story: present([
          shown?.story,
          ...(shown?.timeline ?? []).map(({ text }) => text),
          shown?.money,
          shown?.first_customers,
          shown?.lesson,
        ]),
      };
    }),
  };
}

/** Whether readers find a company by the same as before. */
export const sameSearchDocument = (before: SearchDocument, after: SearchDocument): boolean =>
  JSON.stringify(findableOf(before)) === JSON.stringify(findableOf(after));

/** What the index has of a company. */
export interface Indexed {
  tokens: Tokens;
  /** Its words that a mistyped one may be meant to be. */
  words: readonly string[];
}

export function indexedOf(found: SearchDocument): Indexed {
  const findable = findableOf(found);
  const tokens = documentTokens(findable);
  return { tokens, words: fuzzyVocabulary(tokens, findable) };
}

/** Writes what is found of a company, in the transaction of its change. */
export async function writeSearch(tx: Db, companyId: string, found: SearchDocument): Promise<void> {
  const { tokens, words } = indexedOf(found);
  await writeSearchDocument(tx, companyId, tokens);
  await addSearchWords(tx, words);
}

import type { CompanyCategory } from '../../core/categories.ts';
import type { SharedFields, TextFields } from '../../core/companies/fields.ts';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import { documentTokens, type Findable, forgivingWords } from '../../core/search/tokens.ts';
import { addSearchWords, writeSearchDocument } from '../database/search-index.ts';
import type { Db } from '../database/types.ts';
import { calledIn } from './labels.ts';
import { chineseReadings, japaneseReadings } from './readings.ts';

/** A text with its language. */
type Text = TextFields & { language: Language };

/** A company as it is found. */
export interface Found {
  shared: SharedFields & { category: CompanyCategory };
  texts: readonly Text[];
  /** The text that is shown in a language, and the English one. */
  shownIn(language: Language): Text | undefined;
  english: Text | undefined;
}

/** What a reader of a language can find of a company: what the pages show. */
export function findableIn(language: Language, { shared, texts, shownIn, english }: Found): Findable {
  const shown = shownIn(language);
  const { kinds, country, tags, founders, category } = shared;
  const present = (values: readonly (string | null | undefined)[]) =>
    values.filter((value): value is string => Boolean(value));
  return {
    category,
    isHidden: !shared.show_on_site,
    names: present(texts.map(({ name }) => name)),
    founders: present([
      shared.founder,
      ...texts.map(({ founder }) => founder),
      ...founders.flatMap(({ name }) => Object.values(name)),
    ]),
    facts: present([
      ...calledIn(language, ({ categories }) => categories.get(category)),
      ...kinds.flatMap((kind) => calledIn(language, (labels) => labels.kinds.get(kind))),
      ...(country ? calledIn(language, (labels) => labels.country(country)) : []),
      ...tags,
      shown?.city,
      english?.city,
    ]),
    descriptions: present([shown?.description, english?.description, ...(shown?.highlights ?? [])]),
    stories: present([
      shown?.story,
      ...(shown?.timeline ?? []).map(({ text }) => text),
      shown?.money,
      shown?.first_customers,
      shown?.lesson,
    ]),
  };
}

/** The tokens of a company in every language. */
export function tokensOf(found: Found): Map<Language, string[]> {
  const nameIn = (language: Language) => found.texts.find((text) => text.language === language)?.name ?? '';
  const readings = [...chineseReadings(nameIn('zh')), ...japaneseReadings(nameIn('ja'))];
  return new Map(
    LANGUAGES.map((language) => [language, documentTokens(findableIn(language, found), readings)]),
  );
}

/** The words of them that a wrong letter may be forgiven in. */
export const wordsOfTokens = (tokens: ReadonlyMap<Language, readonly string[]>): Set<string> =>
  new Set([...tokens.values()].flatMap(forgivingWords));

/** Writes what is found of a company in every language, in the transaction of its change. */
export async function writeSearch(tx: Db, companyId: string, found: Found): Promise<void> {
  const tokens = tokensOf(found);
  await writeSearchDocument(tx, companyId, tokens);
  await addSearchWords(tx, [...wordsOfTokens(tokens)]);
}

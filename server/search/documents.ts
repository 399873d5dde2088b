import type { CompanyCategory } from '../../core/categories.ts';
import type { SharedFields, TextFields } from '../../core/companies/fields.ts';
import { LANGUAGES, type Language } from '../../core/languages.ts';
import { documentTokens, type Findable, forgivingWords } from '../../core/search/tokens.ts';
import { addSearchWords, writeSearchDocuments } from '../database/search-index.ts';
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

/** Writes what is found of a company in every language, in the transaction of its change. */
export async function writeSearch(tx: Db, companyId: string, found: Found): Promise<void> {
  const nameIn = (language: Language) => found.texts.find((text) => text.language === language)?.name ?? '';
  const readings = [...chineseReadings(nameIn('zh')), ...japaneseReadings(nameIn('ja'))];
  const documents = new Map(
    LANGUAGES.map((language) => [language, documentTokens(findableIn(language, found), readings)]),
  );
  await writeSearchDocuments(tx, companyId, documents);
  await addSearchWords(tx, [...new Set([...documents.values()].flatMap(forgivingWords))]);
}

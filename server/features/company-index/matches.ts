import { passageOf, type SearchResults, wordsIn } from '#engine/search';
import type { ListedCompany } from '../../../core/companies/calls.ts';
import { type SharedFields, TEXT_FIELDS } from '../../../core/companies/fields.ts';
import type { Match } from '../../../core/companies/match.ts';
import { countryName } from '../../../core/country-name.ts';
import { categoryName, kindName, tagName } from '../../../core/directory/current.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../core/languages.ts';
import { readingOf, textFieldOf } from '../../platform/database/company-columns.ts';
import { type IdList, idList, isAmong } from '../../platform/database/id-list.ts';
import { compiled } from '../../platform/database/statements.ts';
import type { Db } from '../../platform/database/types.ts';
import { ownTextsIn } from './documents.ts';

/** Facts of a company that a search may match. */
const FACTS = ['category', 'kinds', 'tags', 'country'] as const;
type MatchedFields = Pick<SharedFields, (typeof FACTS)[number]>;
const factsIn = readingOf(FACTS);
const highlightsIn = textFieldOf('highlights');
const timelineIn = textFieldOf('timeline');
const fieldsIn = textFieldOf('fields');

const selectTexts = compiled((db: Db, { ids, language }: { ids: IdList; language: Language }) =>
  db
    .selectFrom('company_texts as t')
    .innerJoin('companies as c', 'c.id', 't.company_id')
    .select([
      'c.id',
      ...FACTS.map((fact) => `c.${fact}` as const),
      ...TEXT_FIELDS.map((field) => `t.${field}` as const),
    ])
    .where(isAmong(db, 't.company_id', ids))
    .where('t.language', '=', language),
);

/** Rows with facts and texts of companies, by id. */
type TextRows = Map<string, Awaited<ReturnType<typeof selectTexts>>[number]>;
type MatchedTexts = TextRows extends Map<string, infer R> ? R : never;

/** Reads the texts of companies in a language, else in English. */
export async function loadMatchedTexts(
  db: Db,
  companyIds: readonly string[],
  language: Language,
): Promise<TextRows> {
  const rows: TextRows = new Map();
  for (const of of new Set<Language>([language, DEFAULT_LANGUAGE])) {
    const ids = companyIds.filter((id) => !rows.has(id));
    if (ids.length === 0) break;
    for (const row of await selectTexts(db, { ids: idList(db, ids), language: of })) rows.set(row.id, row);
  }
  return rows;
}

type HighlightedWords = SearchResults['highlighted'];

/** A field of a company with its text. */
type FieldText = readonly [field: Match['field'], text: string | null | undefined];

/** The text with the most query words; the first of several. */
interface Best {
  text?: FieldText;
  words: number;
}

function bestOf(texts: Iterable<FieldText>, words: HighlightedWords, before: Best = { words: 0 }): Best {
  let best = before;
  for (const text of texts) {
    if (best.words === words.length) break;
    const found = text[1] ? wordsIn(text[1], words).length : 0;
    if (found > best.words) best = { text, words: found };
  }
  return best;
}

/** Facts in the order of the company's page. */
function* fieldTextsOf(language: Language, shared: MatchedFields): Generator<FieldText> {
  yield ['category', categoryName(shared.category, language)];
  for (const kind of shared.kinds) yield ['kind', kindName(kind, language)];
  for (const tag of shared.tags) yield ['tag', tagName(tag, language)];
  yield ['country', shared.country && countryName(shared.country, language)];
}

/** Texts in the order of the company's page. A list is parsed only if the texts before are not enough. */
function* storyOf(text: MatchedTexts): Generator<FieldText> {
  yield ['city', text.city];
  yield ['description', text.description];
  for (const line of highlightsIn(text)) yield ['highlights', line];
  yield ['story', text.story];
  for (const event of timelineIn(text)) yield ['timeline', event.text];
  yield ['money', text.money];
  yield ['first_customers', text.first_customers];
  yield ['lesson', text.lesson];
  for (const words of ownTextsIn(fieldsIn(text))) yield ['fields', words];
}

function toMatch({ text }: Best, words: HighlightedWords): Match | null {
  const passage = text?.[1] ? passageOf(text[1], words) : undefined;
  return text && passage ? { field: text[0], ...passage } : null;
}

/**
 * The best matching passage of each company, by id.
 * @param loading texts of some of the companies, if the caller reads them already
 */
export async function matchesOf(
  db: Db,
  companies: readonly ListedCompany[],
  language: Language,
  words: HighlightedWords,
  loading?: Promise<TextRows>,
): Promise<Map<string, Match>> {
  if (words.length === 0) return new Map();
  const rows = (await loading) ?? new Map();
  const best = new Map(
    companies.map(({ id, name, founder }) => [
      id,
      bestOf(
        [
          ['name', name],
          ['founder', founder],
        ],
        words,
      ),
    ]),
  );
  // Texts are read only of companies whose name and founder lack a word.
  const others = [...best].filter(([, each]) => each.words < words.length).map(([id]) => id);
  const missing = others.filter((id) => !rows.has(id));
  for (const [id, row] of await loadMatchedTexts(db, missing, language)) rows.set(id, row);
  for (const id of others) {
    const row = rows.get(id);
    if (!row) continue;
    const facts = bestOf(fieldTextsOf(language, factsIn(row)), words, best.get(id));
    best.set(id, facts.words < words.length ? bestOf(storyOf(row), words, facts) : facts);
  }
  return new Map(
    [...best].flatMap(([id, each]) => {
      const match = toMatch(each, words);
      return match ? [[id, match] as const] : [];
    }),
  );
}

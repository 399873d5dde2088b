import { passageOf, type SearchResults, wordsIn } from '#engine/search';
import type { ListedCompany } from '../../core/companies/calls.ts';
import { type SharedFields, TEXT_FIELDS } from '../../core/companies/fields.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../core/languages.ts';
import type { Match } from '../../core/search/match.ts';
import { readingOf, textFieldOf } from '../companies/columns.ts';
import { type IdList, idList, isAmong } from '../database/id-list.ts';
import { compiled } from '../database/statements.ts';
import type { Db } from '../database/types.ts';
import { labelsIn } from './labels.ts';

/** What is shared of a company, and found of it. */
const FACTS = ['category', 'kinds', 'tags', 'country'] as const;
type Facts = Pick<SharedFields, (typeof FACTS)[number]>;
const factsIn = readingOf(FACTS);
const highlightsIn = textFieldOf('highlights');
const timelineIn = textFieldOf('timeline');

const selectTold = compiled((db: Db, { ids, language }: { ids: IdList; language: Language }) =>
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

/** What pages tell of companies, as the database has it, by their ids. */
type LocalizedText = Map<string, Awaited<ReturnType<typeof selectTold>>[number]>;
type Row = LocalizedText extends Map<string, infer R> ? R : never;

/** Reads what pages tell of companies in a language, or in the language that all have. */
export async function loadTexts(
  db: Db,
  companyIds: readonly string[],
  language: Language,
): Promise<LocalizedText> {
  const told: LocalizedText = new Map();
  for (const of of new Set<Language>([language, DEFAULT_LANGUAGE])) {
    const ids = companyIds.filter((id) => !told.has(id));
    if (ids.length === 0) break;
    for (const row of await selectTold(db, { ids: idList(db, ids), language: of })) told.set(row.id, row);
  }
  return told;
}

type Words = SearchResults['highlighted'];

/** A part of what a reader sees of a company. */
type Part = readonly [field: Match['field'], text: string | null | undefined];

/** The part that has the most of the words of a search, the first of several. */
interface Best {
  part?: Part;
  found: number;
}

function bestOf(parts: Iterable<Part>, words: Words, before: Best = { found: 0 }): Best {
  let best = before;
  for (const part of parts) {
    if (best.found === words.length) break;
    const found = part[1] ? wordsIn(part[1], words).length : 0;
    if (found > best.found) best = { part, found };
  }
  return best;
}

/** What is shared of a company, in the order in which its page shows it. */
function* factsOf(language: Language, shared: Facts): Generator<Part> {
  const labels = labelsIn(language);
  yield ['category', labels.categories.get(shared.category)];
  for (const kind of shared.kinds) yield ['kind', labels.kinds.get(kind)];
  for (const tag of shared.tags) yield ['tag', labels.tags.get(tag) ?? tag];
  yield ['country', shared.country && labels.country(shared.country)];
}

/** What it tells of itself; a list is read where nothing before it was enough. */
function* storyOf(text: Row): Generator<Part> {
  yield ['city', text.city];
  yield ['description', text.description];
  for (const line of highlightsIn(text)) yield ['highlights', line];
  yield ['story', text.story];
  for (const event of timelineIn(text)) yield ['timeline', event.text];
  yield ['money', text.money];
  yield ['first_customers', text.first_customers];
  yield ['lesson', text.lesson];
}

function toMatch({ part }: Best, words: Words): Match | null {
  const passage = part?.[1] ? passageOf(part[1], words) : undefined;
  return part && passage ? { field: part[0], ...passage } : null;
}

/**
 * What each company of a list was found by, by its id: the passage that says it best.
 * @param begun what is told of some of them, where it is read already
 */
export async function matchesOf(
  db: Db,
  companies: readonly ListedCompany[],
  language: Language,
  words: Words,
  begun?: Promise<LocalizedText>,
): Promise<Map<string, Match>> {
  if (words.length === 0) return new Map();
  const told = (await begun) ?? new Map();
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
  // Only of those where it is not in the name the rest is read.
  const others = [...best].filter(([, { found }]) => found < words.length).map(([id]) => id);
  const missing = others.filter((id) => !told.has(id));
  for (const [id, of] of await loadTexts(db, missing, language)) told.set(id, of);
  for (const id of others) {
    const of = told.get(id);
    if (!of) continue;
    const facts = bestOf(factsOf(language, factsIn(of)), words, best.get(id));
    best.set(id, facts.found < words.length ? bestOf(storyOf(of), words, facts) : facts);
  }
  return new Map(
    [...best].flatMap(([id, each]) => {
      const match = toMatch(each, words);
      return match ? [[id, match] as const] : [];
    }),
  );
}

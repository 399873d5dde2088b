import type { ListedCompany } from '../../core/companies/calls.ts';
import { type SharedFields, TEXT_FIELDS, type TextFields } from '../../core/companies/fields.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../core/languages.ts';
import type { Match } from '../../core/search/match.ts';
import { passageOf, wordsIn } from '../../core/search/passage.ts';
import type { Word } from '../../core/search/words.ts';
import { readingOf, textOf } from '../companies/columns.ts';
import { compiled } from '../database/compiled.ts';
import { type IdList, idList, isAmong } from '../database/id-list.ts';
import type { Db } from '../database/types.ts';
import { labelsIn } from './labels.ts';

/** What is shared of a company, and found of it. */
const FACTS = ['category', 'kinds', 'tags', 'country'] as const;
type Facts = Pick<SharedFields, (typeof FACTS)[number]>;
const factsIn = readingOf(FACTS);

const selectFacts = compiled((db: Db, { ids }: { ids: IdList }) =>
  db
    .selectFrom('companies')
    .select(['id', ...FACTS])
    .where(isAmong(db, 'id', ids)),
);
const selectTexts = compiled((db: Db, { ids, language }: { ids: IdList; language: Language }) =>
  db
    .selectFrom('company_texts')
    .select(['company_id', ...TEXT_FIELDS])
    .where(isAmong(db, 'company_id', ids))
    .where('language', '=', language),
);

/** A part of what a reader sees of a company. */
type Part = readonly [field: Match['field'], text: string | null | undefined];

/** The part that has the most of the words of a search, the first of several. */
interface Best {
  part?: Part;
  found: number;
}

function bestOf(parts: Iterable<Part>, words: readonly Word[], before: Best = { found: 0 }): Best {
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
  for (const tag of shared.tags) yield ['tag', tag];
  yield ['country', shared.country && labels.country(shared.country)];
}

function* storyOf(text: TextFields): Generator<Part> {
  yield ['city', text.city];
  yield ['description', text.description];
  for (const line of text.highlights) yield ['highlights', line];
  yield ['story', text.story];
  for (const event of text.timeline) yield ['timeline', event.text];
  yield ['money', text.money];
  yield ['first_customers', text.first_customers];
  yield ['lesson', text.lesson];
}

function toMatch({ part }: Best, words: readonly Word[]): Match | null {
  const passage = part?.[1] ? passageOf(part[1], words) : undefined;
  return part && passage ? { field: part[0], ...passage } : null;
}

/** What each company of a list was found by, by its id: the passage that says it best. */
export async function matchesOf(
  db: Db,
  companies: readonly ListedCompany[],
  language: Language,
  words: readonly Word[],
): Promise<Map<string, Match>> {
  if (words.length === 0) return new Map();
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
  const ids = [...best].filter(([, { found }]) => found < words.length).map(([id]) => id);
  if (ids.length > 0) {
    const textsIn = async (of: Language, companyIds: readonly string[]) =>
      companyIds.length === 0 ? [] : selectTexts(db, { ids: idList(db, companyIds), language: of });
    const [rows, own] = await Promise.all([
      selectFacts(db, { ids: idList(db, ids) }),
      textsIn(language, ids),
    ]);
    const texts = new Map(own.map((text) => [text.company_id, text]));
    const others = ids.filter((id) => !texts.has(id));
    for (const text of await textsIn(DEFAULT_LANGUAGE, others)) texts.set(text.company_id, text);
    for (const row of rows) {
      const text = texts.get(row.id);
      if (!text) continue;
      const facts = bestOf(factsOf(language, factsIn(row)), words, best.get(row.id));
      best.set(row.id, facts.found < words.length ? bestOf(storyOf(textOf(text)), words, facts) : facts);
    }
  }
  return new Map(
    [...best].flatMap(([id, each]) => {
      const match = toMatch(each, words);
      return match ? [[id, match] as const] : [];
    }),
  );
}

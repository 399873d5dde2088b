import type { ListedCompany } from '../../core/companies/calls.ts';
import type { SharedFields, TextFields } from '../../core/companies/fields.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../core/languages.ts';
import type { Match } from '../../core/search/match.ts';
import { passageOf, wordsIn } from '../../core/search/passage.ts';
import type { Word } from '../../core/search/words.ts';
import { sharedOf, textOf } from '../companies/columns.ts';
import { textIn } from '../companies/listing.ts';
import type { Db } from '../database/types.ts';
import { labelsIn } from './labels.ts';

/** A company as it is shown in a language. */
export interface Shown {
  name: string;
  founder: string;
  shared: SharedFields;
  text: TextFields;
}

/** What a reader sees of a company, the best first. */
function parts(language: Language, { name, founder, shared, text }: Shown): [Match['field'], string][] {
  const labels = labelsIn(language);
  const all: [Match['field'], string | null | undefined][] = [
    ['name', name],
    ['founder', founder],
    ['category', labels.categories.get(shared.category)],
    ...shared.kinds.map((kind): [Match['field'], string | undefined] => ['kind', labels.kinds.get(kind)]),
    ...shared.tags.map((tag): [Match['field'], string] => ['tag', tag]),
    ['country', shared.country && labels.country(shared.country)],
    ['city', text.city],
    ['description', text.description],
    ...text.highlights.map((line): [Match['field'], string] => ['highlights', line]),
    ['story', text.story],
    ...text.timeline.map((event): [Match['field'], string] => ['timeline', event.text]),
    ['money', text.money],
    ['first_customers', text.first_customers],
    ['lesson', text.lesson],
  ];
  return all.filter((part): part is [Match['field'], string] => Boolean(part[1]));
}

/** The passage that says best why a company was found: the first that has the most of the words. */
export function matchOf(language: Language, shown: Shown, words: readonly Word[]): Match | null {
  let best: { field: Match['field']; text: string; found: number } | undefined;
  for (const [field, text] of parts(language, shown)) {
    const found = wordsIn(text, words).length;
    if (found > (best?.found ?? 0)) best = { field, text, found };
    if (found === words.length) break;
  }
  const passage = best && passageOf(best.text, words);
  return best && passage ? { field: best.field, ...passage } : null;
}

/** What each company of a list was found by, by its id; of those where it is not in the row itself. */
export async function matchesOf(
  db: Db,
  companies: readonly ListedCompany[],
  language: Language,
  words: readonly Word[],
): Promise<Map<string, Match>> {
  const ids = companies.map(({ id }) => id);
  if (ids.length === 0 || words.length === 0) return new Map();
  const [rows, texts] = await Promise.all([
    db.selectFrom('companies').selectAll().where('id', 'in', ids).execute(),
    db
      .selectFrom('company_texts')
      .selectAll()
      .where('company_id', 'in', ids)
      .where('language', 'in', [...new Set<Language>([language, DEFAULT_LANGUAGE])])
      .execute(),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const textsOf = Map.groupBy(texts, (text) => text.company_id);
  return new Map(
    companies.flatMap(({ id, name, founder }) => {
      const row = byId.get(id);
      const text = textIn(textsOf.get(id) ?? [], language);
      const match =
        row && text && matchOf(language, { name, founder, shared: sharedOf(row), text: textOf(text) }, words);
      return match ? [[id, match] as const] : [];
    }),
  );
}

import type { SharedFields, TextFields } from '../../core/companies/fields.ts';
import type { Language } from '../../core/languages.ts';
import type { Match } from '../../core/search/calls.ts';
import { marksIn, passageOf } from '../../core/search/passage.ts';
import type { Word } from '../../core/search/words.ts';
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
    const found = words.filter((word) => marksIn(text, [word]).length > 0).length;
    if (found > (best?.found ?? 0)) best = { field, text, found };
  }
  const passage = best && passageOf(best.text, words);
  return best && passage ? { field: best.field, ...passage } : null;
}

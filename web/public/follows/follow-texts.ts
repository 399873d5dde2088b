import type { Category } from '../../../core/categories.ts';
import type { Facet } from '../../../core/companies/facet-pages.ts';
import type { FollowKind } from '../../../core/readers/rules.ts';
import type { ListFilter } from '../../shared/companies/list.ts';
import type { FilterChoices } from '../../shared/companies/list-filters.ts';

/** A company, or a list with the search of the reader. */
export interface Followable {
  /** Name of the company or of the page of the list, in the language of the page. */
  name: string;
  /** Id of the company. */
  company?: string;
  /** Id of a comment whose thread is followed without an account. */
  comment?: string;
  list?: { category: Category; filter: ListFilter; choices: FilterChoices; q: string };
}

/**
 * Kind and value of a follow. For a list: the search if there are words or filters, else facet or category.
 */
export function followTarget({ name, company = '', comment, list }: Followable): {
  kind: FollowKind;
  value: string;
  name: string;
} {
  if (comment !== undefined) return { kind: 'thread', value: comment, name };
  if (!list) return { kind: 'company', value: company, name };
  const { category, filter, choices } = list;
  const q = list.q.trim();
  if (q || Object.keys(choices).length > 0) {
    const search = new URLSearchParams({ ...choices, ...filter });
    if (category !== 'all') search.set('category', category);
    if (q) search.set('q', q);
    return { kind: 'search', value: String(search), name: q ? `“${q}”` : name };
  }
  const [of] = Object.entries(filter) as [Exclude<Facet, 'status'>, string][];
  if (of) return { kind: of[0], value: of[1], name };
  return { kind: category === 'all' ? 'newsletter' : 'category', value: category, name };
}

/** The texts that everything about follows needs. */
export const FOLLOW_TEXTS = ['follows', 'problems', 'refusals', 'ui'];

/** Time zone of the browser: digests are sent in its morning. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

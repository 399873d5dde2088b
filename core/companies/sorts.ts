/**
 * The orders of a list. The default is `score`, with a search `relevance`: what is found best, then by
 * score. `recent` is changed last, `trending` most read within seven days.
 */
export const SORTS = [
  'score',
  'relevance',
  'likes',
  'views',
  'trending',
  'revenue',
  'revenue_per_person',
  'newest',
  'recent',
  'founded',
  'employees',
  'name',
] as const;
export type Sort = (typeof SORTS)[number];

/** The order of a list that does not say which. */
export const defaultSort = (isSearch: boolean): Sort => (isSearch ? 'relevance' : 'score');

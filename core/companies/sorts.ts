/** The orders of a list; the first is the default. */
export const SORTS = [
  'score',
  'likes',
  'views',
  'revenue',
  'newest',
  'founded',
  'employees',
  'name',
] as const;
export type Sort = (typeof SORTS)[number];

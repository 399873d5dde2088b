import { type OwnName, oncePerFields, ownFieldsAt, ownName } from './own-fields.ts';

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
export type BuiltInSort = (typeof SORTS)[number];
/** `field.ID` is the order of an own field, the highest first. */
export type Sort = BuiltInSort | OwnName;

/** The orders of today. */
export const sorts = oncePerFields((): readonly Sort[] => [
  ...SORTS,
  ...ownFieldsAt('sort').map(({ id }) => ownName(id)),
]);

/** The order of a list that does not say which. */
export const defaultSort = (isSearch: boolean): 'relevance' | 'score' => (isSearch ? 'relevance' : 'score');

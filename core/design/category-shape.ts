import type { CompanyCategory } from '../categories.ts';

/**
 * A shape a category, as a path in a square of 16 units filled by the rule `evenodd`: it stands beside
 * the hue, for those who do not see the hue. A ring without a seed, three heads, a lozenge, one head,
 * and the cross on a map.
 */
export const CATEGORY_SHAPES: Readonly<Record<CompanyCategory, string>> = {
  'no-seed': 'M1 8a7 7 0 1 1 0 .1zM5 8a3 3 0 1 1 0 .1z',
  'small-teams': 'M4.5 4a3.5 3.5 0 1 1 0 .1zM.3 12a3.5 3.5 0 1 1 0 .1zM8.7 12a3.5 3.5 0 1 1 0 .1z',
  'indie-hackers': 'M8 .5L15.5 8L8 15.5L.5 8z',
  'one-person-developer': 'M2.5 8a5.5 5.5 0 1 1 0 .1z',
  'uncharted-items': 'M3.5 1L8 5.5L12.5 1L15 3.5L10.5 8L15 12.5L12.5 15L8 10.5L3.5 15L1 12.5L5.5 8L1 3.5z',
};

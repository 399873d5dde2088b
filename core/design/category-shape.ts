import type { CompanyCategory } from '../categories.ts';

/**
 * A shape a category, as a path in a square of 16 units filled by the rule `evenodd`: it stands beside
 * the hue, for those who do not see the hue. A ring without a seed, three heads, a lozenge, one head,
 * and the cross on a map.
 */
export const CATEGORY_SHAPES: Readonly<Record<CompanyCategory, string>> = {
  'no-seed': 'M8 1a7 7 0 1 0 0 14a7 7 0 1 0 0-14zM8 5a3 3 0 1 1 0 6a3 3 0 1 1 0-6z',
  'small-teams':
    'M8 .5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7zM3.8 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7zM12.2 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7z',
  'indie-hackers': 'M8 .5L15.5 8L8 15.5L.5 8z',
  'one-person-developer': 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z',
  'uncharted-items': 'M3.5 1L8 5.5L12.5 1L15 3.5L10.5 8L15 12.5L12.5 15L8 10.5L3.5 15L1 12.5L5.5 8L1 3.5z',
};

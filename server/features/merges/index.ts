/** Exports of the feature 'merges' for other features. */
export { countDuplicates } from './duplicates.ts';

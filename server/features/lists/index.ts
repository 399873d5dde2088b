/** Exports of the feature 'lists' for other features. */
export { showSharedList } from './show.ts';

/** Exports of the feature 'drafts' for other features. */
export { countDrafts } from './store.ts';

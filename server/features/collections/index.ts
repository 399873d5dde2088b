/** Exports of the feature 'collections' for other features. */
export { listCollections, showCollection } from './store.ts';

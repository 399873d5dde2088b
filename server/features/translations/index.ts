/** Exports of the feature 'translations' for other features. */
export { findIncomplete } from './store.ts';

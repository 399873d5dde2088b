/** Exports of the feature 'translations' for other features. */
export { findIncomplete, readTranslationSummary } from './store.ts';

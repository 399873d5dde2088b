/** Exports of the feature 'translations' for other features. */
export { countMissingTexts, findIncomplete, readTranslationSummary } from './store.ts';

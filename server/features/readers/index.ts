/** Exports of the feature 'readers' for other features. */
export * from './store.ts';
export { createReaderTokens, type ReaderTokens } from './tokens.ts';

/** Exports of the feature 'readers' for other features. */
export * from './recipients.ts';
export * from './replies.ts';
export * from './store.ts';
export { createReaderTokens, type ReaderTokens } from './tokens.ts';

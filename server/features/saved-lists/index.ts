/** Exports of the feature 'saved-lists' for other features. */
export * from './store.ts';

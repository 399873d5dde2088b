/** Exports of the feature 'changes' for other features. */
export { findChanges } from './store.ts';

/** Exports of the feature 'changes' for other features. */
export { findChanges } from './store.ts';
export { changeTexts } from './texts.ts';

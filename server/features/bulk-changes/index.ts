/** Exports of the feature 'bulk-changes' for other features. */
export { undoBatch } from './undo.ts';

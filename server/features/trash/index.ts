/** Exports of the feature 'trash' for other features. */
export { moveToTrash, restoreFromTrash } from './trash.ts';

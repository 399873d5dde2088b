/** Exports of the feature 'trash' for other features. */
export { moveToTrash } from './trash.ts';

/** Exports of the feature 'tags' for other features. */
export { tagsOfToday } from './tags.ts';

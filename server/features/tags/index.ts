/** Exports of the feature 'tags' for other features. */
export { readTag, tagsOfToday } from './tags.ts';

/** Exports of the feature 'reading' for other features. */
export { filledReadingPages } from './filled-pages.ts';

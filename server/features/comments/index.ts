/** Exports of the feature 'comments' for other features. */
export { renewThreads } from './threads.ts';

/** Exports of the feature 'work' for other features. */
export { releaseWorkOf } from './store.ts';

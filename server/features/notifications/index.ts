/** Exports of the feature 'notifications' for other features. */
export { notifyOf } from './store.ts';

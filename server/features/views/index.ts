/** Exports of the feature 'views' for other features. */
export { forgetViewsOf } from './store.ts';

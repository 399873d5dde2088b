/** Exports of the feature 'notifications' for other features. */
export { notifyOf, switchMails } from './store.ts';
export { replyTokens } from './tokens.ts';

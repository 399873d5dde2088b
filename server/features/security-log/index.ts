/** Exports of the feature 'security-log' for other features. */
export { forgetReader, ON_THE_SERVER, recordSecurityEvent } from './store.ts';

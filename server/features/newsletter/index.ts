/** Exports of the feature 'newsletter' for other features. */
export { archivedIds } from './archive.ts';
export { issueWriter, newsletterName } from './issue-mail.ts';
export { READER_MAILS_LEASE } from './schedule.ts';

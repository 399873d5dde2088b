/** Messages of several routes of accounts. */
export const UNMAILED = 'This site sends no e-mail; ask whoever runs it for the link.';
export const INVALID_LINK = 'This link is not valid any more. Request a new one.';

/** The pages of plain text that come with the software and that whoever runs it may write anew. */
export const DOCUMENTS = ['about', 'privacy', 'terms', 'contact'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** The longest text of one, in characters. */
export const DOCUMENT_MAX = 50_000;

/** Plain text pages shipped with the software; an operator can replace their text. */
export const DOCUMENTS = ['about', 'privacy', 'terms', 'contact'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** The longest text of one, in characters. */
export const DOCUMENT_MAX = 50_000;

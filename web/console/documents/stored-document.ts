import type { Answer } from '../../../core/call.ts';
import type { saveDocument } from '../../../core/documents/calls.ts';

export type StoredDocument = Answer<typeof saveDocument>;

/** A page of plain text in one language, as a key. */
export const documentKeyOf = ({ document, language }: Pick<StoredDocument, 'document' | 'language'>) =>
  `${document} ${language}`;

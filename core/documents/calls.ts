import { z } from 'zod';
import { defineCall } from '../call.ts';
import { language, trimmedText } from '../schemas.ts';
import { DOCUMENT_MAX, DOCUMENTS } from './rules.ts';

const run = z.object({
  text: z.string(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  code: z.boolean().optional(),
  href: z.string().optional(),
});

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), runs: z.array(run) }),
  z.object({ kind: z.literal('paragraph'), runs: z.array(run) }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(run)) }),
]);

const name = z.enum(DOCUMENTS, { error: `Must be one of ${DOCUMENTS.join(', ')}` });
const params = z.object({ document: name });

export const readDocument = defineCall({
  name: 'readDocument',
  method: 'GET',
  path: '/documents/:document',
  access: 'public',
  tag: 'Documents',
  summary:
    'About, privacy, terms or contact in a language: as shipped, or as whoever runs the site wrote it.',
  params,
  query: z.object({ language: language.optional(), lang: language.optional() }),
  answer: z.object({
    document: name,
    language,
    title: z.string(),
    description: z.string().describe('The first paragraph, as plain text.'),
    blocks: z.array(block),
    updated_at: z.string().nullable().describe('When it was written anew; null for the shipped text.'),
  }),
  cached: true,
});

const stored = z.object({
  document: name,
  language,
  text: z.string().describe('Markdown with facts as {{site}}'),
  shipped: z.string(),
  updated_at: z.string().nullable(),
});

export const findDocuments = defineCall({
  name: 'findDocuments',
  method: 'GET',
  path: '/admin/documents',
  access: 'admin',
  tag: 'Documents',
  summary: 'Every document in every language, with the text that is shipped.',
  answer: z.array(stored),
});

export const saveDocument = defineCall({
  name: 'saveDocument',
  method: 'PUT',
  path: '/admin/documents/:document',
  access: 'admin',
  audit: 'document.save',
  tag: 'Documents',
  summary: 'Replaces the text of a document in a language.',
  params,
  body: z.object({ language, text: trimmedText(1, DOCUMENT_MAX) }),
  answer: stored,
});

export const resetDocument = defineCall({
  name: 'resetDocument',
  method: 'DELETE',
  path: '/admin/documents/:document',
  access: 'admin',
  audit: 'document.reset',
  tag: 'Documents',
  summary: 'Goes back to the shipped text of a document in a language.',
  params,
  query: z.object({ language }),
  answer: stored,
});

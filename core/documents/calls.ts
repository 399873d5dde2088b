import { z } from 'zod';
import { defineCall } from '../call.ts';
import { editVersionSchema } from '../edit-version.ts';
import { languageChoice, languageSchema, trimmedText } from '../schemas.ts';
import { DOCUMENT_MAX, DOCUMENTS } from './rules.ts';

const runSchema = z.object({
  text: z.string(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  code: z.boolean().optional(),
  href: z.string().optional(),
});

export const blockSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('heading'),
    level: z.union([z.literal(2), z.literal(3)]),
    runs: z.array(runSchema),
  }),
  z.object({ kind: z.literal('paragraph'), runs: z.array(runSchema) }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(runSchema)) }),
]);

const nameSchema = z.enum(DOCUMENTS, { error: `Must be one of ${DOCUMENTS.join(', ')}` });
const documentParamsSchema = z.object({ document: nameSchema });

export const readDocument = defineCall({
  name: 'readDocument',
  method: 'GET',
  path: '/documents/:document',
  access: 'public',
  tag: 'Documents',
  summary:
    'About, privacy, terms or contact in a language: as shipped, or as whoever runs the site wrote it.',
  params: documentParamsSchema,
  query: z.object({ ...languageChoice }),
  answer: z.object({
    document: nameSchema,
    language: languageSchema,
    title: z.string(),
    description: z.string().describe('The first paragraph, as plain text.'),
    blocks: z.array(blockSchema),
    updated_at: z.string().nullable().describe('When it was written anew; null for the shipped text.'),
  }),
  cached: true,
});

const storedSchema = z.object({
  document: nameSchema,
  language: languageSchema,
  text: z.string().describe('Markdown with facts as {{site}}'),
  shipped: z.string(),
  updated_at: z.string().nullable(),
  version: editVersionSchema,
});

export const findDocuments = defineCall({
  name: 'findDocuments',
  method: 'GET',
  path: '/admin/documents',
  access: 'admin',
  permission: 'settings.read',
  tag: 'Documents',
  summary: 'Every document in every language, with the text that is shipped.',
  answer: z.array(storedSchema),
});

export const saveDocument = defineCall({
  name: 'saveDocument',
  method: 'PUT',
  path: '/admin/documents/:document',
  access: 'admin',
  permission: 'settings.write',
  audit: 'document.save',
  tag: 'Documents',
  summary: 'Replaces the text of a document in a language.',
  params: documentParamsSchema,
  body: z.object({
    language: languageSchema,
    text: trimmedText(1, DOCUMENT_MAX),
    version: editVersionSchema.optional(),
  }),
  answer: storedSchema,
  problems: ['conflict'],
});

export const resetDocument = defineCall({
  name: 'resetDocument',
  method: 'DELETE',
  path: '/admin/documents/:document',
  access: 'admin',
  permission: 'settings.write',
  audit: 'document.reset',
  tag: 'Documents',
  summary: 'Goes back to the shipped text of a document in a language.',
  params: documentParamsSchema,
  query: z.object({ language: languageSchema }),
  answer: storedSchema,
});

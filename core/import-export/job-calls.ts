import { z } from 'zod';
import { defineCall } from '../call.ts';
import { jobSchema } from '../jobs/calls.ts';
import { refusedAs } from '../refusal.ts';
import { countSchema, languageChoice, problemDetailSchema } from '../schemas.ts';
import { TEXT_ENCODINGS } from './encoding.ts';
import { IMPORT_BYTES_MAX } from './rules.ts';

const importTag = 'Companies: import and export';

/**
 * Policies for a row whose name or website a company of the directory already has: leave the row out, update that
 * company, or create a second company.
 */
export const TAKEN_POLICIES = ['skip', 'update', 'second'] as const;
export type TakenPolicy = (typeof TAKEN_POLICIES)[number];

/** Most characters of a mapping in the address. */
const MAPPING_MAX = 16_000;

const columnMappingSchema = z.record(z.string(), z.string().nullable());

const importFileQuery = z.object({
  ...languageChoice,
  mapping: z
    .string()
    .max(MAPPING_MAX)
    .transform((text, context) => {
      const mapping = columnMappingSchema.safeParse(parseMapping(text));
      if (mapping.success) return mapping.data;
      context.addIssue({ code: 'custom', ...refusedAs('not_json') });
      return z.NEVER;
    })
    .optional()
    .describe(
      'Of a table: JSON with the column of the directory for each column of the file, as `{"Firma": "name_en", "Notes": null}`; null leaves one out.',
    ),
  encoding: z
    .enum(TEXT_ENCODINGS, { error: `Must be one of ${TEXT_ENCODINGS.join(', ')}` })
    .optional()
    .describe('Found by the content where it is not given.'),
  taken: z
    .enum(TAKEN_POLICIES, { error: `Must be one of ${TAKEN_POLICIES.join(', ')}` })
    .default('skip')
    .describe(
      'What becomes of a company without an id whose name or website another one has: `skip`, `update` that one, or make a `second` one.',
    ),
});
export type ImportFileQuery = z.output<typeof importFileQuery>;

function parseMapping(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong in a file, by the row of a spreadsheet and the file's own name of the column. */
const fileProblemSchema = problemDetailSchema.extend({
  index: countSchema,
  row: countSchema.nullable(),
  column: z.string().nullable(),
});
export type TriedProblem = z.output<typeof fileProblemSchema>;

export const tryImport = defineCall({
  name: 'tryImport',
  method: 'POST',
  path: '/admin/imports/trial',
  access: 'admin',
  permission: 'companies.import',
  audit: false,
  tag: importTag,
  summary:
    'Tells what an import of a file would do, with all that is wrong in it, and changes nothing. Encoding and delimiter of a table are found by its content.',
  query: importFileQuery,
  body: z.string(),
  bodyType: 'application/octet-stream',
  answer: z.object({
    type: z.enum(['json', 'csv']),
    encoding: z.enum(TEXT_ENCODINGS),
    delimiter: z.string().nullable(),
    /** Of a table: the columns of the file, and what each is taken for. */
    columns: z.array(
      z.object({ header: z.string(), column: z.string().nullable(), isUnknown: z.boolean().optional() }),
    ),
    total: countSchema,
    created: countSchema,
    updated: countSchema,
    unchanged: countSchema,
    skipped: countSchema,
    failed: countSchema,
    /** Companies of the file with the name or website of a stored company. */
    taken: countSchema,
    problems: z.array(fileProblemSchema),
  }),
  bodyLimit: IMPORT_BYTES_MAX,
  problems: ['payload_too_large', 'invalid_json'],
});

export const startImport = defineCall({
  name: 'startImport',
  method: 'POST',
  path: '/admin/imports',
  access: 'admin',
  permission: 'companies.import',
  audit: 'company.import_start',
  tag: importTag,
  summary:
    'Imports a file, CSV or JSON, as a job with one undo. Each company is all or nothing; those that are wrong are told in the results.',
  query: importFileQuery,
  body: z.string(),
  bodyType: 'application/octet-stream',
  answer: z.object({ job: jobSchema }),
  status: 202,
  bodyLimit: IMPORT_BYTES_MAX,
  problems: ['payload_too_large', 'invalid_json'],
});

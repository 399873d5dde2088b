import { z } from 'zod';
import { defineCall } from '../call.ts';
import { everyOwn, everyText } from '../companies/admin-calls.ts';
import { lookalikeSchema } from '../companies/duplicate-reasons.ts';
import { sharedAnswers, textAnswers } from '../companies/fields.ts';
import { selectionSchema } from '../jobs/bulk-change-calls.ts';
import { LANGUAGES } from '../languages.ts';
import {
  categorySchema,
  countSchema,
  languageChoice,
  languageSchema,
  problemDetailSchema,
} from '../schemas.ts';
import { legacyCompanySchema, multilingualCompanySchema } from './company.ts';
import { IMPORT_BYTES_MAX } from './rules.ts';

const tag = 'Companies: import and export';

/** A text in one language as an export carries it. `founder` is the spelling that is shown there. */
const exportedTextSchema = z.object({ ...textAnswers, fields: everyText });

export const exportedCompanySchema = z.object({
  id: z.string(),
  ...sharedAnswers,
  fields: everyOwn,
  likes: countSchema,
  views: countSchema,
  created_at: z.string(),
  content: z.partialRecord(z.enum(LANGUAGES), exportedTextSchema),
});
export type ExportedCompany = z.output<typeof exportedCompanySchema>;

/** A company in one language, as exports were before there were several. */
export const legacyExportedCompanySchema = exportedCompanySchema.omit({ content: true }).extend({
  ...exportedTextSchema.shape,
  language: languageSchema,
  nameEn: z.string(),
  founderEn: z.string(),
  descriptionEn: z.string(),
});
export type LegacyExportedCompany = z.output<typeof legacyExportedCompanySchema>;

export const multilingualExportSchema = z.object({
  companies: z.array(exportedCompanySchema),
  languages: z.array(languageSchema),
  count: countSchema,
  export_type: z.literal('multilingual'),
  export_timestamp: z.string(),
  /** The languages that any of the companies has a text in. */
  languages_included: z.array(languageSchema),
  total_companies: countSchema,
  notes: z.string(),
});

export type MultilingualExport = z.output<typeof multilingualExportSchema>;

export const EXPORT_TYPES = ['migration', 'backup'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** A file's name (specification, section 9). @param day as 2026-11-21 */
export function exportFileName(
  type: ExportType,
  content: 'multilingual' | `legacy-${string}`,
  day: string,
  extension: 'json' | 'csv',
): string {
  return `companies-${type}-${content}-${day}.${extension}`;
}

const exportQuery = { category: categorySchema.optional(), type: z.enum(EXPORT_TYPES).default('migration') };

export const exportCompanies = defineCall({
  name: 'exportCompanies',
  method: 'GET',
  path: '/admin/companies/export',
  access: 'admin',
  permission: 'companies.export',
  tag,
  summary:
    'All companies with their languages as a file to import again; `format=legacy`: a bare array in one language.',
  query: z.object({
    ...exportQuery,
    format: z.enum(['multilingual', 'legacy']).default('multilingual'),
    ...languageChoice,
  }),
  answer: z.union([multilingualExportSchema, z.array(legacyExportedCompanySchema)]),
});

export const exportTable = defineCall({
  name: 'exportTable',
  method: 'GET',
  path: '/admin/companies/export.csv',
  access: 'admin',
  permission: 'companies.export',
  tag,
  summary:
    'All companies as a table (UTF-8, RFC 4180): one row a company, texts in columns such as `name_ko`.',
  query: z.object(exportQuery),
  answer: z.string(),
  answerType: 'text/csv',
});

export const exportSelection = defineCall({
  name: 'exportSelection',
  method: 'POST',
  path: '/admin/companies/export',
  access: 'admin',
  permission: 'companies.export',
  audit: false,
  tag,
  summary: 'The companies of `ids`, or all that match `filter`, as `exportCompanies` has them.',
  body: selectionSchema,
  bodyLimit: 8 * 1024 * 1024,
  answer: multilingualExportSchema,
  problems: ['conflict'],
});

export const exportSelectionTable = defineCall({
  name: 'exportSelectionTable',
  method: 'POST',
  path: '/admin/companies/export.csv',
  access: 'admin',
  permission: 'companies.export',
  audit: false,
  tag,
  summary: 'The companies of `ids`, or all that match `filter`, as `exportTable` has them.',
  body: selectionSchema,
  bodyLimit: 8 * 1024 * 1024,
  answer: z.string(),
  answerType: 'text/csv',
  problems: ['conflict'],
});

/** One company of a request, in either format. */
const importedSchema = z.union([multilingualCompanySchema, legacyCompanySchema]);
/** A request's companies, or the whole content of an export's file. */
const importBodySchema = z.union([z.object({ companies: z.array(importedSchema) }), z.array(importedSchema)]);

/** Names the request whose progress is asked for; made up by the client. */
const jobIdSchema = z.uuid().optional();
/** The language of flat companies that do not say theirs. */
const textLanguage = { ...languageChoice };

/** A refusal of one company as data; `errors` has the same as sentences. */
const companyProblemSchema = problemDetailSchema.extend({
  index: countSchema,
  /** Of a table: as a spreadsheet counts its rows. */
  row: countSchema.optional(),
});
export type CompanyProblem = z.output<typeof companyProblemSchema>;

const bulkAnswerSchema = z.object({
  successful: countSchema,
  failed: countSchema,
  /** One sentence a company that failed: 'Company at index N: ...'. */
  errors: z.array(z.string()),
  /** The same as data, in the same order; of one company there can be several. */
  problems: z.array(companyProblemSchema),
  /** Of the companies that were made: not shown, for lack of a name and a description in one language. */
  hidden: countSchema,
});

export const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'failed'] as const;

/** Outcome of one company, or the expected outcome in a preview. */
const importedItemSchema = z.object({
  index: countSchema,
  id: z.string().nullable(),
  outcome: z.enum(IMPORT_OUTCOMES),
  error: z.string().optional(),
  /** The row failed because the company `id` already has the name. */
  taken: z.literal(true).optional(),
  /** The new company is not shown: it has no language with a name and a description. */
  hidden: z.literal(true).optional(),
  /** Of a trial run: companies that the new one may be the same as. */
  lookalikes: z.array(lookalikeSchema).optional(),
});
export type ImportedItem = z.output<typeof importedItemSchema>;

export const bulkCreate = defineCall({
  name: 'bulkCreateCompanies',
  method: 'POST',
  path: '/admin/companies/bulk',
  access: 'admin',
  permission: 'companies.import',
  audit: false,
  tag,
  summary:
    'Makes companies. One that is there with all the same values is not made again; a taken name gets the next free id, or with `taken=report` fails. Where `taken` is given, `items` says what became of each. A company without a name and a description in one language is made hidden, unless it says `show_on_site`.',
  query: z.object({ ...textLanguage, job: jobIdSchema, taken: z.enum(['next_id', 'report']).optional() }),
  body: importBodySchema,
  answer: bulkAnswerSchema.extend({ items: z.array(importedItemSchema).optional() }),
  bodyLimit: IMPORT_BYTES_MAX,
  problems: ['payload_too_large'],
});

export const upsertCompanies = defineCall({
  name: 'upsertCompanies',
  method: 'POST',
  path: '/admin/companies/upsert',
  access: 'admin',
  permission: 'companies.import',
  audit: false,
  tag,
  summary:
    'Updates the companies that are there, by id or else by the id that the name gives, and makes the others: without a name and a description in one language hidden, unless they say `show_on_site`.',
  query: z.object({ ...textLanguage, job: jobIdSchema }),
  body: importBodySchema,
  answer: bulkAnswerSchema.extend({ updated: countSchema, created: countSchema }),
  bodyLimit: IMPORT_BYTES_MAX,
  problems: ['payload_too_large'],
});

/** Most companies whose outcome a trial run lists. */
export const TRIED_ITEMS_MAX = 1000;

export const importAnswerSchema = z.object({
  success: z.boolean(),
  /** Companies that were imported: created, updated, or the same already. */
  processed: countSchema,
  /** Companies that failed. */
  errors: countSchema,
  /** One sentence a company that failed: 'Company at index N: ...', or of a table 'Row N: ...'. */
  errorDetails: z.array(z.string()),
  /** The same as data, in the same order; of one company there can be several. */
  problems: z.array(companyProblemSchema),
  message: z.string(),
  created: countSchema,
  updated: countSchema,
  unchanged: countSchema,
  failed: countSchema,
  /** True where nothing was saved: then `items` says what would become of each. */
  dryRun: z.boolean(),
  items: z.array(importedItemSchema).max(TRIED_ITEMS_MAX).optional(),
});
export type ImportAnswer = z.output<typeof importAnswerSchema>;

const importQuerySchema = z.object({
  ...textLanguage,
  job: jobIdSchema,
  dry_run: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
});

export const importCompanies = defineCall({
  name: 'importCompanies',
  method: 'POST',
  path: '/admin/companies/import',
  access: 'admin',
  permission: 'companies.import',
  audit: false,
  tag,
  summary:
    'Imports an export, each company all or nothing. A new one has to be complete; of one that is there, what the file does not name stays. `dry_run=true` only tells.',
  query: importQuerySchema,
  body: importBodySchema,
  answer: importAnswerSchema,
  bodyLimit: IMPORT_BYTES_MAX,
  problems: ['payload_too_large', 'invalid_json'],
});

export const importTable = defineCall({
  name: 'importTable',
  method: 'POST',
  path: '/admin/companies/import.csv',
  access: 'admin',
  permission: 'companies.import',
  audit: false,
  tag,
  summary:
    'Imports a table as the export writes it, by the same rules. Errors name the row of the spreadsheet.',
  query: importQuerySchema,
  body: z.string(),
  bodyType: 'text/csv',
  answer: importAnswerSchema,
  bodyLimit: IMPORT_BYTES_MAX,
  problems: ['payload_too_large'],
});

export const readImportProgress = defineCall({
  name: 'readImportProgress',
  method: 'GET',
  path: '/admin/companies/import/progress',
  access: 'admin',
  permission: 'companies.import',
  tag,
  summary:
    'How far a running import is, by the `job` it was sent with. A convenience: only the process that runs it knows.',
  query: z.object({ job: z.uuid() }),
  answer: z.object({
    job: z.string(),
    state: z.enum(['running', 'ended']),
    processed: countSchema,
    total: countSchema,
  }),
  problems: ['not_found'],
});

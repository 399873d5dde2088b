import { z } from 'zod';
import { defineCall } from '../call.ts';
import { sharedAnswers, textAnswers } from '../companies/fields.ts';
import { LANGUAGES } from '../languages.ts';
import { category, language, problemDetail } from '../schemas.ts';
import { legacyCompany, multilingualCompany } from './company.ts';
import { IMPORT_BYTES_MAX } from './rules.ts';

const tag = 'Companies: import and export';
const count = z.number().int();

/** A text in one language as an export carries it. `founder` is the spelling that is shown there. */
const exportedText = z.object(textAnswers);

export const exportedCompany = z.object({
  id: z.string(),
  ...sharedAnswers,
  likes: count,
  views: count,
  created_at: z.string(),
  content: z.partialRecord(z.enum(LANGUAGES), exportedText),
});
export type ExportedCompany = z.output<typeof exportedCompany>;

/** A company in one language, as exports were before there were several. */
export const legacyExportedCompany = exportedCompany.omit({ content: true }).extend({
  ...exportedText.shape,
  language,
  nameEn: z.string(),
  founderEn: z.string(),
  descriptionEn: z.string(),
});
export type LegacyExportedCompany = z.output<typeof legacyExportedCompany>;

export const multilingualExport = z.object({
  companies: z.array(exportedCompany),
  languages: z.array(language),
  count,
  export_type: z.literal('multilingual'),
  export_timestamp: z.string(),
  /** The languages that any of the companies has a text in. */
  languages_included: z.array(language),
  total_companies: count,
  notes: z.string(),
});

export type MultilingualExport = z.output<typeof multilingualExport>;

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

const exportQuery = { category: category.optional(), type: z.enum(EXPORT_TYPES).default('migration') };

export const exportCompanies = defineCall({
  name: 'exportCompanies',
  method: 'GET',
  path: '/admin/companies/export',
  access: 'admin',
  tag,
  summary:
    'All companies with their languages as a file to import again; `format=legacy`: a bare array in one language.',
  query: z.object({
    ...exportQuery,
    format: z.enum(['multilingual', 'legacy']).default('multilingual'),
    language: language.optional(),
    lang: language.optional(),
  }),
  answer: z.union([multilingualExport, z.array(legacyExportedCompany)]),
});

export const exportTable = defineCall({
  name: 'exportTable',
  method: 'GET',
  path: '/admin/companies/export.csv',
  access: 'admin',
  tag,
  summary:
    'All companies as a table (UTF-8, RFC 4180): one row a company, texts in columns such as `name_ko`.',
  query: z.object(exportQuery),
  answer: z.string(),
  answerType: 'text/csv',
});

/** One company of a request, in either format. */
const imported = z.union([multilingualCompany, legacyCompany]);
/** A request's companies, or the whole content of an export's file. */
const importBody = z.union([z.object({ companies: z.array(imported) }), z.array(imported)]);

/** Names the request whose progress is asked for; made up by the client. */
const job = z.uuid().optional();
/** The language of flat companies that do not say theirs. */
const textLanguage = { language: language.optional(), lang: language.optional() };

/** What is wrong with one company: the same as its sentence, for programs. */
const companyProblem = problemDetail.extend({
  index: count,
  /** Of a table: as a spreadsheet counts its rows. */
  row: count.optional(),
});
export type CompanyProblem = z.output<typeof companyProblem>;

const bulkAnswer = z.object({
  successful: count,
  failed: count,
  /** One sentence a company that failed: 'Company at index N: ...'. */
  errors: z.array(z.string()),
  /** The same as data, in the same order; of one company there can be several. */
  problems: z.array(companyProblem),
});

export const IMPORT_OUTCOMES = ['created', 'updated', 'unchanged', 'failed'] as const;

/** What became, or would become, of one company. */
const importedItem = z.object({
  index: count,
  id: z.string().nullable(),
  outcome: z.enum(IMPORT_OUTCOMES),
  error: z.string().optional(),
  /** It failed because `id` has its name already. */
  taken: z.literal(true).optional(),
});
export type ImportedItem = z.output<typeof importedItem>;

export const bulkCreate = defineCall({
  name: 'bulkCreateCompanies',
  method: 'POST',
  path: '/admin/companies/bulk',
  access: 'admin',
  audit: false,
  tag,
  summary:
    'Makes companies. One that is there with all the same values is not made again; a taken name gets the next free id, or with `taken=report` fails. Where `taken` is given, `items` says what became of each.',
  query: z.object({ ...textLanguage, job, taken: z.enum(['next_id', 'report']).optional() }),
  body: importBody,
  answer: bulkAnswer.extend({ items: z.array(importedItem).optional() }),
  bodyLimit: IMPORT_BYTES_MAX,
  problems: ['payload_too_large'],
});

export const upsertCompanies = defineCall({
  name: 'upsertCompanies',
  method: 'POST',
  path: '/admin/companies/upsert',
  access: 'admin',
  audit: false,
  tag,
  summary:
    'Updates the companies that are there, by id or else by the id that the name gives, and makes the others.',
  query: z.object({ ...textLanguage, job }),
  body: importBody,
  answer: bulkAnswer.extend({ updated: count, created: count }),
  bodyLimit: IMPORT_BYTES_MAX,
  problems: ['payload_too_large'],
});

/** A trial run lists what becomes of this many companies. */
export const TRIED_ITEMS_MAX = 1000;

export const importAnswer = z.object({
  success: z.boolean(),
  /** Companies that were imported: created, updated, or the same already. */
  processed: count,
  /** Companies that failed. */
  errors: count,
  /** One sentence a company that failed: 'Company at index N: ...', or of a table 'Row N: ...'. */
  errorDetails: z.array(z.string()),
  /** The same as data, in the same order; of one company there can be several. */
  problems: z.array(companyProblem),
  message: z.string(),
  created: count,
  updated: count,
  unchanged: count,
  failed: count,
  /** True where nothing was saved: then `items` says what would become of each. */
  dryRun: z.boolean(),
  items: z.array(importedItem).max(TRIED_ITEMS_MAX).optional(),
});
export type ImportAnswer = z.output<typeof importAnswer>;

const importQuery = z.object({
  ...textLanguage,
  job,
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
  audit: false,
  tag,
  summary:
    'Imports an export, each company all or nothing. A new one has to be complete; of one that is there, what the file does not name stays. `dry_run=true` only tells.',
  query: importQuery,
  body: importBody,
  answer: importAnswer,
  bodyLimit: IMPORT_BYTES_MAX,
  problems: ['payload_too_large', 'invalid_json'],
});

export const importTable = defineCall({
  name: 'importTable',
  method: 'POST',
  path: '/admin/companies/import.csv',
  access: 'admin',
  audit: false,
  tag,
  summary:
    'Imports a table as the export writes it, by the same rules. Errors name the row of the spreadsheet.',
  query: importQuery,
  body: z.string(),
  bodyType: 'text/csv',
  answer: importAnswer,
  bodyLimit: IMPORT_BYTES_MAX,
  problems: ['payload_too_large'],
});

export const readImportProgress = defineCall({
  name: 'readImportProgress',
  method: 'GET',
  path: '/admin/companies/import/progress',
  access: 'admin',
  tag,
  summary:
    'How far a running import is, by the `job` it was sent with. A convenience: only the process that runs it knows.',
  query: z.object({ job: z.uuid() }),
  answer: z.object({ job: z.string(), state: z.enum(['running', 'ended']), processed: count, total: count }),
  problems: ['not_found'],
});

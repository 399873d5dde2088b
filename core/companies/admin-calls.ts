import { z } from 'zod';
import { defineCall } from '../call.ts';
import { LANGUAGES } from '../languages.ts';
import { refusedAs } from '../refusal.ts';
import {
  categorySchema,
  companyCategorySchema,
  languageChoice,
  languageSchema,
  modelNameSchema,
  trimmedText,
  unstorable,
} from '../schemas.ts';
import { isStorable, SEARCH_MAX } from '../text.ts';
import {
  companyDetailSchema,
  companyParamsSchema,
  findCompanies,
  limitSchema,
  listedCompanySchema,
  offsetSchema,
} from './calls.ts';
import { DRAFT_STATES } from './draft-rules.ts';
import { lookalikeSchema } from './duplicate-reasons.ts';
import {
  contentChangesSchema,
  editedContentSchema,
  editedTextFieldsSchema,
  NAME_MAX,
  SHARED_FIELDS,
  sharedAnswers,
  sharedFieldsSchema,
  TEXT_FIELDS,
  textAnswers,
  textFieldsSchema,
} from './fields.ts';
import { ISSUES, OLD_YEARS_USUAL, reasonSchema, UNCHECKED_MONTHS_USUAL } from './issues.ts';
import { ownAnswer, ownValuesSchema } from './own-descriptors.ts';
import { isLocal, pickedValues } from './own-fields.ts';
import { type CountedFilter, ROW_FILTER_NAMES, rowFilters } from './row-filters.ts';
import { scoreRulesSchema } from './score-rules.ts';

const tag = 'Companies: administration';

/** Own-field values for administrators, including fields shown in the console only. */
export const everyOwn = ownAnswer('any', (values) => pickedValues(values, () => true));
export const everyText = ownAnswer('text', (values) => pickedValues(values, isLocal));

/** A text in one language as an editor sees it. `founder` is the spelling that is shown there. */
export const contentEntrySchema = z.object({
  ...textAnswers,
  fields: everyText,
  updated_at: z.string(),
  /** Since when another language is ahead of this one, and which. */
  pending_since: z.string().nullable(),
  pending_language: languageSchema.nullable(),
  origin: z.enum(['person', 'machine']),
  model: z.string().nullable(),
  reviewed: z.boolean(),
});
export type ContentEntry = z.output<typeof contentEntrySchema>;

/** A company in all languages; `content` has no entry for a language without a text. */
export const adminCompanySchema = companyDetailSchema.extend({
  /** Names the version that a save is made against. */
  version: z.number().int(),
  /** The shared spelling of the founders, shown in languages without a spelling of their own. */
  common_founder: z.string(),
  fields: everyOwn,
  founders: sharedAnswers.founders,
  content: z.partialRecord(z.enum(LANGUAGES), contentEntrySchema),
});
export type AdminCompany = z.output<typeof adminCompanySchema>;

/** A row of the console's table: no stories. */
export const adminCompanyRowSchema = listedCompanySchema.extend({
  available_languages: z.array(languageSchema),
  pending_languages: z.array(languageSchema),
  /** Of the issue that was asked for: why it is among the rows. */
  reasons: z.array(reasonSchema),
  /** State of the company's draft; null without a draft. */
  draft: z.enum(DRAFT_STATES).nullable(),
});
export type AdminCompanyRow = z.output<typeof adminCompanyRowSchema>;

/** What the rows can be sorted by, beside the ranking. */
export const ROW_SORTS = ['name', 'founder', 'revenue', 'employees', 'score', 'visible'] as const;
export type RowSort = (typeof ROW_SORTS)[number];

export const findAdminCompanies = defineCall({
  name: 'findAdminCompanies',
  method: 'GET',
  path: '/admin/companies',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'Companies with all their languages, hidden ones too.',
  query: findCompanies.query,
  answer: z.array(adminCompanySchema),
});

/** How old a figure is, in years, and a check, in months, for somebody to look after it. */
const agesQuery = {
  years: z.coerce.number().int().min(0).max(100).default(OLD_YEARS_USUAL),
  months: z.coerce.number().int().min(0).max(1200).default(UNCHECKED_MONTHS_USUAL),
};

export const findCompanyRows = defineCall({
  name: 'findCompanyRows',
  method: 'GET',
  path: '/admin/company-rows',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary:
    "Companies as rows of the console's table, without their stories, in the order of the ranking; all of them without `limit`. X-Total-Count counts what matches.",
  query: z.object({
    ...languageChoice,
    q: z
      .string()
      .max(SEARCH_MAX)
      .refine(isStorable, unstorable)
      .optional()
      .describe('In name, founder and description, and their English variants; every term, taken literally.'),
    category: categorySchema.optional(),
    ...rowFilters,
    ...agesQuery,
    sort: z
      .enum(ROW_SORTS, { error: `Must be one of ${ROW_SORTS.join(', ')}` })
      .optional()
      .describe('Names by the alphabet of the language.'),
    order: z
      .enum(['asc', 'desc'], { error: 'Must be one of asc, desc' })
      .optional()
      .describe('Of `sort`. What is unknown comes last either way.'),
    limit: limitSchema.optional(),
    offset: offsetSchema.optional(),
  }),
  answer: z.array(adminCompanyRowSchema),
});
export type RowFilter = z.output<typeof findCompanyRows.query>;

const countedOptions = z.array(z.object({ value: z.string(), count: z.number().int() }));
const COUNTED_FILTERS = ROW_FILTER_NAMES.filter((name) => name !== 'issue');

export const countRowFilters = defineCall({
  name: 'countRowFilters',
  method: 'GET',
  path: '/admin/company-rows/filters',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary:
    "How many companies each option of each filter of the console's table would list, under the other filters; options without any are left out.",
  query: findCompanyRows.query.omit({ sort: true, order: true, limit: true, offset: true }),
  answer: z.object(
    Object.fromEntries(COUNTED_FILTERS.map((name) => [name, countedOptions])) as Record<
      CountedFilter,
      typeof countedOptions
    >,
  ),
});

export const countCompanyRows = defineCall({
  name: 'countCompanyRows',
  method: 'GET',
  path: '/admin/company-rows/counts',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'How many companies each category has, hidden ones too.',
  answer: z.record(z.string(), z.number().int()),
});

export const countCompanyIssues = defineCall({
  name: 'countCompanyIssues',
  method: 'GET',
  path: '/admin/company-rows/issues',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'How many companies there are to look after for each reason, hidden ones too.',
  query: z.object({ category: categorySchema.optional(), ...agesQuery }),
  answer: z.record(z.enum(ISSUES), z.number().int()),
});
export type IssueCountFilter = z.output<typeof countCompanyIssues.query>;

export const previewNewCompany = defineCall({
  name: 'previewNewCompany',
  method: 'GET',
  path: '/admin/company-rows/new',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary:
    'What a company of this name would be: its id, its place in its category, and companies that it may be the same as.',
  query: z.object({
    name: trimmedText(1, NAME_MAX),
    category: companyCategorySchema,
    website: z.string().max(2000).optional(),
    founder: z.string().max(300).optional(),
    founded: z.coerce.number().int().optional().catch(undefined),
    ...languageChoice,
  }),
  answer: z.object({
    id: z.string(),
    /** Rank of the new company in its category: without a score, after all shown companies. */
    place: z.number().int(),
    /** Those with most in common first. */
    lookalikes: z.array(lookalikeSchema),
  }),
});

export const searchAdminCompanies = defineCall({
  name: 'searchAdminCompanies',
  method: 'GET',
  path: '/admin/companies/search',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'Companies whose name, founder or description has the words.',
  query: z.object({
    q: z.string().max(SEARCH_MAX).refine(isStorable, unstorable).default(''),
    ...languageChoice,
    limit: limitSchema.optional(),
  }),
  answer: z.array(adminCompanySchema),
});

export const readAdminCompany = defineCall({
  name: 'readAdminCompany',
  method: 'GET',
  path: '/admin/companies/:id/content',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'One company with all its languages, hidden or not.',
  params: companyParamsSchema,
  answer: adminCompanySchema,
  problems: ['company_not_found'],
});

/** A company's shared fields, its text in `language`, and texts in more languages under `content`. */
const companyBody = (texts: typeof textFieldsSchema, content: typeof contentChangesSchema) =>
  z
    .object({ ...texts.shape, ...sharedFieldsSchema.shape, fields: ownValuesSchema('any'), content })
    .partial()
    .extend(languageChoice);

export const newCompanySchema = companyBody(textFieldsSchema, contentChangesSchema)
  .extend({
    /** Name of the model to which the history attributes `model_fields`. */
    model: modelNameSchema.optional(),
    model_fields: z
      .array(
        z.union([
          z.enum([...new Set([...SHARED_FIELDS, ...TEXT_FIELDS])]),
          z.templateLiteral(['field.', z.string().max(100)]),
        ]),
      )
      .optional(),
  })
  .refine((body) => body.name !== undefined || Object.values(body.content ?? {}).some((text) => text?.name), {
    path: ['name'],
    ...refusedAs('required'),
    error: 'Company name is required',
  });
export type NewCompany = z.output<typeof newCompanySchema>;

export const createCompany = defineCall({
  name: 'createCompany',
  method: 'POST',
  path: '/admin/companies',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.create',
  tag,
  summary:
    'Makes a company. Its id comes from its name; a taken one gets the next free id. `model`: what it proposed is in the history as its own.',
  body: newCompanySchema,
  answer: adminCompanySchema,
  status: 201,
});

export const companyChangesSchema = companyBody(editedTextFieldsSchema, editedContentSchema).extend({
  /** The version the changes were made against; a newer one refuses them. */
  version: z.number().int().optional(),
  /** Name of the model to which the history attributes all changes of this save. */
  model: modelNameSchema.optional(),
});
export type CompanyChanges = z.output<typeof companyChangesSchema>;

export const updateCompany = defineCall({
  name: 'updateCompany',
  method: 'PUT',
  path: '/admin/companies/:id',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.update',
  tag,
  summary:
    'Changes the fields that are given; texts are those of `language` (default en). Name, description and story are never emptied.',
  params: companyParamsSchema,
  body: companyChangesSchema,
  answer: adminCompanySchema,
  problems: ['company_not_found', 'conflict'],
});

export const deleteCompany = defineCall({
  name: 'deleteCompany',
  method: 'DELETE',
  path: '/admin/companies/:id',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.delete',
  tag,
  summary: 'Moves a company into the trash, with its likes and comments, for 30 days.',
  params: companyParamsSchema,
  answer: z.object({ success: z.literal(true), bin_id: z.string() }),
  problems: ['company_not_found'],
});

export const setVisibility = defineCall({
  name: 'setVisibility',
  method: 'PUT',
  path: '/admin/companies/:id/visibility',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.show',
  tag,
  summary: 'Shows or hides a company.',
  params: companyParamsSchema,
  body: z.object({ show_on_site: z.boolean() }),
  answer: z.object({ id: z.string(), show_on_site: z.boolean() }),
  problems: ['company_not_found'],
});

/** Maximum number of companies in one call that shows, hides, deletes or restores: other writes wait for it. */
export const COMPANIES_BATCH = 100;

export const setVisibilities = defineCall({
  name: 'setVisibilities',
  method: 'POST',
  path: '/admin/companies/visibility',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.show',
  tag,
  summary: 'Shows or hides companies, all that are there in one act. Those that are not there are named.',
  body: z.object({
    ids: z.array(companyParamsSchema.shape.id).min(1).max(COMPANIES_BATCH),
    show_on_site: z.boolean(),
  }),
  answer: z.object({ changed: z.array(z.string()), missing: z.array(z.string()) }),
});

export const deleteCompanies = defineCall({
  name: 'deleteCompanies',
  method: 'POST',
  path: '/admin/companies/delete',
  access: 'admin',
  permission: 'companies.write',
  audit: 'company.delete',
  tag,
  summary:
    'Moves companies into the trash, all that are there in one act, each with its own `bin_id`. Those that are not there are named.',
  body: z.object({ ids: z.array(companyParamsSchema.shape.id).min(1).max(COMPANIES_BATCH) }),
  answer: z.object({
    deleted: z.array(z.object({ id: z.string(), bin_id: z.string() })),
    missing: z.array(z.string()),
  }),
});

const scoreMoveSchema = z.object({
  id: z.string(),
  name: z.string(),
  score: z.object({ before: z.number(), after: z.number() }),
  rank: z.object({ before: z.number().int(), after: z.number().int() }),
  likes: z.object({ before: z.number().int(), after: z.number().int() }),
  parts: z.object({
    base: z.number(),
    revenue: z.number(),
    employees: z.number(),
    age: z.number(),
    total: z.number(),
  }),
});
export type ScoreMove = z.output<typeof scoreMoveSchema>;

const scorePreviewSchema = z.object({
  total: z.number().int(),
  moving: z.number().int(),
  moves: z.array(scoreMoveSchema),
});

export const previewScores = defineCall({
  name: 'previewScores',
  method: 'GET',
  path: '/admin/scores/preview',
  access: 'admin',
  permission: 'companies.read',
  tag,
  summary: 'Which companies an evaluation would move, and what their scores are made of.',
  query: z.object({ limit: limitSchema.optional() }),
  answer: scorePreviewSchema,
});

export const tryScoreRules = defineCall({
  name: 'tryScoreRules',
  method: 'POST',
  path: '/admin/scores/preview',
  access: 'admin',
  permission: 'settings.write',
  audit: 'scores.preview',
  tag,
  summary: 'Which companies an evaluation by other rules than those in force would move. Changes nothing.',
  body: z.object({ rules: scoreRulesSchema }),
  answer: scorePreviewSchema,
});

export const evaluateScores = defineCall({
  name: 'evaluateScores',
  method: 'POST',
  path: '/admin/migrate-scores',
  access: 'admin',
  permission: 'companies.write',
  audit: 'scores.evaluate',
  tag,
  summary: 'Recomputes every score and recounts the likes from the recorded ones.',
  answer: z.object({ updatedCount: z.number().int(), changedCount: z.number().int() }),
});

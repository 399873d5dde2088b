import { z } from 'zod';
import { defineCall } from '../call.ts';
import { listedCompanySchema } from '../companies/calls.ts';
import { LIST_CHANGES } from '../limits.ts';
import { refusedAs } from '../refusal.ts';
import { doneSchema, languageChoice, trimmedLine, trimmedText, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { SAVED_COMPANIES_MAX, SAVED_NAME_MAX, SAVED_NOTE_MAX, SHARED_BY_MAX } from './rules.ts';

const tag = 'Lists';

const companyIdSchema = z.string().min(1).max(200).refine(isStorable, unstorable);

const listFields = {
  name: trimmedLine(0, SAVED_NAME_MAX).describe(
    'Empty for the list that one press saves to; a reader has one list of each name.',
  ),
  entries: z
    .array(z.strictObject({ id: companyIdSchema, note: trimmedText(0, SAVED_NOTE_MAX).default('') }))
    .max(SAVED_COMPANIES_MAX)
    .superRefine((entries, context) => {
      const ids = new Set<string>();
      for (const [i, { id }] of entries.entries()) {
        if (ids.has(id)) context.addIssue({ code: 'custom', path: [i, 'id'], ...refusedAs('duplicate_id') });
        ids.add(id);
      }
    })
    .describe('In their order. Companies that readers do not see stay in the list, and are not shown.'),
};
const listSchema = z.object(listFields);

const savedListSchema = z.object({
  id: z.string(),
  name: z.string(),
  entries: z.array(z.object({ id: z.string(), note: z.string() })),
  /** Grows with each change. */
  version: z.number().int(),
  /** Of its address `/lists/TOKEN`; null while the list is private. */
  token: z.string().nullable(),
  /** Who shares it, as the reader wants to be called; empty where the reader says nothing. */
  shared_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type SavedList = z.output<typeof savedListSchema>;

/** Lists of an account, as in the account's export. */
export const savedListsSchema = z.array(savedListSchema);

const savedListParams = z.object({ id: z.uuid() });

export const findSavedLists = defineCall({
  name: 'findSavedLists',
  method: 'GET',
  path: '/auth/lists',
  access: 'user',
  tag,
  summary: 'The lists of the account, oldest first.',
  answer: savedListsSchema,
});

export const createSavedList = defineCall({
  name: 'createSavedList',
  method: 'POST',
  path: '/auth/lists',
  access: 'user',
  limit: [LIST_CHANGES],
  tag,
  summary: 'Adds a list, private at first.',
  body: listSchema,
  answer: savedListSchema,
  status: 201,
  problems: ['conflict'],
});

export const joinSavedList = defineCall({
  name: 'joinSavedList',
  method: 'POST',
  path: '/auth/lists/merge',
  access: 'user',
  limit: [LIST_CHANGES],
  tag,
  summary:
    'Brings a list along that was kept without an account: its companies are added to the list of the same name, each once. Asked twice it changes nothing more.',
  body: listSchema,
  answer: savedListSchema,
  problems: ['conflict'],
});

export const readSavedList = defineCall({
  name: 'readSavedList',
  method: 'GET',
  path: '/auth/lists/:id',
  access: 'user',
  tag,
  summary: 'One list of the account.',
  params: savedListParams,
  answer: savedListSchema,
  problems: ['not_found'],
});

export const replaceSavedList = defineCall({
  name: 'replaceSavedList',
  method: 'PUT',
  path: '/auth/lists/:id',
  access: 'user',
  limit: [LIST_CHANGES],
  tag,
  summary:
    'Replaces name, companies, order and notes of a list, and shares it or ends that. An older version is refused. Shared again it has another address.',
  params: savedListParams,
  body: listSchema.extend({
    version: z.number().int(),
    shared: z.boolean(),
    shared_by: trimmedLine(0, SHARED_BY_MAX)
      .default('')
      .describe('Refused where it imitates the site or those who run it.'),
  }),
  answer: savedListSchema,
  problems: ['not_found', 'conflict', 'stale_version'],
});

export const deleteSavedList = defineCall({
  name: 'deleteSavedList',
  method: 'DELETE',
  path: '/auth/lists/:id',
  access: 'user',
  limit: [LIST_CHANGES],
  tag,
  summary: 'Deletes a list; its shared address ends with it.',
  params: savedListParams,
  answer: doneSchema,
  problems: ['not_found'],
});

const sharedListSchema = z.object({
  name: z.string(),
  shared_by: z.string(),
  updated_at: z.string(),
  companies: z.array(listedCompanySchema.extend({ note: z.string() })),
});
export type SharedList = z.output<typeof sharedListSchema>;

export const readSharedList = defineCall({
  name: 'readSharedList',
  method: 'GET',
  path: '/lists/:token',
  access: 'public',
  tag,
  summary:
    'A list that a reader shares, by the token of its address. Hidden companies are left out; a merged one is the one that it was merged into.',
  params: z.object({ token: z.string().min(1).max(100).refine(isStorable, unstorable) }),
  query: z.object(languageChoice),
  answer: sharedListSchema,
  problems: ['not_found'],
  cached: true,
});

export const findCompaniesById = defineCall({
  name: 'findCompaniesById',
  method: 'GET',
  path: '/lists/companies',
  access: 'public',
  tag,
  summary:
    'Companies by their ids, separated by commas, as lists show them. Those that readers do not see are left out; a merged one is the one that it was merged into.',
  query: z.object({
    ...languageChoice,
    ids: z
      .string()
      .max(SAVED_COMPANIES_MAX * 201)
      .refine(isStorable, unstorable)
      .transform((text) => [...new Set(text.split(',').filter(Boolean))])
      .refine(
        (ids) => ids.length <= SAVED_COMPANIES_MAX,
        refusedAs('too_many', { max: SAVED_COMPANIES_MAX }),
      ),
  }),
  answer: z.array(listedCompanySchema.extend({ asked: z.string().describe('The id that was asked for.') })),
});

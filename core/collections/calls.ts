import { z } from 'zod';
import { defineCall } from '../call.ts';
import { companyParamsSchema, listedCompanySchema } from '../companies/calls.ts';
import { editVersionSchema } from '../edit-version.ts';
import { languageChoice, languageSchema } from '../schemas.ts';
import { collectionFields, collectionFileSchema, collectionIdSchema } from './collection.ts';

const tag = 'Collections';
const editing = 'Collections: administration';
const paramsSchema = z.object({ id: collectionIdSchema });

const summarySchema = z.object({
  id: z.string(),
  title: z.string(),
  intro: z.string(),
  /** The language that the words are in. */
  language: languageSchema,
  created_at: z.string(),
  /** Time of the last change of the texts or the list of companies. */
  updated_at: z.string(),
});

const listedCollectionSchema = summarySchema.extend({
  /** How many companies readers see in it. */
  count: z.number().int(),
  /** The first of them. */
  first: z.array(
    listedCompanySchema.pick({
      id: true,
      name: true,
      category: true,
      logo: true,
      employees: true,
      revenue_per_person: true,
    }),
  ),
});
export type ListedCollection = z.output<typeof listedCollectionSchema>;

export const findCollections = defineCall({
  name: 'findCollections',
  method: 'GET',
  path: '/collections',
  access: 'public',
  tag,
  summary:
    'Lists of companies that editors made, newest first; those without a company to be seen are left out.',
  query: z.object({ ...languageChoice }),
  answer: z.array(listedCollectionSchema),
  cached: true,
});

const collectionSchema = summarySchema.extend({
  /** Empty where there is none. */
  closing: z.string(),
  companies: z.array(
    listedCompanySchema.extend({
      /** Why it is here; empty where the editor says nothing. */
      note: z.string(),
    }),
  ),
});
export type Collection = z.output<typeof collectionSchema>;

export const readCollection = defineCall({
  name: 'readCollection',
  method: 'GET',
  path: '/collections/:id',
  access: 'public',
  tag,
  summary:
    'A collection with its companies in their order. Hidden and deleted ones are left out; a merged one is the one that it was merged into.',
  params: paramsSchema,
  query: z.object({ ...languageChoice }),
  answer: collectionSchema,
  problems: ['not_found'],
  cached: true,
});

export const findCollectionsOf = defineCall({
  name: 'findCollectionsOf',
  method: 'GET',
  path: '/companies/:id/collections',
  access: 'public',
  tag,
  summary: 'The collections that a company is in.',
  params: companyParamsSchema,
  query: z.object({ ...languageChoice }),
  answer: z.array(summarySchema.pick({ id: true, title: true, language: true })),
  problems: ['company_not_found'],
  cached: true,
});

const storedCollectionSchema = collectionFileSchema.extend({
  /** Name and visibility of each company by id; deleted companies are absent. */
  members: z.record(z.string(), z.object({ name: z.string(), shown: z.boolean() })),
  version: editVersionSchema,
  created_at: z.string(),
  updated_at: z.string(),
});
export type StoredCollection = z.output<typeof storedCollectionSchema>;

export const findStoredCollections = defineCall({
  name: 'findStoredCollections',
  method: 'GET',
  path: '/admin/collections',
  access: 'admin',
  permission: 'companies.read',
  tag: editing,
  summary: 'All collections with their words in every language, drafts too, newest first.',
  answer: z.array(storedCollectionSchema),
});

export const createCollection = defineCall({
  name: 'createCollection',
  method: 'POST',
  path: '/admin/collections',
  access: 'admin',
  permission: 'companies.write',
  audit: 'collection.create',
  tag: editing,
  summary: 'Adds a collection. Its id is its address.',
  body: collectionFileSchema,
  answer: storedCollectionSchema,
  status: 201,
  problems: ['conflict'],
});

export const saveCollection = defineCall({
  name: 'saveCollection',
  method: 'PUT',
  path: '/admin/collections/:id',
  access: 'admin',
  permission: 'companies.write',
  audit: 'collection.save',
  tag: editing,
  summary: 'Replaces the words and the companies of a collection.',
  params: paramsSchema,
  body: z.object({ ...collectionFields, version: editVersionSchema.optional() }),
  answer: storedCollectionSchema,
  problems: ['not_found', 'conflict'],
});

export const deleteCollection = defineCall({
  name: 'deleteCollection',
  method: 'DELETE',
  path: '/admin/collections/:id',
  access: 'admin',
  permission: 'companies.write',
  audit: 'collection.delete',
  tag: editing,
  summary: 'Deletes a collection; its companies stay. The answer is what creates it again.',
  params: paramsSchema,
  answer: collectionFileSchema,
  problems: ['not_found'],
});

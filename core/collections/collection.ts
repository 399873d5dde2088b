import { z } from 'zod';
import { LANGUAGES, type Language } from '../languages.ts';
import { refusedAs } from '../refusal.ts';
import { trimmedLine, trimmedText, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';

/** Companies of a collection, at most. */
export const COLLECTION_COMPANIES_MAX = 100;
const ID_MAX = 60;

const inLanguages = <S extends z.ZodType>(schema: S) =>
  z.object(
    Object.fromEntries(LANGUAGES.map((language) => [language, schema.optional()])) as {
      [L in Language]: z.ZodOptional<S>;
    },
  );

/** Ids are parts of addresses. */
export const collectionIdSchema = z
  .string()
  .trim()
  .min(1, 'Must not be empty')
  .max(ID_MAX)
  .refine((id) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id), refusedAs('invalid_slug'));

const wordsSchema = z.strictObject({
  title: trimmedLine(1, 120),
  intro: trimmedText(1, 1200),
  /** What stands below the companies. */
  closing: trimmedText(0, 1200).default(''),
});

const memberSchema = z.strictObject({
  id: z.string().min(1).max(200).refine(isStorable, unstorable),
  /** Why it is here, in some of the languages. */
  notes: inLanguages(trimmedText(1, 400)).prefault({}),
});

/** A list of companies with words, as an editor writes it. */
export const collectionFields = {
  texts: inLanguages(wordsSchema).refine(
    (texts) => Object.values(texts).some((text) => text !== undefined),
    refusedAs('required'),
  ),
  /** In their order. */
  companies: z
    .array(memberSchema)
    .max(COLLECTION_COMPANIES_MAX)
    .superRefine((companies, context) => {
      for (const [i, { id }] of companies.entries())
        if (companies.findIndex((other) => other.id === id) !== i)
          context.addIssue({ code: 'custom', path: [i, 'id'], ...refusedAs('duplicate_id') });
    }),
  /** False: readers do not see it. */
  published: z.boolean().default(false),
};

/** A file of `content/collections`. */
export const collectionFileSchema = z.strictObject({ id: collectionIdSchema, ...collectionFields });
export type CollectionFile = z.output<typeof collectionFileSchema>;
export type CollectionMember = CollectionFile['companies'][number];

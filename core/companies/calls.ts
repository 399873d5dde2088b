import { z } from 'zod';
import { defineCall } from '../call.ts';
import { COUNTING_LIMIT, LIKES } from '../limits.ts';
import { countSchema, languageChoice, languageSchema, oneOf, unstorable } from '../schemas.ts';
import { isStorable } from '../text.ts';
import { FACET_PAGES } from './facet-pages.ts';
import { factIdSchema } from './facts.ts';
import { LISTED_FIELDS, type ListedField, sharedAnswers, textAnswers } from './fields.ts';
import { companyFilters } from './filters.ts';
import { matchSchema } from './match.ts';
import { ownAnswer } from './own-descriptors.ts';
import { isShownAt, pickedValues } from './own-fields.ts';
import { withWholeRanges } from './ranges.ts';
import { type Sort, sorts } from './sorts.ts';

export const LIST_MAX = 1000;
/** Maximum number of related companies of one answer. */
export const RELATED_MAX = 24;

const listedAnswers = Object.fromEntries(LISTED_FIELDS.map((name) => [name, sharedAnswers[name]])) as Pick<
  typeof sharedAnswers,
  ListedField
>;

/** Own-field values of list rows: fields shown in rows or used for sorting. */
const rowValues = ownAnswer('any', (values) =>
  pickedValues(values, (field) => isShownAt(field, 'row') || isShownAt(field, 'sort')),
);

/** A row of a ranking. Texts are in the language asked for, else English, else any. */
export const listedCompanySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  founder: z.string(),
  ...listedAnswers,
  fields: rowValues,
  /** Revenue divided by people in US dollars, where both are known. */
  revenue_per_person: z.number().nullable(),
  likes: z.number().int(),
  views: z.number().int(),
  nameEn: z.string(),
  founderEn: z.string(),
  descriptionEn: z.string(),
});
export type ListedCompany = z.output<typeof listedCompanySchema>;

/** Row of a public list; the rank does not depend on the list. */
export const rankedCompanySchema = listedCompanySchema.extend({
  /** Rank by score in its category, or in the whole directory where all categories are listed. */
  rank: z.number().int(),
  /** Matched passages; only for a search. */
  match: matchSchema.optional(),
});
export type RankedCompany = z.output<typeof rankedCompanySchema>;

export const companyDetailSchema = listedCompanySchema.extend({
  /** Rank by score in the company's category; null for a hidden company. */
  rank: z.number().int().nullish(),
  ...sharedAnswers,
  ...textAnswers,
  /** Founders, by their names in the language. */
  founders: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The language the texts are served in. */
  language: languageSchema,
  available_languages: z.array(languageSchema),
  comments_count: z.number().int(),
  /** The text is a machine's translation that nobody has looked over yet. */
  machine_translated: z.boolean().optional(),
  /** Another language was changed after this text. */
  outdated: z.boolean().optional(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type CompanyDetail = z.output<typeof companyDetailSchema>;

/** An id is looked up, not made, here: anything storable may be asked for and is then not found. */
export const companyParamsSchema = z.object({
  id: z
    .string()
    .min(1)
    .max(200)
    .refine(isStorable, unstorable)
    // As macOS writes an address, it is decomposed.
    .overwrite((id) => id.normalize('NFC')),
});

/** One of the orders; those of own fields change while the server runs. */
const sortSchema = oneOf(sorts, (sort) => sort) as unknown as z.ZodType<Sort, string>;

export const limitSchema = z.coerce.number().int().min(1).max(LIST_MAX);
/** Rows of a list that are passed over. */
export const offsetSchema = z.coerce.number().int().min(0).max(10_000_000);

export const findCompanies = defineCall({
  name: 'findCompanies',
  method: 'GET',
  path: '/companies',
  access: 'public',
  tag: 'Companies',
  summary:
    'The shown companies of a category, ranked. X-Total-Count counts all that match; Link rel=next leads on.',
  query: withWholeRanges(
    z.object({
      ...companyFilters,
      sort: sortSchema.optional(),
      limit: limitSchema.optional(),
      cursor: z.string().max(2000).optional(),
    }),
  ),
  answer: z.array(rankedCompanySchema),
  cached: true,
});

const valuesSchema = z.array(z.object({ value: z.string(), count: countSchema }));
const stepsSchema = z.array(
  z.object({ min: z.number().nullable(), max: z.number().nullable(), count: countSchema }),
);

export const countFacets = defineCall({
  name: 'countFacets',
  method: 'GET',
  path: '/companies/facets',
  access: 'public',
  tag: 'Companies',
  summary:
    'How many shown companies each choice would list, under the other choices. Steps include both ends; companies without the number are in none.',
  query: withWholeRanges(z.object(companyFilters)),
  answer: z.object({
    category: valuesSchema,
    country: valuesSchema,
    kind: valuesSchema,
    status: valuesSchema,
    employees: stepsSchema,
    revenue: stepsSchema,
    revenue_per_person: stepsSchema,
    founded: stepsSchema,
    /** Of own fields that lists are narrowed by; absent where the directory has none. */
    fields: z
      .array(
        z.object({
          id: z.string(),
          values: valuesSchema,
          steps: z.array(z.object({ min: z.number(), max: z.number(), count: countSchema })),
        }),
      )
      .optional(),
  }),
  cached: true,
  costly: true,
});
export type FacetCounts = z.output<typeof countFacets.answer>;

const wholeOrUnknown = z.number().int().nullable();

const facetValueSchema = z.object({
  /** As filters take it: a country's code, a kind, a tag, a founder's id. */
  value: z.string(),
  /** In the language asked for, else in English, else as it is. */
  name: z.string(),
  count: countSchema,
  median_employees: wholeOrUnknown,
  /** The company that is ranked first by score. */
  best: listedCompanySchema.pick({
    id: true,
    name: true,
    category: true,
    logo: true,
    employees: true,
    revenue_per_person: true,
  }),
});
export type FacetValue = z.output<typeof facetValueSchema>;

export const findFacetValues = defineCall({
  name: 'findFacetValues',
  method: 'GET',
  path: '/companies/facets/:facet',
  access: 'public',
  tag: 'Companies',
  summary:
    'The kinds, countries, tags or founders of shown companies, those of most companies first. X-Total-Count counts all.',
  params: z.object({ facet: z.enum(Object.values(FACET_PAGES)) }),
  query: z.object({
    ...languageChoice,
    limit: limitSchema.optional(),
    offset: offsetSchema.optional(),
  }),
  answer: z.array(facetValueSchema),
  cached: true,
  costly: true,
});

export const readInsights = defineCall({
  name: 'readInsights',
  method: 'GET',
  path: '/companies/insights',
  access: 'public',
  tag: 'Companies',
  summary:
    'Averages and medians of all shown companies that match, and how many have at least a revenue. In whole people, years and US dollars; null where no company states it.',
  query: withWholeRanges(z.object(companyFilters)),
  answer: z.object({
    /** One in a higher bucket counts in the lower ones too; an acquisition counts in all. */
    over_1m: countSchema,
    over_10m: countSchema,
    over_100m: countSchema,
    average_employees: wholeOrUnknown,
    /** The current year minus the average founding year. */
    average_age: wholeOrUnknown,
    /** The middle one, or between the two in the middle: half are below it. */
    median_employees: wholeOrUnknown,
    median_revenue: wholeOrUnknown,
    median_revenue_per_person: wholeOrUnknown,
  }),
  cached: true,
});
export type Insights = z.output<typeof readInsights.answer>;

/** Why a company is related to another one. */
export const RELATED_REASONS = ['founder', 'kind', 'country', 'size', 'tag', 'category'] as const;
export type RelatedReason = (typeof RELATED_REASONS)[number];

export const findRelated = defineCall({
  name: 'findRelated',
  method: 'GET',
  path: '/companies/:id/related',
  access: 'public',
  tag: 'Companies',
  summary: 'Shown companies near a company: of the same founder first, then by kind, country and size.',
  params: companyParamsSchema,
  query: z.object({
    ...languageChoice,
    limit: z.coerce.number().int().min(1).max(RELATED_MAX).optional(),
  }),
  answer: z.array(rankedCompanySchema.extend({ reason: z.enum(RELATED_REASONS) })),
  problems: ['company_not_found'],
  cached: true,
});

const neighbourSchema = z.object({ id: z.string(), name: z.string(), rank: z.number().int() }).nullable();

export const findNeighbours = defineCall({
  name: 'findNeighbours',
  method: 'GET',
  path: '/companies/:id/neighbours',
  access: 'public',
  tag: 'Companies',
  summary: 'The shown companies right before and right after a company in the ranking of its category.',
  params: companyParamsSchema,
  query: z.object({ language: languageSchema.optional(), lang: languageSchema.optional() }),
  answer: z.object({ previous: neighbourSchema, next: neighbourSchema }),
  problems: ['company_not_found'],
  cached: true,
});
export type Neighbours = z.output<typeof findNeighbours.answer>;

export const readCompany = defineCall({
  name: 'readCompany',
  method: 'GET',
  path: '/companies/:id',
  access: 'public',
  tag: 'Companies',
  summary: 'One company with its story. A language it lacks falls back to English, then to any.',
  params: companyParamsSchema,
  query: z.object({ ...languageChoice }),
  answer: companyDetailSchema,
  problems: ['company_not_found'],
  cached: true,
});

export const readFounder = defineCall({
  name: 'readFounder',
  method: 'GET',
  path: '/founders/:id',
  access: 'public',
  tag: 'Companies',
  summary: 'A person who founded shown companies, and these, ranked.',
  params: z.object({ id: factIdSchema }),
  query: z.object({ ...languageChoice }),
  answer: z.object({ id: z.string(), name: z.string(), companies: z.array(rankedCompanySchema) }),
  problems: ['not_found'],
  cached: true,
});

export const readNumbers = defineCall({
  name: 'readNumbers',
  method: 'GET',
  path: '/companies/:id/numbers',
  access: 'public',
  tag: 'Companies',
  summary: 'What moves all the time about a company: its page may show these a minute old.',
  params: companyParamsSchema,
  answer: companyDetailSchema
    .pick({ likes: true, views: true, comments_count: true })
    // Rank by score in the company's category; null for a hidden company.
    .extend({ rank: z.number().int().nullable() }),
  problems: ['company_not_found'],
  cached: true,
});

export const viewCompany = defineCall({
  name: 'viewCompany',
  method: 'POST',
  path: '/companies/:id/view',
  access: 'public',
  limit: [COUNTING_LIMIT],
  tag: 'Companies',
  summary: 'Counts a view; a repeat by the same visitor within 30 minutes and known bots are not counted.',
  params: companyParamsSchema,
  answer: z.object({ views: z.number().int() }),
  problems: ['company_not_found'],
});

const likeAnswerSchema = z.object({ likes: z.number().int(), liked: z.boolean() });

export const readLike = defineCall({
  name: 'readLike',
  method: 'GET',
  path: '/companies/:id/like',
  access: 'public',
  tag: 'Companies',
  summary: 'Whether who asks has liked a company: the account where one is logged in, else the visitor.',
  params: companyParamsSchema,
  answer: likeAnswerSchema,
  problems: ['company_not_found'],
});

export const likeCompany = defineCall({
  name: 'likeCompany',
  method: 'POST',
  path: '/companies/:id/like',
  access: 'public',
  limit: [LIKES],
  tag: 'Companies',
  summary: 'Likes a company, once for each visitor; liking again changes nothing.',
  params: companyParamsSchema,
  answer: likeAnswerSchema,
  problems: ['company_not_found'],
});

export const unlikeCompany = defineCall({
  name: 'unlikeCompany',
  method: 'DELETE',
  path: '/companies/:id/like',
  access: 'public',
  limit: [LIKES],
  tag: 'Companies',
  summary: 'Takes a like back.',
  params: companyParamsSchema,
  answer: likeAnswerSchema,
  problems: ['company_not_found'],
});

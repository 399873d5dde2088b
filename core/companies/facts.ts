import { z } from 'zod';
import { LANGUAGES } from '../languages.ts';
import { refusedAs } from '../refusal.ts';
import { companyKindSchema, httpUrlSchema, trimmedText } from '../schemas.ts';
import type { Facet } from './facet-pages.ts';
import type { FieldPart } from './field-kinds.ts';
import { readNumber } from './quantity.ts';
import { inDollars } from './rates.ts';

/** What a company was counted in. */
export const FIGURE_METRICS = [
  'revenue',
  'profit',
  'employees',
  'customers',
  'users',
  'funding',
  'valuation',
  'sale-price',
  'units-sold',
] as const;
export type FigureMetric = (typeof FIGURE_METRICS)[number];
/** Those counted in money; the others are numbers of people or things. */
export const MONEY_METRICS: readonly FigureMetric[] = [
  'revenue',
  'profit',
  'funding',
  'valuation',
  'sale-price',
];

/** What kind of figure a revenue is; shown beside it, because a launch month is not a year. */
export const REVENUE_BASES = [
  'annual',
  'estimate',
  'run-rate',
  'floor',
  'launch',
  'lifetime',
  'group',
  'acquisition',
  'trading-profit',
] as const;

/** How sure a figure is: `estimate` is somebody else's than the company's. */
export const CERTAINTIES = ['exact', 'about', 'at-least', 'at-most', 'estimate'] as const;
export const STATUSES = ['independent', 'acquired', 'listed', 'closed'] as const;
export type Status = (typeof STATUSES)[number];

const YEAR_MIN = 1500;
const YEAR_MAX = 2100;
export const FIGURES_MAX = 60;
export const TIMELINE_MAX = 20;
export const FOUNDERS_MAX = 20;
const EVENT_MAX = 300;

export const yearSchema = z.number().int().min(YEAR_MIN).max(YEAR_MAX);
export const monthSchema = z.number().int().min(1).max(12);
export const factIdSchema = z
  .string()
  .max(80)
  .overwrite((id) => id.normalize('NFC'))
  .refine((id) => /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(id), refusedAs('invalid_slug'));

/**
 * A figure of one year in answers, validated only when written. `amount_usd` is stored if the source states
 * dollars; otherwise converted at the average rate of the year.
 */
export const figureAnswer = z.object({
  metric: z.enum(FIGURE_METRICS),
  year: z.number().int(),
  month: z.number().int().optional(),
  amount: z.number(),
  /** ISO 4217; of money only. */
  currency: z.string().optional(),
  amount_usd: z.number().optional(),
  basis: z.enum(REVENUE_BASES).optional(),
  certainty: z.enum(CERTAINTIES),
  /** The address of one of the company's sources. */
  source: z.string().optional(),
});

/** A code of a currency as people type it, in any case and width. */
export const currencyCode = (typed: string): string => typed.normalize('NFKC').trim().toUpperCase();

export const figureSchema = figureAnswer
  .extend({
    year: yearSchema,
    month: monthSchema.optional(),
    amount: z.number().min(-1e15).max(1e15),
    currency: z
      .string()
      .overwrite(currencyCode)
      .refine((code) => /^[A-Z]{3}$/.test(code), refusedAs('invalid_currency'))
      .optional(),
    amount_usd: z.number().min(-1e15).max(1e15).optional(),
    source: httpUrlSchema.optional(),
  })
  .refine(({ metric, currency }) => MONEY_METRICS.includes(metric) === (currency !== undefined), {
    path: ['currency'],
    ...refusedAs('invalid_currency'),
  });
export type CompanyFigure = z.output<typeof figureSchema>;

export const FIGURE_PARTS: readonly FieldPart[] = [
  {
    path: 'metric',
    control: 'choice',
    options: FIGURE_METRICS,
    optionText: (value) => `companies:metric_${value}`,
    label: 'edit:parts.metric',
    required: true,
  },
  { path: 'year', control: 'year', label: 'edit:parts.year', required: true },
  { path: 'month', control: 'number', label: 'edit:parts.month' },
  { path: 'amount', control: 'number', label: 'edit:parts.amount', required: true },
  { path: 'currency', control: 'currency', label: 'edit:parts.currency' },
  {
    path: 'amount_usd',
    control: 'number',
    label: 'edit:parts.amount_usd',
    usual: ({ amount = '', currency = '', year = '' }) =>
      String(
        inDollars(readNumber(amount) ?? Number.NaN, currencyCode(currency), readNumber(year) ?? Number.NaN) ||
          '',
      ),
  },
  {
    path: 'basis',
    control: 'choice',
    options: REVENUE_BASES,
    optionText: (value) => `companies:basis_${value}`,
    label: 'edit:parts.basis',
  },
  {
    path: 'certainty',
    control: 'choice',
    options: CERTAINTIES,
    optionText: (value) => `companies:certainty_${value}`,
    label: 'edit:parts.certainty',
    required: true,
  },
  { path: 'source', control: 'source', label: 'edit:parts.source' },
];

/** The status in an answer. `price` is written as in the source, such as `$575M`. */
export const statusAnswer = z.object({
  kind: z.enum(STATUSES),
  year: z.number().int().optional(),
  by: z.string().optional(),
  price: z.string().optional(),
});
export const statusSchema = statusAnswer.extend({
  year: yearSchema.optional(),
  by: trimmedText(1, 120).optional(),
  price: trimmedText(1, 60).optional(),
});

export const STATUS_PARTS: readonly FieldPart[] = [
  {
    path: 'kind',
    control: 'choice',
    options: STATUSES,
    optionText: (value) => `companies:status_${value}`,
    label: 'edit:parts.status',
    required: true,
  },
  { path: 'year', control: 'year', label: 'edit:parts.year' },
  { path: 'by', control: 'text', label: 'edit:parts.by' },
  { path: 'price', control: 'text', label: 'edit:parts.price' },
];

/**
 * A founder, the same person in each of their companies, in an answer: a slug, and the name as each
 * language writes it.
 */
export const founderAnswer = z.object({
  id: z.string(),
  name: z.partialRecord(z.enum(LANGUAGES), z.string()),
});
export const founderSchema = founderAnswer.extend({
  id: factIdSchema,
  name: z
    .partialRecord(z.enum(LANGUAGES), trimmedText(1, 120))
    .refine((names) => Object.keys(names).length > 0, refusedAs('required')),
});
export type Founder = z.output<typeof founderSchema>;

export const FOUNDER_PARTS: readonly FieldPart[] = [
  { path: 'id', control: 'text', label: 'edit:parts.id', required: true },
  ...LANGUAGES.map(
    (language): FieldPart => ({
      path: `name.${language}`,
      control: 'text',
      label: 'edit:parts.name',
      of: language,
    }),
  ),
];

/** An event of a timeline in one language, as the API answers it. */
export const eventAnswer = z.object({
  year: z.number().int(),
  month: z.number().int().optional(),
  text: z.string(),
});
export const eventSchema = eventAnswer.extend({
  year: yearSchema,
  month: monthSchema.optional(),
  text: trimmedText(1, EVENT_MAX),
});

export const EVENT_PARTS: readonly FieldPart[] = [
  { path: 'year', control: 'year', label: 'edit:parts.year', required: true },
  { path: 'month', control: 'number', label: 'edit:parts.month' },
  { path: 'text', control: 'text', label: 'edit:parts.text', required: true },
];

/** A word that companies of a kind share: lower case, words joined by hyphens. */
export const tagSchema = z
  .string()
  .trim()
  .transform((text) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/^#/, '')
      .replace(/[\s_]+/g, '-'),
  )
  .pipe(factIdSchema.max(40));

/** Whether two figures are of the same thing at the same time. */
export const isOfSame = (a: CompanyFigure, b: CompanyFigure) =>
  a.metric === b.metric &&
  a.year === b.year &&
  (a.month ?? b.month) === (b.month ?? a.month) &&
  (a.basis ?? b.basis) === (b.basis ?? a.basis);

/** Whether two figures have the same amount in the same currency. */
export const isSameAmount = (a: CompanyFigure, b: CompanyFigure) =>
  a.amount === b.amount && a.currency === b.currency;

/** The list with figures in the places of those of the same, or after the others; at most as many as it takes. */
export function withFigures(
  figures: readonly CompanyFigure[],
  more: readonly CompanyFigure[],
): CompanyFigure[] {
  const list = [...figures];
  for (const figure of more) {
    const at = list.findIndex((one) => isOfSame(one, figure));
    if (at >= 0) list[at] = figure;
    else if (list.length < FIGURES_MAX) list.push(figure);
  }
  return list;
}

/** The figures of a metric by year, the newest last; of two in a year the one that says more. */
export function figuresOf(figures: readonly CompanyFigure[], metric: FigureMetric): CompanyFigure[] {
  return figures
    .filter((figure) => figure.metric === metric)
    .sort((a, b) => a.year - b.year || (a.month ?? 0) - (b.month ?? 0));
}

/** Maximum number of values of one filter. */
const VALUES_MAX = 20;

/** Several values separated by commas, one of which a company has. @throws where one of them cannot be */
const oneOrMoreOf = <S extends z.ZodType<string, string>>(value: S) =>
  z
    .string()
    .max(VALUES_MAX * 84)
    .transform((text) => [
      ...new Set(
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ])
    .pipe(z.array(value).max(VALUES_MAX));

/** The filters of a list, by what companies are looked up by. */
export const facetFilters = {
  kind: oneOrMoreOf(companyKindSchema).optional(),
  tag: oneOrMoreOf(tagSchema as z.ZodType<string, string>).optional(),
  founder: oneOrMoreOf(factIdSchema).optional(),
  country: oneOrMoreOf(
    z
      .string()
      .toUpperCase()
      .refine((code) => /^[A-Z]{2}$/.test(code), refusedAs('invalid_country')),
  ).optional(),
  status: oneOrMoreOf(z.enum(STATUSES)).optional(),
} satisfies Record<Facet, z.ZodType>;
export type FacetFilters = { [F in Facet]?: string[] | undefined };

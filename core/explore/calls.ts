import { z } from 'zod';
import { defineCall } from '../call.ts';
import { companyFilters } from '../companies/filters.ts';
import { withWholeRanges } from '../companies/ranges.ts';

/** Companies of which each has a point: those with the highest score, where there are more. */
export const POINTS_MAX = 5000;

const query = withWholeRanges(z.object(companyFilters));

/** How many points are wanted at most. */
const points = query.extend({ limit: z.coerce.number().int().min(1).max(POINTS_MAX).optional() });

const pointSchema = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  employees: z.number().int(),
  /** Headline revenue in US dollars. */
  revenue: z.number(),
  /** Whether it is what a year brings: no price paid, no total to date, no first month. */
  yearly: z.boolean(),
  /** US dollars a year; null where revenue is no year's, or of another time than the people. */
  revenue_per_person: z.number().int().nullable(),
});
export type ScatterPoint = z.output<typeof pointSchema>;

export const findPoints = defineCall({
  name: 'findPoints',
  method: 'GET',
  path: '/explore/points',
  access: 'public',
  tag: 'Companies',
  summary:
    'People and revenue of shown companies, the highest score first. `total` counts all that match, `known` those of which both are known.',
  query: points,
  answer: z.object({
    total: z.number().int(),
    known: z.number().int(),
    points: z.array(pointSchema).max(POINTS_MAX),
  }),
  cached: true,
  costly: true,
});
export type ScatterPoints = z.output<typeof findPoints.answer>;

export const countYears = defineCall({
  name: 'countFoundingYears',
  method: 'GET',
  path: '/explore/years',
  access: 'public',
  tag: 'Companies',
  summary:
    'How many shown companies of each kind were founded in each year, the kind that began first leading.',
  query,
  answer: z.object({
    kinds: z.array(
      z.object({
        kind: z.string(),
        /** The company with which it began. */
        first: z.object({ id: z.string(), name: z.string(), category: z.string() }),
        years: z.array(z.object({ year: z.number().int(), count: z.number().int() })),
      }),
    ),
    /** Companies whose year is unknown. */
    unknown: z.number().int(),
  }),
  cached: true,
  costly: true,
});
export type FoundingYears = z.output<typeof countYears.answer>;

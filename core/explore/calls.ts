import { z } from 'zod';
import { defineCall } from '../call.ts';
import { companyFilters } from '../companies/filters.ts';
import { withWholeRanges } from '../companies/ranges.ts';
import { refusedAs } from '../refusal.ts';
import { type AxisName, isAxisName } from './axes.ts';

/** Companies of which each has a point: those with the highest score, where there are more. */
export const POINTS_MAX = 5000;

const query = withWholeRanges(z.object(companyFilters));

const axis = z
  .string()
  .max(100)
  .refine((name): name is AxisName => isAxisName(name), refusedAs('unknown_axis'))
  .optional();

const points = query.extend({
  /** How many points are wanted at most. */
  limit: z.coerce.number().int().min(1).max(POINTS_MAX).optional(),
  /** Measure of the horizontal axis, `people` by default, and of the vertical axis, `revenue` by default. */
  x: axis,
  y: axis,
});

const pointSchema = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  /** The numbers of both axes. */
  x: z.number(),
  y: z.number(),
  /** Null where unknown, which is only where neither axis is that of people. */
  employees: z.number().int().nullable(),
  /** Headline revenue in US dollars; null where unknown. */
  revenue: z.number().nullable(),
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
    'People and revenue of shown companies, or what `x` and `y` name of `people`, `revenue` and own fields as `field.ID`, the highest score first. `total` counts all that match, `known` those of which both are known.',
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

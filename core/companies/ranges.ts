import { z } from 'zod';
import { refusedAs } from '../refusal.ts';

/** Numbers of a company by which a list is narrowed: people, US dollars a year, a year. */
export const RANGES = ['employees', 'revenue', 'revenue_per_person', 'founded'] as const;
export type Range = (typeof RANGES)[number];

/** Where the steps of a range begin, after a first one that begins anywhere. */
const RANGE_STEPS: Record<Range, readonly number[]> = {
  employees: [2, 11, 51, 201, 1001],
  revenue: [100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000],
  revenue_per_person: [100_000, 300_000, 1_000_000, 10_000_000],
  founded: [1950, 1980, 2000, 2010, 2020],
};

/** From `min` to `max`, both included, in whole numbers; null where it has no end. */
export interface RangeStep {
  min: number | null;
  max: number | null;
}

/** The steps into which a facet divides a range. No number is in two of them. */
export function rangeSteps(range: Range): RangeStep[] {
  const begins = RANGE_STEPS[range];
  return [null, ...begins].map((min, i) => {
    const next = begins[i];
    return { min, max: next === undefined ? null : next - 1 };
  });
}

type Bound = `${Range}_${'min' | 'max'}`;
export type RangeFilters = { [B in Bound]?: number | undefined };

const boundSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/** Numeric range filters of a list. A company with an unknown number matches no range. */
export const rangeFilters = Object.fromEntries(
  RANGES.flatMap((range) => [
    [`${range}_min`, boundSchema],
    [`${range}_max`, boundSchema],
  ]),
) as Record<Bound, typeof boundSchema>;

/** Bounds of a range filter; undefined if neither is given. */
export function rangeFromFilters(filters: RangeFilters, range: Range): RangeStep | undefined {
  const [min = null, max = null] = [filters[`${range}_min`], filters[`${range}_max`]];
  return min === null && max === null ? undefined : { min, max };
}

/** Refuses ranges whose minimum exceeds the maximum; the error path is the `_max` parameter. */
export function withWholeRanges<S extends z.ZodType<RangeFilters>>(schema: S): S {
  return RANGES.reduce(
    (checked, range) =>
      checked.refine(
        (filters) => {
          const { min, max } = rangeFromFilters(filters, range) ?? { min: null, max: null };
          return min === null || max === null || min <= max;
        },
        { ...refusedAs('ends_before_it_begins'), path: [`${range}_max`] },
      ) as S,
    schema,
  );
}

import type { ScatterPoint } from '../../../core/explore/calls.ts';

/** People of a company in the first chart and in the story of the day, at most. */
export const FEW_PEOPLE = 50;
/** Companies in the picture, and to choose stories from: a page is not to grow with its directory. */
export const DRAWN = 200;

/** Companies of which one is the story of a day: small ones with a year's revenue, else any. */
export function storyCandidates(points: readonly ScatterPoint[]): readonly ScatterPoint[] {
  const small = points.filter(({ yearly, employees }) => yearly && (employees ?? 1) <= FEW_PEOPLE);
  return small.length > 0 ? small : points;
}

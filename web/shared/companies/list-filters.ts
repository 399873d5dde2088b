import type { FacetCounts } from '../../../core/companies/calls.ts';

/** The choices of a list as its address has them: several values of a name are separated by commas. */
export type FilterChoices = Readonly<Record<string, string>>;

/** Filters chosen by value, in display order. */
export const VALUE_FACETS = ['country', 'kind', 'status'] as const;
export type ValueFacet = (typeof VALUE_FACETS)[number];
/** What can be chosen by a step. */
export const STEP_FACETS = ['employees', 'revenue', 'revenue_per_person', 'founded'] as const;
export type StepFacet = (typeof STEP_FACETS)[number];
/** Every name by which an address chooses. */
export const FILTER_PARAMS: readonly string[] = [
  ...VALUE_FACETS,
  'tag',
  'founder',
  'field',
  ...STEP_FACETS.flatMap((facet) => [`${facet}_min`, `${facet}_max`]),
];
/** Search parameter that opens the filters of a list; they are counted only then. */
export const VIEW_PARAM = 'view';
export const FILTERS_VIEW = 'filters';

export type FilterStep = Pick<FacetCounts[StepFacet][number], 'min' | 'max'>;

export const chosenValues = (choices: FilterChoices, name: string): string[] =>
  (choices[name] ?? '').split(',').filter(Boolean);

/** The chosen step of a range; null without one. */
export function stepOf(choices: FilterChoices, facet: StepFacet): FilterStep | null {
  const bound = (name: string) => (choices[name] === undefined ? null : Number(choices[name]));
  const [min, max] = [bound(`${facet}_min`), bound(`${facet}_max`)];
  return min === null && max === null ? null : { min, max };
}

/** An address's parameters without the place in a list that they led to. */
function fromTheTop(search: string): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const name of ['rows', 'company']) params.delete(name);
  return params;
}

/** The address where a value is chosen, or not any more. */
export function toggled(search: string, facet: string, value: string): string {
  const params = fromTheTop(search);
  const chosen = (params.get(facet) ?? '').split(',').filter(Boolean);
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  if (next.length > 0) params.set(facet, next.join(','));
  else params.delete(facet);
  return `?${params}`;
}

/** The address where a step is chosen, or none. */
export function withStep(search: string, facet: StepFacet, step: FilterStep | null): string {
  const params = fromTheTop(search);
  for (const [end, value] of [
    ['min', step?.min ?? null],
    ['max', step?.max ?? null],
  ] as const) {
    if (value === null) params.delete(`${facet}_${end}`);
    else params.set(`${facet}_${end}`, String(value));
  }
  return `?${params}`;
}

/** The address where nothing is chosen. */
export function withoutChoices(search: string): string {
  const params = fromTheTop(search);
  for (const name of FILTER_PARAMS) params.delete(name);
  return `?${params}`;
}

/** The address with the filters open, or shut. */
export function withFilters(search: string, open: boolean): string {
  const params = fromTheTop(search);
  if (open) params.set(VIEW_PARAM, FILTERS_VIEW);
  else params.delete(VIEW_PARAM);
  return `?${params}`;
}

import { isAcquisition } from './acquisition.ts';
import type { FigureMetric } from './facts.ts';
import type { SharedFields } from './fields.ts';
import type { SOURCE_TOPICS } from './sources.ts';

export type SourceTopic = (typeof SOURCE_TOPICS)[number];
export type FigureSources = readonly { url: string; supports: readonly SourceTopic[] }[];

/** What the source of a figure by year says something about. */
export const METRIC_TOPICS: Readonly<Record<FigureMetric, SourceTopic>> = {
  revenue: 'revenue',
  profit: 'revenue',
  employees: 'employees',
  customers: 'customers',
  users: 'customers',
  funding: 'funding',
  valuation: 'funding',
  'sale-price': 'acquisition',
  'units-sold': 'products',
};

/** Figures, and the fields that say when and how each was true. */
export const FIGURES = {
  revenue: ['revenue_as_of', 'revenue_basis'],
  employees: ['employees_as_of'],
  founded: [],
} as const;
export type Figure = keyof typeof FIGURES;
export const FIGURE_FIELDS = Object.keys(FIGURES) as Figure[];
export const isFigure = (field: string): field is Figure => (FIGURE_FIELDS as string[]).includes(field);

/** The figure that a field says something about: `revenue` of `revenue_as_of`; else the field itself. */
export const figureOf = (field: string) => field.replace(/_as_of$|_basis$/, '');

/** What a source of a figure supports. A price paid is a revenue figure here, and has a topic of its own. */
export function topicsOf(
  figure: Figure,
  { revenue, revenue_basis }: { revenue: string; revenue_basis: string | null },
): SourceTopic[] {
  const isPrice = figure === 'revenue' && (revenue_basis === 'acquisition' || isAcquisition(revenue));
  return isPrice ? ['revenue', 'acquisition'] : [figure];
}

/** Sources without some topics; a source with no other topic is removed. */
export function withoutTopics<T extends FigureSources[number]>(
  sources: readonly T[],
  topics: readonly SourceTopic[],
): T[] {
  return sources.flatMap((source) => {
    const supports = source.supports.filter((topic) => !topics.includes(topic));
    if (supports.length === source.supports.length) return [source];
    return supports.length > 0 ? [{ ...source, supports }] : [];
  });
}

type Claims = Pick<
  SharedFields,
  'revenue' | 'revenue_as_of' | 'revenue_basis' | 'employees' | 'employees_as_of' | 'founded' | 'sources'
>;

/**
 * Claims that end when their figure changes: its year, basis and supporting sources, unless the same change
 * sets new ones (docs/decisions, 'A figure takes its claims with it').
 * @param given the changes, revenue in its normal form
 */
export function outdatedClaims(before: Claims, given: Partial<Claims>): Partial<Claims> {
  const changed = FIGURE_FIELDS.filter(
    (figure) => given[figure] !== undefined && given[figure] !== before[figure],
  );
  const ended: Partial<Claims> = {};
  for (const field of changed.flatMap((figure): readonly (keyof Claims)[] => FIGURES[figure])) {
    if (given[field] === undefined) Object.assign(ended, { [field]: null });
  }
  if (changed.length > 0 && given.sources === undefined) {
    const topics = changed.flatMap((figure) => topicsOf(figure, before));
    ended.sources = withoutTopics(before.sources, topics);
  }
  return ended;
}

/** The year and the basis of a figure that is not there: they say something about nothing, and go. */
export function claimsOfNothing(fields: Claims): Partial<Claims> {
  const loose = FIGURE_FIELDS.filter((figure) => fields[figure] === null || fields[figure] === '');
  return Object.fromEntries(
    loose.flatMap((figure): readonly (keyof Claims)[] => FIGURES[figure]).map((field) => [field, null]),
  );
}

import { z } from 'zod';
import type { SharedFields } from './fields.ts';
import { FIGURE_FIELDS, type Figure, topicsOf } from './figures.ts';
import {
  dollarsOf,
  FOLLOWING,
  figureAsHeadline,
  HEADLINES,
  type Headline,
  latestFigure,
} from './headline.ts';
import { parseRevenue } from './revenue.ts';

/**
 * Problems that editors look for: old facts, unchecked facts, facts without a source, contradictions, sources
 * that do not answer.
 */
export const ISSUES = ['old', 'unchecked', 'unsourced', 'contradiction', 'broken'] as const;
export type Issue = (typeof ISSUES)[number];

/** Years after which a figure is old, and months after which a check is long ago. */
export const OLD_YEARS = [1, 2, 3, 5, 10] as const;
export const OLD_YEARS_USUAL = 3;
export const UNCHECKED_MONTHS = [3, 6, 12, 24] as const;
export const UNCHECKED_MONTHS_USUAL = 12;

/** Part by which a written revenue may differ from its figure: people round. */
const ROUNDING = 0.05;
/** Kinds of revenue that a figure of a year can contradict. */
const OF_A_YEAR: readonly (string | null)[] = [null, 'annual', 'estimate', 'run-rate'];

/** What is to be looked after in a company, whatever day it is. Stored as JSON: short names. */
export interface Findings {
  /** Newest known year of each headline figure; empty for a closed or acquired company. */
  years: { [H in Headline]?: number };
  unsourced: { fields: Figure[]; figures: number };
  contradictions: { field: Headline; said: string; latest: string; year: number }[];
}

export function findingsOf(company: SharedFields): Findings {
  const { figures, sources, status } = company;
  const isOver = status?.kind === 'closed' || status?.kind === 'acquired';
  const years = isOver
    ? []
    : HEADLINES.flatMap((field) => {
        const known = figures.filter(({ metric }) => metric === field).map(({ year }) => year);
        const newest = Math.max(company[`${field}_as_of`] ?? 0, ...known);
        return newest > 0 ? [[field, newest]] : [];
      });
  const isFilled = (field: Figure) => company[field] !== null && company[field] !== '';
  const isSourced = (field: Figure) => {
    const topics = topicsOf(field, company);
    return sources.some(({ supports }) => supports.some((topic) => topics.includes(topic)));
  };
  return {
    years: Object.fromEntries(years),
    unsourced: {
      fields: FIGURE_FIELDS.filter((field) => isFilled(field) && !isSourced(field)),
      figures: figures.filter(({ source }) => !source).length,
    },
    contradictions: HEADLINES.flatMap((field) => contradictionIn(company, field) ?? []),
  };
}

/** Where a headline that is not newer than the latest figure says something else. */
function contradictionIn(
  company: SharedFields,
  field: Headline,
): Findings['contradictions'][number] | undefined {
  const figure = latestFigure(company.figures, field);
  const written = company[field];
  if (!figure || !written || company[FOLLOWING[field]]) return undefined;
  if ((company[`${field}_as_of`] ?? 0) > figure.year) return undefined;
  const latest = figureAsHeadline(figure, field)[field];
  if (field === 'employees') {
    if (written === latest) return undefined;
  } else {
    const amount = parseRevenue(company.revenue);
    const dollars = dollarsOf(figure) ?? 0;
    if (amount === null || !OF_A_YEAR.includes(company.revenue_basis)) return undefined;
    if (Math.abs(amount - dollars) <= ROUNDING * Math.max(amount, dollars)) return undefined;
  }
  return { field, said: String(written), latest: String(latest), year: figure.year };
}

/** Why a company is among those of an issue. */
export const reasonSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('old'), field: z.enum(['revenue', 'employees']), year: z.number().int() }),
  /** `since`: the day of the last check; null where nobody ever did. */
  z.object({ kind: z.literal('unchecked'), since: z.string().nullable() }),
  /** `figures`: how many of the figures by year. */
  z.object({
    kind: z.literal('unsourced'),
    fields: z.array(z.enum(['revenue', 'employees', 'founded'])),
    figures: z.number().int(),
  }),
  /** The headline figure, and the latest figure by year with its year. */
  z.object({
    kind: z.literal('contradiction'),
    field: z.enum(['revenue', 'employees']),
    said: z.string(),
    latest: z.string(),
    year: z.number().int(),
  }),
  /** How many of the company's sources do not answer. */
  z.object({ kind: z.literal('broken'), sources: z.number().int() }),
]);
export type IssueReason = z.output<typeof reasonSchema>;

/** What the company itself says, and nobody outside has to be asked. */
export type OwnIssue = Exclude<Issue, 'broken'>;
export const OWN_ISSUES = ISSUES.filter((issue): issue is OwnIssue => issue !== 'broken');

/** @param limits.year figures of earlier ones are old */
export function reasonsFor(
  issue: OwnIssue,
  { years, unsourced, contradictions }: Findings,
  { checked_at, year }: { checked_at: string | null; year: number },
): IssueReason[] {
  switch (issue) {
    case 'old':
      return HEADLINES.flatMap((field) => {
        const newest = years[field];
        return newest !== undefined && newest < year ? [{ kind: 'old' as const, field, year: newest }] : [];
      });
    case 'unchecked':
      return [{ kind: 'unchecked', since: checked_at }];
    case 'unsourced':
      return [{ kind: 'unsourced', ...unsourced }];
    case 'contradiction':
      return contradictions.map((one) => ({ kind: 'contradiction' as const, ...one }));
  }
}

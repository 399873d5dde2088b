import { equalJson } from '../equal-json.ts';
import type { CompanyFigure } from './facts.ts';
import type { Field } from './field-kinds.ts';
import { SHARED, type SharedFields, SOURCES_MAX } from './fields.ts';
import { FIGURES, topicsOf, withoutTopics } from './figures.ts';
import { inDollars } from './rates.ts';
import { formatDollars } from './revenue.ts';
import type { Source } from './sources.ts';

/** The figures of a company's head that can follow its list of figures, and the switch that says so. */
export const FOLLOWING = { revenue: 'revenue_follows', employees: 'employees_follows' } as const;
export type Headline = keyof typeof FOLLOWING;
export const HEADLINES = Object.keys(FOLLOWING) as Headline[];

/** Digits of a headline that follows: a rate of exchange or a count of days makes no more of them true. */
const HEADLINE_DIGITS = 3;

/**
 * US dollars of a figure: what its source says, else by the average rate of its year. Undefined where it
 * is no money, or neither is known.
 */
export function dollarsOf({ amount, currency, amount_usd, year }: CompanyFigure): number | undefined {
  if (currency === undefined) return undefined;
  return currency === 'USD' ? amount : (amount_usd ?? inDollars(amount, currency, year));
}

/** A figure with its amount in US dollars, if known. */
export function withDollars(figure: CompanyFigure): CompanyFigure {
  const amount_usd = dollarsOf(figure);
  return amount_usd === undefined ? figure : { ...figure, amount_usd };
}

/** Whether a field takes a value: a row may be of an earlier year, or count more, than a headline can. */
const isSaved = ({ schema }: Field, value: number) => schema.safeParse(value).success;

/** What a headline says by a figure; undefined where it is none of a year's revenue or of people. */
function countOf(figure: CompanyFigure, headline: Headline): number | undefined {
  if (figure.metric !== headline || !isSaved(SHARED[`${headline}_as_of`], figure.year)) return undefined;
  if (headline === 'employees') {
    const people = Math.round(figure.amount);
    return isSaved(SHARED.employees, people) ? people : undefined;
  }
  const isOfYear = figure.basis === 'annual' || figure.basis === 'run-rate';
  const dollars = isOfYear ? dollarsOf(figure) : undefined;
  return dollars !== undefined && dollars > 0 ? Number(dollars.toPrecision(HEADLINE_DIGITS)) : undefined;
}

/** Months since the year 0; one of a whole year is of its end. */
const timeOf = ({ year, month }: CompanyFigure) => year * 12 + (month || 12);

/**
 * The figure that a headline follows: the latest of people, or of a year's revenue (or its run rate)
 * whose dollars are known. Of two at one time a whole year before a run rate, what was reported before
 * an estimate, and the upper one in the list. Undefined where there is none.
 */
export function latestFigure(
  figures: readonly CompanyFigure[],
  headline: Headline,
): CompanyFigure | undefined {
  const weight = ({ basis, certainty }: CompanyFigure) =>
    (basis === 'run-rate' ? 2 : 0) + (certainty === 'estimate' ? 1 : 0);
  return figures
    .filter((figure) => countOf(figure, headline) !== undefined)
    .sort((a, b) => timeOf(b) - timeOf(a) || weight(a) - weight(b))[0];
}

type Followed = Partial<
  Pick<SharedFields, 'revenue' | 'revenue_as_of' | 'revenue_basis' | 'employees' | 'employees_as_of'>
>;

/** The headline that follows from a figure, with year and basis. */
export function figureAsHeadline(figure: CompanyFigure, headline: Headline): Followed {
  const count = countOf(figure, headline) ?? 0;
  if (headline === 'employees') return { employees: count, employees_as_of: figure.year };
  return {
    revenue: `${formatDollars(count)}${figure.certainty === 'at-least' ? '+' : ''}`,
    revenue_as_of: figure.year,
    revenue_basis:
      figure.basis === 'annual' && figure.certainty === 'estimate' ? 'estimate' : (figure.basis ?? null),
  };
}

/** The sources, of which a figure's own says the headline too; one that was none yet is the last. */
function withSource(
  sources: readonly Source[],
  headline: Headline,
  { source: url }: CompanyFigure,
): Source[] {
  const there = sources.find((source) => source.url === url);
  if (url === undefined || there?.supports.includes(headline)) return [...sources];
  if (there)
    return sources.map((source) =>
      source === there ? { ...there, supports: [...there.supports, headline] } : source,
    );
  return sources.length < SOURCES_MAX ? [...sources, { url, supports: [headline] }] : [...sources];
}

/**
 * A save with what follows from it: a headline that follows the latest figure is that figure's. Where
 * the save gives a headline another value and does not say itself that it follows, the headline is
 * written by hand from then on. Without a figure to follow it stays as it is.
 * @param asked the changes, revenue in its normal form
 */
export function withFollowed(before: SharedFields, asked: Partial<SharedFields>): Partial<SharedFields> {
  const next: Partial<SharedFields> = { ...asked };
  for (const headline of HEADLINES) {
    const follows = FOLLOWING[headline];
    const fields = [headline, ...FIGURES[headline]] as const;
    const isConcerned = ['figures', follows, ...fields].some((field) => Object.hasOwn(asked, field));
    if (!isConcerned || !(asked[follows] ?? before[follows])) continue;
    const figure = latestFigure(asked.figures ?? before.figures, headline);
    if (!figure) continue;
    const followed = figureAsHeadline(figure, headline);
    const isByHand = fields.some(
      (field) =>
        asked[field] !== undefined &&
        !equalJson(asked[field], before[field]) &&
        !equalJson(asked[field], followed[field as keyof Followed]),
    );
    if (isByHand && asked[follows] === undefined) {
      next[follows] = false;
      continue;
    }
    Object.assign(next, followed);
    const { sources = before.sources } = next;
    const isNew = !equalJson(followed[headline], before[headline]);
    // What supported the figure before says nothing of this one, unless the save says so.
    const still = isNew && !asked.sources ? withoutTopics(sources, topicsOf(headline, before)) : sources;
    next.sources = withSource(still, headline, figure);
  }
  return next;
}

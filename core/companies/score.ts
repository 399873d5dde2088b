import { isAcquisition } from './acquisition.ts';
import { NO_YEARS } from './per-person.ts';
import { parseRevenue } from './revenue.ts';

export const SCORE_MAX = 100;

/** How many points a company gets for what; configuration of the directory. */
export interface ScoreRules {
  /** Of every company. */
  base: number;
  /** By the parsed revenue in US dollars, highest first: the first step that is reached counts. */
  revenue: readonly { atLeast: number; points: number }[];
  /** By the number of people, lowest first: the first step that is kept counts. */
  employees: readonly { atMost: number; points: number }[];
  /** Of each full year since the foundation, up to a maximum. */
  age: { perYear: number; max: number };
  /** Bases of a revenue that gets no points, because it is no year's. */
  uncounted: readonly string[];
}

/** The formula as specified (decisions, 'Revenue and score'). */
export const SPECIFIED_RULES: ScoreRules = {
  base: 50,
  revenue: [
    { atLeast: 1e9, points: 40 },
    { atLeast: 1e8, points: 30 },
    { atLeast: 1e7, points: 20 },
    { atLeast: 1e6, points: 10 },
  ],
  employees: [
    { atMost: 5, points: 20 },
    { atMost: 50, points: 10 },
  ],
  age: { perYear: 1, max: 10 },
  uncounted: NO_YEARS,
};

let rulesInForce = SPECIFIED_RULES;

/** Sets the score rules in force in this process. */
export function setScoreRules(rules: ScoreRules): void {
  rulesInForce = rules;
}

export interface ScoredCompany {
  revenue: string | null;
  revenue_basis: string | null;
  employees: number | null;
  founded: number | null;
}

export interface ScoreParts {
  base: number;
  revenue: number;
  employees: number;
  age: number;
  /** The sum of the parts, at most 100. */
  total: number;
}

/** The revenue in US dollars that gets points; 0 where it is unknown or no year's. */
function countedRevenue({ revenue, revenue_basis }: ScoredCompany, { uncounted }: ScoreRules): number {
  const basis = isAcquisition(revenue) ? 'acquisition' : revenue_basis;
  return uncounted.includes(basis ?? '') ? 0 : (parseRevenue(revenue) ?? 0);
}

/**
 * What a company's score is made of.
 * @param year the current year; a founding year ahead of it gives no age points
 */
export function scoreParts(
  company: ScoredCompany,
  year: number,
  rules: ScoreRules = rulesInForce,
): ScoreParts {
  const amount = countedRevenue(company, rules);
  const { employees: staff, founded } = company;
  const { base, age: aged } = rules;
  const revenue = rules.revenue.find((step) => amount >= step.atLeast)?.points ?? 0;
  const employees =
    staff === null || staff < 1 ? 0 : (rules.employees.find((step) => staff <= step.atMost)?.points ?? 0);
  const age =
    founded === null ? 0 : Math.min(aged.max, Math.max(0, Math.floor(year - founded)) * aged.perYear);
  const total = Math.min(SCORE_MAX, base + revenue + employees + age);
  return { base, revenue, employees, age, total };
}

export function score(company: ScoredCompany, year: number): number {
  return scoreParts(company, year).total;
}

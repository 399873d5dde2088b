import { parseRevenue } from './revenue.ts';

export const SCORE_BASE = 50;
export const SCORE_MAX = 100;
const AGE_MAX = 10;

/** Points by the parsed revenue in US dollars, and by the number of employees (decisions, 'Revenue and score'). */
export const REVENUE_POINTS = [
  { atLeast: 1e9, points: 40 },
  { atLeast: 1e8, points: 30 },
  { atLeast: 1e7, points: 20 },
  { atLeast: 1e6, points: 10 },
] as const;
export const EMPLOYEE_POINTS = [
  { atMost: 5, points: 20 },
  { atMost: 50, points: 10 },
] as const;

export interface ScoredCompany {
  revenue: string | null;
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

/**
 * What a company's score is made of. `year` is the current year; a founding year ahead of it gives
 * no age points. The total is always 50 to 100.
 */
export function scoreParts(company: ScoredCompany, year: number): ScoreParts {
  const amount = parseRevenue(company.revenue) ?? 0;
  const { employees: staff, founded } = company;
  const revenue = REVENUE_POINTS.find((step) => amount >= step.atLeast)?.points ?? 0;
  const employees =
    staff === null || staff < 1 ? 0 : (EMPLOYEE_POINTS.find((step) => staff <= step.atMost)?.points ?? 0);
  const age = founded === null ? 0 : Math.min(AGE_MAX, Math.max(0, Math.floor(year - founded)));
  const total = Math.min(SCORE_MAX, SCORE_BASE + revenue + employees + age);
  return { base: SCORE_BASE, revenue, employees, age, total };
}

export function score(company: ScoredCompany, year: number): number {
  return scoreParts(company, year).total;
}

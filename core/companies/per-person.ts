import { isAcquisition } from './acquisition.ts';

/**
 * Headline revenue divided by people in US dollars a year; -1 where one of them is unknown, so that it
 * sorts last.
 * @param company.revenue_amount negative where unknown
 */
export function revenuePerPerson(company: { revenue_amount: number; employees: number | null }): number {
  const { revenue_amount, employees } = company;
  return revenue_amount >= 0 && employees ? revenue_amount / employees : -1;
}

/** As an answer has it: whole dollars, null where it is unknown. */
export const shownPerPerson = (stored: number): number | null => (stored < 0 ? null : Math.round(stored));

/** Years by which revenue and people may be apart for one to be divided by the other. */
const YEARS_APART = 2;

/** Bases of a revenue that is no year's: of a whole life, a month, another company, or a price that was paid. */
export const NO_YEARS: readonly string[] = ['lifetime', 'launch', 'group', 'acquisition'];

/** Whether a headline's revenue is what a year brings. */
export const isYearly = (company: { revenue: string; revenue_basis: string | null }): boolean =>
  !NO_YEARS.includes(company.revenue_basis ?? '') && !isAcquisition(company.revenue);

/** Whether the years of revenue and people are known and near each other. */
export function isOfOneTime(company: {
  revenue_as_of: number | null;
  employees_as_of: number | null;
}): boolean {
  const { revenue_as_of, employees_as_of } = company;
  return (
    revenue_as_of !== null &&
    employees_as_of !== null &&
    Math.abs(revenue_as_of - employees_as_of) <= YEARS_APART
  );
}

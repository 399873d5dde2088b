import { isAcquisition } from './acquisition.ts';

/** A company's headline revenue: the text, and the basis if one is stored. */
type HeadlineRevenue = { revenue: string; revenue_basis: string | null };

/**
 * Headline revenue divided by people in US dollars a year; -1 where one of them is unknown or the revenue is no
 * year's, so that it sorts last.
 * @param company.revenue_amount negative where unknown
 */
export function revenuePerPerson(
  company: HeadlineRevenue & { revenue_amount: number; employees: number | null },
): number {
  const { revenue_amount, employees } = company;
  return revenue_amount >= 0 && employees && isYearly(company) ? revenue_amount / employees : -1;
}

/** As an answer has it: whole dollars, null where it is unknown. */
export const shownPerPerson = (stored: number): number | null => (stored < 0 ? null : Math.round(stored));

/** Years by which revenue and people may be apart for one to be divided by the other. */
const YEARS_APART = 2;

/**
 * Bases of a revenue that is no year's: of a whole life, a month, another company, a price that was paid, or what
 * trading left over. An estimate and a published minimum are of a year.
 */
export const NO_YEARS: readonly string[] = ['lifetime', 'launch', 'group', 'acquisition', 'trading-profit'];

/** Whether a headline's revenue is what a year brings. */
export const isYearly = (company: HeadlineRevenue): boolean =>
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

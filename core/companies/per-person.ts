/** Headline revenue divided by people in US dollars, where both are known. @param company.revenue_amount negative where unknown */
export function revenuePerPerson(company: {
  revenue_amount: number;
  employees: number | null;
}): number | null {
  const { revenue_amount, employees } = company;
  return revenue_amount > 0 && employees ? Math.round(revenue_amount / employees) : null;
}

/** Years by which revenue and people may be apart for one to be divided by the other. */
const YEARS_APART = 2;

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

import { revenuePerPerson, shownPerPerson } from '../../core/companies/per-person.ts';
import { parseRevenue } from '../../core/companies/revenue.ts';
import type { Marked } from '../../core/design/mark.ts';

interface Row extends Omit<Marked, 'revenue_per_person'> {
  logo: string | null;
  revenue: string;
}

/** A company of the console with what its mark is drawn from, as the public pages have it. */
export function markedRow({ id, category, employees, logo, revenue }: Row): Marked & { logo: string | null } {
  const perPerson = revenuePerPerson({ revenue_amount: parseRevenue(revenue) ?? -1, employees });
  return { id, category, employees, logo, revenue_per_person: shownPerPerson(perPerson) };
}

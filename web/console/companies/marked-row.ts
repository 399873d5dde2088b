import { isOwnLogo } from '../../../core/companies/logo-address.ts';
import { revenuePerPerson, shownPerPerson } from '../../../core/companies/per-person.ts';
import { parseRevenue } from '../../../core/companies/revenue.ts';
import type { MarkedCompany } from '../../../core/design/mark.ts';

interface MarkableRow extends Omit<MarkedCompany, 'revenue_per_person'> {
  logo: string | null;
  show_on_site: boolean;
  revenue: string;
  revenue_basis: string | null;
}

/** A company of the console with what its mark is drawn from, as the public pages have it. */
export function markedRow({
  id,
  category,
  employees,
  logo,
  revenue,
  revenue_basis,
  show_on_site,
}: MarkableRow): MarkedCompany & { logo: string | null } {
  const revenue_amount = parseRevenue(revenue) ?? -1;
  const perPerson = revenuePerPerson({ revenue, revenue_basis, revenue_amount, employees });
  // The public address of another site's logo serves those of companies that the public sees.
  const shown = logo && (show_on_site || isOwnLogo(logo)) ? logo : null;
  return { id, category, employees, logo: shown, revenue_per_person: shownPerPerson(perPerson) };
}

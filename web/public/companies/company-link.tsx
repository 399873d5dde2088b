import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { ListedCompany } from '../../../core/companies/calls.ts';
import { withPanel } from '../../shared/paths.ts';
import { recordCompanyView } from '../analytics/record.ts';

/** Opens a company's panel on the current page and counts the view without waiting for it. */
export function CompanyLink({
  company,
  className,
  children,
}: {
  company: Pick<ListedCompany, 'id' | 'category'>;
  className?: string;
  children: ReactNode;
}) {
  const location = useLocation();
  return (
    <Link
      to={withPanel(location, company.id)}
      state={{ panel: 'opened here' }}
      preventScrollReset
      className={className}
      onClick={() => recordCompanyView(company)}
    >
      {children}
    </Link>
  );
}

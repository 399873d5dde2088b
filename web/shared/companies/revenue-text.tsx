import type { ListedCompany } from '../../../core/companies/calls.ts';
import { translateRevenue } from '../../i18n/translate-revenue.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** A revenue as visitors read it: the word acquisition in their language, the figure as it is. */
export function useRevenueText(): (revenue: string) => string {
  const { t } = useTranslation(['companies', 'common']);
  return (revenue) => (revenue ? translateRevenue(t, revenue) : t('common:unknown'));
}

/** What kind of figure a revenue is, where it is not simply a year's: `price paid for the company`. Else empty. */
export function useRevenueKind(): (company: Pick<ListedCompany, 'revenue_basis'>) => string {
  const { t } = useTranslation('companies');
  return ({ revenue_basis }) =>
    revenue_basis === null || revenue_basis === 'annual' ? '' : t(`basis_${revenue_basis}`);
}

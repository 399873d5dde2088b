import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListedCompanies } from '../../shared/companies/list.ts';

/** Returns a function for a ranking's meta description: subject, number of companies and first company. */
export function useListSummary() {
  const { t } = useTranslation('companies');
  return (description: string, { total, first }: ListedCompanies): string =>
    first === null ? description : t('rankingSummary', { description, count: total, first });
}

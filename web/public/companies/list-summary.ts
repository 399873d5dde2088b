import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListedCompanies } from '../../shared/companies/list.ts';

/** Returns what describes a ranking to search engines: what it is of, how many companies, and the first of them. */
export function useListSummary() {
  const { t } = useTranslation('companies');
  return (description: string, { total, first }: ListedCompanies): string =>
    first === null ? description : t('rankingSummary', { description, count: total, first });
}

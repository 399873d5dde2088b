import { isAcquisition } from '../../core/companies/acquisition.ts';
import { useTranslation } from '../i18n/use-translation.ts';

/** A revenue as visitors read it: the word acquisition in their language, the figure as it is. */
export function useRevenueText(): (revenue: string) => string {
  const { t } = useTranslation(['companies', 'common']);
  return (revenue) => {
    if (!revenue) return t('common:unknown');
    return isAcquisition(revenue) ? revenue.replace(/acquisition/i, t('acquisition')) : revenue;
  };
}

import type { ListedCompany } from '../../../core/companies/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { useRevenueText } from './revenue-text.tsx';

/** The signature of the site: what a company earns beside how few it is. */
export function BigFigures({ company }: { company: Pick<ListedCompany, 'revenue' | 'employees'> }) {
  const { t } = useTranslation(['companies', 'common']);
  const { language } = useRoot();
  const revenueText = useRevenueText();
  return (
    <div className="big-figures">
      <b>
        <span className="sr-only">{t('common:labelled', { label: t('revenueShort'), value: '' })}</span>
        {revenueText(company.revenue)}
      </b>
      {company.employees === null ? null : (
        <span>
          <span className="sr-only">{t('common:labelled', { label: t('employees'), value: '' })}</span>
          {t('people', { count: company.employees, number: formatNumber(company.employees, language) })}
        </span>
      )}
    </div>
  );
}

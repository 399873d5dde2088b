import { Link } from 'react-router';
import { readAdminStats } from '../../../core/dashboard/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { State, StateActions } from '../../shared/ui/state.tsx';
import { useCall } from '../shared/api.ts';
import { useMay } from '../shared/may.ts';

/** What whoever runs a directory without a company does first. */
export function FirstRun() {
  const { t } = useTranslation('dashboard');
  const { data } = useCall(readAdminStats, {});
  const may = useMay();
  if (data?.totalCompanies !== 0 || !may('companies.write')) return null;
  return (
    <section className="rounded-2xl border border-line bg-raised px-6 py-10">
      <State kind="beginning" title={t('firstRun.title')} text={t('firstRun.text')}>
        <StateActions>
          <Link to={paths.admin('add')} className="button button-primary">
            {t('firstRun.add')}
          </Link>
          <Link to={paths.admin('companies')} className="button">
            {t('firstRun.import')}
          </Link>
          {may('settings.write') ? (
            <Link to={paths.admin('directory')} className="button">
              {t('firstRun.configure')}
            </Link>
          ) : null}
        </StateActions>
      </State>
    </section>
  );
}

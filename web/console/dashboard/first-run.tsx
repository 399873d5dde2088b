import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { readAdminStats } from '../../../core/dashboard/calls.ts';
import { readSetup } from '../../../core/directory/setup-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { State, StateActions } from '../../shared/ui/state.tsx';
import { useCall } from '../shared/api.ts';
import { useMay } from '../shared/may.ts';
import { useSitting } from '../shared/session.ts';
import { subPageAddress } from '../shared/sub-pages.tsx';

/**
 * What whoever runs a directory does first: the set-up of a new one, which opens by itself after the first log-in,
 * and companies where there are none.
 */
export function FirstRun() {
  const may = useMay();
  const hasLoggedInHere = useSitting() > 0;
  const setup = useCall(readSetup, {}, { enabled: may('settings.write') && may('companies.write') });
  const isPending = setup.data?.pending ?? false;
  const opens = isPending && hasLoggedInHere && !setupOpened;
  const navigate = useNavigate();
  useEffect(() => {
    if (!opens) return;
    setupOpened = true;
    void navigate(SETUP);
  }, [opens, navigate]);
  return (
    <>
      {isPending ? <SetupNote /> : null}
      <FirstCompany />
    </>
  );
}

/** Whether this page opened the set-up by itself: it does so once. */
let setupOpened = false;

const SETUP = { pathname: paths.admin('directory'), ...subPageAddress('setup') };

function SetupNote() {
  const { t } = useTranslation('dashboard');
  return (
    <p>
      <Link to={SETUP} className="button">
        {t('firstRun.setup')}
      </Link>
    </p>
  );
}

function FirstCompany() {
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

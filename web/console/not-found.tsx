import { Link } from 'react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { State, StateActions } from '../ui/state.tsx';

/** An address below /admin that is no section. */
export default function ConsoleNotFound() {
  const { t } = useTranslation('console');
  return (
    <div className="py-16">
      <State kind="missing" title={t('notFound')} level="h1">
        <StateActions>
          <Link to={paths.admin()} className="button">
            {t('sections.dashboard.name')}
          </Link>
        </StateActions>
      </State>
    </div>
  );
}

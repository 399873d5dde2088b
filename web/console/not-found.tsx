import { Link } from 'react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';

/** An address below /admin that is no section. */
export default function ConsoleNotFound() {
  const { t } = useTranslation('console');
  return (
    <div className="py-16 text-center">
      <h1 className="text-3xl">{t('notFound')}</h1>
      <Link to={paths.admin()} className="button mt-6">
        {t('sections.dashboard.name')}
      </Link>
    </div>
  );
}

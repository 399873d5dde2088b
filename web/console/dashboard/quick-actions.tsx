import { Link } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { useSections } from '../shared/may.ts';

export function QuickActions() {
  const { t } = useTranslation(['dashboard', 'console']);
  const sections = useSections();
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="text-xl">
        {t('actions.title')}
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-3">
        {sections
          .filter(({ id }) => id !== 'dashboard')
          .map(({ id }) => (
            <li key={id}>
              <Link
                to={paths.admin(id)}
                className="group block h-full rounded-xl border border-line bg-raised p-4 sm:p-5 hover:border-soft hover:bg-tint"
              >
                <span className="block font-medium group-hover:underline group-hover:decoration-accent">
                  {t(`console:sections.${id}.name`)}
                </span>
                <span className="mt-1 hidden text-soft text-sm sm:block">
                  {t(`console:sections.${id}.text`)}
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}

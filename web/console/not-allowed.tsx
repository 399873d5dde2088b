import { Link } from 'react-router';
import { readAdminSession } from '../../core/admins/calls.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { State, StateActions } from '../ui/state.tsx';
import { useCall } from './api.ts';
import type { SectionId } from './sections.ts';

/** Stands for a section that the administrator's role does not open. */
export function NotAllowed({ id }: { id: SectionId }) {
  const { t } = useTranslation('console');
  const { data: session } = useCall(readAdminSession, {});
  const name = t(`sections.${id}.name`);
  return (
    <div className="py-16">
      <title>{`${name} · ${t('title')}`}</title>
      <State
        kind="closed"
        title={t('notAllowed.title')}
        level="h1"
        text={session ? t('notAllowed.text', { section: name, role: t(`roles.${session.role}.name`) }) : null}
      >
        <p className="mt-2 text-soft">{t('notAllowed.ask')}</p>
        <StateActions>
          <Link to={paths.admin()} className="button">
            {t('sections.dashboard.name')}
          </Link>
        </StateActions>
      </State>
    </div>
  );
}

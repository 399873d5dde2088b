import { Link } from 'react-router';
import { readAdminSession } from '../../core/admins/calls.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { Icon } from '../ui/icons.tsx';
import { useCall } from './api.ts';
import type { SectionId } from './sections.ts';

/** Stands for a section that the administrator's role does not open. */
export function NotAllowed({ id }: { id: SectionId }) {
  const { t } = useTranslation('console');
  const { data: session } = useCall(readAdminSession, {});
  const name = t(`sections.${id}.name`);
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <title>{`${name} · ${t('title')}`}</title>
      <p className="mx-auto flex size-14 items-center justify-center rounded-full bg-tint text-accent">
        <Icon>
          <rect x="5" y="11" width="14" height="9" rx="2" />
          <path d="M8 11V8a4 4 0 0 1 8 0v3" />
        </Icon>
      </p>
      <h1 className="mt-6 text-3xl">{t('notAllowed.title')}</h1>
      <p className="mt-3 text-soft">
        {session ? t('notAllowed.text', { section: name, role: t(`roles.${session.role}.name`) }) : null}
      </p>
      <p className="mt-2 text-soft">{t('notAllowed.ask')}</p>
      <Link to={paths.admin()} className="button mt-8">
        {t('sections.dashboard.name')}
      </Link>
    </div>
  );
}

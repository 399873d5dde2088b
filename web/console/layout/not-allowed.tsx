import { readAdminSession } from '../../../core/admins/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { SectionId } from '../../shared/console/sections.ts';
import { useCall } from '../shared/api.ts';
import { InsteadOfSection } from '../shared/instead.tsx';

/** Stands for a section that the administrator's role does not open. */
export function NotAllowed({ id }: { id: SectionId }) {
  const { t } = useTranslation('console');
  const { data: session } = useCall(readAdminSession, {});
  const name = t(`sections.${id}.name`);
  return (
    <>
      <title>{`${name} · ${t('title')}`}</title>
      <InsteadOfSection
        kind="closed"
        title={t('notAllowed.title')}
        text={session ? t('notAllowed.text', { section: name, role: t(`roles.${session.role}.name`) }) : null}
      >
        <p className="mt-2 text-soft">{t('notAllowed.ask')}</p>
      </InsteadOfSection>
    </>
  );
}

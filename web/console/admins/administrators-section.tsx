import { useState } from 'react';
import { type Administrator, findAdministrators } from '../../../core/admins/administrator-calls.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded, Section } from '../shared/section.tsx';
import { AdministratorSessions } from './administrator-sessions.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { type AdministratorTask, useAdministratorActions } from './use-administrator-actions.tsx';

const ADMINISTRATORS_TEXTS = ['administrators'];

export default function AdministratorsSection() {
  return (
    <Section id="administrators" features={ADMINISTRATORS_TEXTS} actions={<AdministratorsActions />}>
      <div className="space-y-14">
        <AdministratorList />
        <InvitationList />
      </div>
    </Section>
  );
}

/** Beside the title, outside of what waits for the section's texts. */
function AdministratorsActions() {
  return (
    <WithTexts features={ADMINISTRATORS_TEXTS}>
      <InviteButton />
    </WithTexts>
  );
}

function InviteButton() {
  const { t } = useTranslation('administrators');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        {t('invite.button')}
      </Button>
      <InviteDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Actions available for an administrator in the current state. */
function administratorTasks({ disabled_at, second_factor }: Administrator): AdministratorTask[] {
  return [
    ...(second_factor ? (['removeFactors'] as const) : []),
    disabled_at === null ? 'disable' : 'enable',
    'remove',
  ];
}

function AdministratorList() {
  const { t } = useTranslation('administrators');
  const list = useCall(findAdministrators, {});
  const { ask, dialog } = useAdministratorActions();
  const [role, setRole] = useState<Administrator | null>(null);
  const [sessions, setSessions] = useState<Administrator | null>(null);
  if (!list.data) return <NotLoaded query={list} failed={t('loadFailed')} lines={3} />;
  return (
    <>
      <ul aria-label={t('list')} className="divide-y divide-line border-line border-y">
        {list.data.map((admin) => (
          <li key={admin.id} className="flex items-start gap-x-4 py-4">
            <Identity admin={admin} />
            <Menu
              label={t('menuOf', { name: admin.username })}
              actions={[
                { label: t('actions.role'), run: () => setRole(admin) },
                { label: t('actions.sessions'), run: () => setSessions(admin) },
                ...administratorTasks(admin).map((task) => ({
                  label: t(`actions.${task}`),
                  run: () => ask(task, admin),
                  look: task === 'remove' ? ('danger' as const) : ('plain' as const),
                })),
              ]}
            />
          </li>
        ))}
      </ul>
      <RoleDialog admin={role} onClose={() => setRole(null)} />
      <AdministratorSessions admin={sessions} onClose={() => setSessions(null)} />
      {dialog}
    </>
  );
}

function Identity({ admin }: { admin: Administrator }) {
  const { t } = useTranslation(['administrators', 'console']);
  const { language } = useRoot();
  return (
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-6 gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{admin.username}</span>
          <span className="flex flex-wrap gap-1 text-xs">
            <Badge tone={admin.role === 'owner' ? 'good' : 'neutral'}>
              {t(`console:roles.${admin.role}.name`)}
            </Badge>
            {admin.disabled_at === null ? null : <Badge tone="danger">{t('disabled')}</Badge>}
            {admin.self ? <Badge tone="neutral">{t('you')}</Badge> : null}
          </span>
        </p>
        <p className="text-soft text-sm wrap-anywhere">{admin.email ?? t('noEmail')}</p>
      </div>
      <p className="number text-soft text-sm">
        {admin.last_login_at
          ? t('lastLogin', { date: formatDateTime(admin.last_login_at, language) })
          : t('neverLoggedIn')}
        <br />
        {t('sessionCount', { count: admin.sessions })}
        {' · '}
        {t(admin.second_factor ? 'withFactor' : 'withoutFactor')}
      </p>
    </div>
  );
}

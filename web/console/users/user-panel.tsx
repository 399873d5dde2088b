import { type RefObject, useEffect, useRef, useState } from 'react';
import { displayName } from '../../../core/accounts/display-name.ts';
import { type AdminUser, readUser } from '../../../core/users/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { SlideOver } from '../../shared/ui/slide-over.tsx';
import { useCall } from '../shared/api.ts';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { useOpened } from '../shared/opened.tsx';
import { NotLoaded } from '../shared/section.tsx';
import { useTasksFor, useUserActions } from './use-user-actions.tsx';
import { UserForm } from './user-form.tsx';
import { Avatar, EmailText, UserBadge } from './user-identity.tsx';
import { USER_PARAMETER } from './user-list.ts';

interface UserPanelProps {
  /** A user of the list. */
  find(id: string): AdminUser | undefined;
  focusAfterDeletion(): HTMLElement | null;
}

/**
 * Details of a user and a form to change them. It is closed by leaving its address, so that Back,
 * Escape and the backdrop meet the same question about unsaved changes.
 */
export function UserPanel({ find, focusAfterDeletion }: UserPanelProps) {
  const { t } = useTranslation('users');
  const { id, close } = useOpened(USER_PARAMETER);
  const unsaved = useRef(false);
  /** Who does not come back. */
  const deleted = useRef<string>(null);
  const [busy, setBusy] = useState(false);
  // The closing animation still shows the previous content.
  const last = useRef<string>(null);
  if (id) last.current = id;
  return (
    <SlideOver
      open={id !== null}
      onClose={close}
      busy={busy}
      title={t('panel')}
      finalFocus={() => (deleted.current === last.current ? focusAfterDeletion() : null)}
    >
      {last.current ? (
        <PanelContent
          key={last.current}
          id={last.current}
          listed={find(last.current)}
          isOpen={id !== null && id !== deleted.current}
          unsaved={unsaved}
          onBusy={setBusy}
          onDeleted={() => {
            deleted.current = last.current;
            unsaved.current = false;
            close();
          }}
        />
      ) : null}
      <LeaveGuard
        when={unsaved}
        parameter={USER_PARAMETER}
        title={t('leave.title')}
        text={t('leave.text')}
        leave={t('leave.discard')}
        stay={t('leave.stay')}
      />
    </SlideOver>
  );
}

interface ContentProps {
  id: string;
  listed: AdminUser | undefined;
  isOpen: boolean;
  /** Whether there are changes that would be lost. */
  unsaved: RefObject<boolean>;
  onBusy(busy: boolean): void;
  onDeleted(): void;
}

/** A user that the list has not loaded is asked for. */
function PanelContent({ id, listed, isOpen, unsaved, onBusy, onDeleted }: ContentProps) {
  const { t } = useTranslation('users');
  const read = useCall(readUser, { params: { id } }, { enabled: !listed && isOpen });
  // Deleted, it is shown until the panel is gone.
  const last = useRef<AdminUser>(undefined);
  const user = listed ?? read.data?.user ?? last.current;
  last.current = user;
  useEffect(
    () => () => {
      unsaved.current = false;
    },
    [unsaved],
  );
  if (!user)
    return (
      <div className="p-5 md:p-8">
        <NotLoaded query={read} failed={t('userFailed')} lines={8} />
      </div>
    );
  return (
    <div className="px-5 pt-6 md:px-8">
      <UserHeader user={user} onDeleted={onDeleted} />
      <UserFacts user={user} />
      <UserForm user={user} unsaved={unsaved} onBusy={onBusy} />
    </div>
  );
}

function UserHeader({ user, onDeleted }: { user: AdminUser; onDeleted(): void }) {
  const { t } = useTranslation('users');
  const name = displayName(user);
  const { ask, dialogs } = useUserActions({ onDeleted, focusAfterDeletion: () => null });
  const tasksFor = useTasksFor();
  return (
    <>
      <div className="flex items-start gap-4">
        <Avatar name={name} size="large" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-display font-semibold text-2xl leading-tight">{name}</span>
            <span className="text-xs">
              <UserBadge user={user} />
            </span>
          </p>
          <EmailText email={user.email} className="mt-0.5 block text-soft" />
        </div>
      </div>
      <div className="mt-5 flex flex-wrap gap-2">
        {tasksFor(user).map((task) => (
          <Button
            key={task}
            className={task === 'delete' ? 'text-danger' : ''}
            onClick={() => ask(task, user)}
          >
            {t(`actions.${task}`)}
          </Button>
        ))}
      </div>
      {dialogs}
    </>
  );
}

function UserFacts({ user }: { user: AdminUser }) {
  const { t } = useTranslation('users');
  const { language } = useRoot();
  const facts = [
    ['verification', t(user.email_verified ? 'choices.verified' : 'choices.unverified')],
    ['newsletter', t(user.newsletter_subscribed ? 'choices.subscribed' : 'choices.unsubscribed')],
    ['joined', formatDateTime(user.created_at, language)],
    ['lastLogin', user.last_login_at ? formatDateTime(user.last_login_at, language) : t('never')],
    ['logins', formatNumber(user.login_count, language)],
  ] as const;
  return (
    <dl className="number mt-6 grid grid-cols-2 gap-x-6 gap-y-4 border-line border-y py-5">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-soft text-sm">{t(`facts.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt className="text-soft text-sm">{t('facts.addresses')}</dt>
        {user.login_ip_addresses.length === 0 ? <dd>{t('never')}</dd> : null}
        {user.login_ip_addresses.map((address) => (
          <dd key={address} className="mr-4 inline-block break-all">
            {address}
          </dd>
        ))}
      </div>
    </dl>
  );
}

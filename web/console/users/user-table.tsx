import { displayName } from '../../../core/accounts/display-name.ts';
import type { AdminUser } from '../../../core/users/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Menu } from '../../shared/ui/menu.tsx';
import { OpenLink, useOpened } from '../shared/opened.tsx';
import { type UserTask, useTasksFor } from './use-user-actions.tsx';
import { Avatar, EmailText, StatusBadges } from './user-identity.tsx';
import { USER_PARAMETER, type UserListState } from './user-list.ts';

/** The columns in order, with what their header sorts by. */
const USER_COLUMNS = [
  { id: 'user', sort: 'email', width: 'w-[28%]' },
  { id: 'status', sort: 'email_verified', width: 'w-30' },
  { id: 'info', sort: 'organization', width: '' },
  // As wide as a date: its time goes to a second line.
  { id: 'joined', sort: 'created_at', width: 'w-36' },
  { id: 'lastLogin', sort: null, width: 'w-36' },
  { id: 'actions', sort: null, width: 'w-18' },
] as const;

interface UserTableProps {
  users: AdminUser[];
  order: UserListState['sort'];
  onOrder(order: UserListState['sort']): void;
  onAsk(task: UserTask, user: AdminUser): void;
}

/** A page of users as a table, as cards where the section (a container) is narrow. */
export function UserTable({ users, order, onOrder, onAsk }: UserTableProps) {
  const { t } = useTranslation('users');
  return (
    <table
      aria-label={t('table')}
      className="block w-full border-separate border-spacing-0 @4xl:table @4xl:table-fixed"
    >
      <thead className="hidden @4xl:table-header-group">
        <tr>
          {USER_COLUMNS.map(({ id, sort: by, width }) => (
            <th
              key={id}
              scope="col"
              aria-sort={
                by ? (order === by ? 'ascending' : order === `-${by}` ? 'descending' : 'none') : undefined
              }
              className={`border-line border-b px-2 text-left font-medium text-soft text-sm ${width}`}
            >
              {by ? (
                <button
                  type="button"
                  aria-label={t(`sortName.${by}`)}
                  title={t(`sortName.${by}`)}
                  className="-ml-2 flex min-h-11 items-center gap-1 rounded-lg px-2 hover:text-ink"
                  onClick={() => onOrder(order === by ? `-${by}` : by)}
                >
                  {t(`columns.${id}`)}
                  <span aria-hidden="true" className={order.endsWith(by) ? 'text-accent' : 'opacity-40'}>
                    {order === by ? '↑' : order === `-${by}` ? '↓' : '↕'}
                  </span>
                </button>
              ) : (
                <span className="flex min-h-11 items-center">{t(`columns.${id}`)}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block @4xl:table-row-group">
        {users.map((user) => (
          <UserRow key={user.id} user={user} onAsk={onAsk} />
        ))}
      </tbody>
    </table>
  );
}

const USER_CELL = 'border-line align-top @4xl:border-b @4xl:px-2 @4xl:py-3';

function UserRow({ user, onAsk }: { user: AdminUser; onAsk: UserTableProps['onAsk'] }) {
  const { t } = useTranslation('users');
  const { language } = useRoot();
  const { open } = useOpened(USER_PARAMETER);
  const tasksFor = useTasksFor();
  const name = displayName(user);
  const logins = t('logins', { count: user.login_count, number: formatNumber(user.login_count, language) });
  const about = [user.job_title, user.organization, user.country].filter(Boolean);
  return (
    <tr className="flex flex-wrap items-start border-line border-b py-3 hover:bg-tint/50 @4xl:table-row">
      <td className={`min-w-0 flex-1 ${USER_CELL}`}>
        <UserLink user={user} name={name} />
      </td>
      <td className={`order-2 basis-full pt-2 pl-[3.25rem] @4xl:pl-2 ${USER_CELL}`}>
        <StatusBadges user={user} />
      </td>
      <td className={`order-3 basis-full pt-2 pl-[3.25rem] text-sm @4xl:pl-2 ${USER_CELL}`}>
        {about.length > 0 ? <p className="line-clamp-3">{about.join(' · ')}</p> : null}
        <p className="number text-soft">{logins}</p>
      </td>
      <DateCell label={t('columns.joined')} moment={user.created_at} />
      <DateCell label={t('columns.lastLogin')} moment={user.last_login_at} />
      <td className={`order-1 shrink-0 ${USER_CELL}`}>
        <div className="-my-0.5">
          <Menu
            label={t('menuOf', { name })}
            actions={[
              { label: t('actions.open'), run: () => open(user.id) },
              ...tasksFor(user).map((task) => ({
                label: t(`actions.${task}`),
                run: () => onAsk(task, user),
                look: task === 'delete' ? ('danger' as const) : ('plain' as const),
              })),
            ]}
          />
        </div>
      </td>
    </tr>
  );
}

function UserLink({ user, name }: { user: AdminUser; name: string }) {
  return (
    <OpenLink parameter={USER_PARAMETER} id={user.id} className="group flex min-h-11 items-start gap-3">
      <Avatar name={name} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium underline decoration-line underline-offset-4 group-hover:decoration-current">
          {name}
        </span>
        <EmailText email={user.email} className="block text-soft text-sm" />
      </span>
    </OpenLink>
  );
}

function DateCell({ label, moment }: { label: string; moment: string | null }) {
  const { t } = useTranslation('users');
  const { language } = useRoot();
  return (
    <td className={`number order-4 basis-1/2 pt-2 pl-[3.25rem] text-sm nth-5:pl-2 @4xl:pl-2 ${USER_CELL}`}>
      <span className="block text-soft @4xl:hidden">{label}</span>
      {moment ? (
        <time dateTime={moment}>{formatDateTime(moment, language)}</time>
      ) : (
        <span className="text-soft">{t('never')}</span>
      )}
    </td>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { SEARCH_MAX } from '../../../core/text.ts';
import {
  ACCOUNT_FILTERS,
  exportUsers,
  findUsers,
  NEWSLETTER_FILTERS,
  readUserStats,
  VERIFICATION_FILTERS,
} from '../../../core/users/calls.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { request } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { useListState } from '../shared/list-state.ts';
import { useMay } from '../shared/may.ts';
import { QueryTable } from '../shared/query-table.tsx';
import { RefreshButton } from '../shared/refresh-button.tsx';
import { Section } from '../shared/section.tsx';
import { useUserActions } from './use-user-actions.tsx';
import { reloadUsers, userFiltersOf, useUsers } from './use-users.ts';
import { USER_LIST, USER_ORDERS, type UserListState } from './user-list.ts';
import { UserPanel } from './user-panel.tsx';
import { UserSummary } from './user-summary.tsx';
import { UserTable } from './user-table.tsx';

const USERS_TEXTS = ['users', 'accounts'];

export default function UsersSection() {
  return (
    <Section id="users" features={USERS_TEXTS} actions={<UsersActions />}>
      <Users />
    </Section>
  );
}

/** Beside the title, outside of what waits for the section's texts. */
function UsersActions() {
  const may = useMay();
  const client = useQueryClient();
  return (
    <WithTexts features={USERS_TEXTS}>
      {may('users.export') ? <ExportUsersButton /> : null}
      <RefreshButton texts="users" refresh={() => reloadUsers(client)} />
    </WithTexts>
  );
}

function Users() {
  const { t } = useTranslation('users');
  const { language } = useRoot();
  const client = useQueryClient();
  const { state, change } = useListState(USER_LIST);
  const { q, verification, newsletter, account } = state;
  const list = useUsers(state);
  const total = useCall(readUserStats, {}).data?.total_users;
  const footer = useRef<HTMLParagraphElement>(null);
  // A deleted user's row, from where it was asked, is gone.
  const focusAfterDeletion = () => footer.current;
  const { ask, dialogs } = useUserActions({ focusAfterDeletion });

  const isFiltered = q !== '' || [verification, newsletter, account].some((choice) => choice !== 'all');
  const number = (value: number) => formatNumber(value, language);
  return (
    <div className="@container">
      <UserSummary />
      <UserFilterFields state={state} onChange={change} />

      {list.error && !list.data ? <FailureDialog /> : null}
      <QueryTable
        // The summary may have failed with it.
        query={{ ...list, refetch: () => reloadUsers(client) }}
        state={state}
        onChange={change}
        failed={t('loadFailed')}
        empty={t(isFiltered ? 'noMatch' : 'empty')}
        onReset={
          isFiltered
            ? () => change({ q: '', verification: 'all', newsletter: 'all', account: 'all' })
            : undefined
        }
      >
        {(users) => (
          <UserTable users={users} order={state.sort} onOrder={(sort) => change({ sort })} onAsk={ask} />
        )}
      </QueryTable>
      {list.data && total !== undefined ? (
        <p
          ref={footer}
          tabIndex={-1}
          aria-live="polite"
          className="number mt-4 text-soft text-sm outline-none"
        >
          {t('footer', {
            matching: number(list.data.total),
            total: number(total),
            count: total,
            page: number(state.page),
          })}
        </p>
      ) : null}

      <UserPanel
        find={(id) => list.data?.rows.find((user) => user.id === id)}
        focusAfterDeletion={focusAfterDeletion}
      />
      {dialogs}
    </div>
  );
}

type UserChoice = (typeof VERIFICATION_FILTERS | typeof NEWSLETTER_FILTERS | typeof ACCOUNT_FILTERS)[number];

function UserFilterFields({
  state,
  onChange,
}: {
  state: UserListState;
  onChange(changes: Partial<UserListState>): void;
}) {
  const { t } = useTranslation('users');
  const options = <Value extends UserChoice>(values: readonly Value[]) =>
    values.map((value) => ({ value, label: t(`choices.${value satisfies UserChoice as UserChoice}`) }));
  return (
    <search className="my-6 grid grid-cols-2 gap-4 @2xl:grid-cols-4 @4xl:grid-cols-[minmax(0,1fr)_10rem_10rem_10rem]">
      <SearchInput
        className="col-span-full @4xl:col-span-1"
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        maxLength={SEARCH_MAX}
        value={state.q}
        onChange={(q) => onChange({ q })}
      />
      <Select
        label={t('verification')}
        value={state.verification}
        onChange={(verification) => onChange({ verification })}
        options={options(VERIFICATION_FILTERS)}
      />
      <Select
        label={t('newsletter')}
        value={state.newsletter}
        onChange={(newsletter) => onChange({ newsletter })}
        options={options(NEWSLETTER_FILTERS)}
      />
      <Select
        label={t('account')}
        value={state.account}
        onChange={(account) => onChange({ account })}
        options={options(ACCOUNT_FILTERS)}
      />
      {/* The cards that stand for the table where it is narrow have no header to sort by. */}
      <Select
        className="@4xl:hidden"
        label={t('sortBy')}
        value={state.sort}
        onChange={(sort) => onChange({ sort })}
        options={USER_ORDERS.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
    </search>
  );
}

/** The users of the current filter, in its order. */
function ExportUsersButton() {
  const { t } = useTranslation(['users', 'problems', 'common']);
  const toast = useToast();
  const { state } = useListState(USER_LIST);
  const download = useMutation({
    mutationFn: async () => {
      const response = await request(exportUsers, { query: userFiltersOf(state) });
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      saveFile(await response.blob(), name ?? 'users.csv');
    },
    onError: (error) =>
      toast({ type: 'error', title: t('users:exportFailed'), message: problemText(t, error, '') }),
  });
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      {download.isPending ? t('users:exporting') : t('users:export')}
    </Button>
  );
}

/** The failure is told in a dialog too (specification, section 8). */
function FailureDialog() {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const [notice, setNotice] = useState(false);
  const isTrying = client.isFetching({ queryKey: callKey(findUsers) }) > 0;
  return (
    <Confirm
      open={!notice && !isTrying}
      type="danger"
      title={t('loadFailedTitle')}
      message={t('loadFailed')}
      confirmLabel={t('ok')}
      onConfirm={() => setNotice(true)}
      onCancel={() => setNotice(true)}
    />
  );
}

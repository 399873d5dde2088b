import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { SEARCH_MAX } from '../../core/companies/calls.ts';
import {
  ACCOUNT_FILTERS,
  exportUsers,
  findUsers,
  NEWSLETTER_FILTERS,
  USER_SORTS,
  type UserSort,
  VERIFICATION_FILTERS,
} from '../../core/users/calls.ts';
import { request } from '../api.ts';
import { callKey } from '../console/api.ts';
import { LoadFailed, Loading, Section } from '../console/section.tsx';
import { WithTexts } from '../i18n/feature-texts.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { problemText } from '../problem-text.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { formatNumber } from '../ui/format.ts';
import { Select } from '../ui/input.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { saveFile } from '../ui/save-file.ts';
import { useScrollToTop } from '../ui/scroll-to-top.ts';
import { SearchInput } from '../ui/search-input.tsx';
import { useToast } from '../ui/toast.tsx';
import { useUserActions } from './use-user-actions.tsx';
import { filtersOf, reloadUsers, useUsers } from './use-users.ts';
import { type UserAddress, useUserAddress } from './user-address.ts';
import { UserPanel } from './user-panel.tsx';
import { UserSummary } from './user-summary.tsx';
import { UserTable } from './user-table.tsx';

const FEATURES = ['users', 'accounts'];

export default function UsersSection() {
  return (
    <Section id="users" features={FEATURES} actions={<Actions />}>
      <Users />
    </Section>
  );
}

/** Beside the title, outside of what waits for the section's texts. */
function Actions() {
  return (
    <Suspense>
      <WithTexts features={FEATURES}>
        <ExportButton />
        <RefreshButton />
      </WithTexts>
    </Suspense>
  );
}

function RefreshButton() {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const refresh = useMutation({ mutationFn: () => reloadUsers(client) });
  return (
    <Button busy={refresh.isPending} onClick={() => refresh.mutate()}>
      {t('refresh')}
    </Button>
  );
}

function Users() {
  const { t } = useTranslation('users');
  const { language } = useRoot();
  const client = useQueryClient();
  const { address, change } = useUserAddress();
  const list = useUsers(address);
  const footer = useRef<HTMLParagraphElement>(null);
  // A deleted user's row, from where it was asked, is gone.
  const focusAfterDeletion = () => footer.current;
  const { ask, dialogs } = useUserActions({ focusAfterDeletion });

  // Fewer match than when this page was asked for.
  const { matching, page } = list;
  useEffect(() => {
    if (matching !== undefined && page < address.page) change({ page });
  }, [matching, page, address.page, change]);

  const scrollToTop = useScrollToTop(page);
  function turnTo(next: number) {
    scrollToTop();
    change({ page: next });
  }

  const turning = { page, pages: list.pages, onPage: turnTo };
  const number = (value: number) => formatNumber(value, language);
  return (
    <div className="@container">
      <UserSummary />
      <Filters address={address} onChange={change} />

      {list.error && !list.users ? (
        <ListFailed error={list.error} onRetry={() => void reloadUsers(client)} />
      ) : !list.users || matching === undefined || list.total === undefined ? (
        <Loading lines={8} />
      ) : (
        <>
          {matching === 0 ? (
            <Empty
              isFiltered={list.total > 0}
              onReset={() => change({ q: '', verification: 'all', newsletter: 'all', account: 'all' })}
            />
          ) : (
            <>
              <div className="mb-3 empty:hidden">
                <Pagination
                  label={t('pagesAbove')}
                  {...turning}
                  size={address.size}
                  onSize={(size) => change({ size })}
                />
              </div>
              <UserTable
                users={list.users}
                sort={address.sort}
                desc={address.desc}
                onSort={(sort, desc) => change({ sort, desc })}
                onAsk={ask}
              />
              <div className="mt-4 empty:hidden">
                <Pagination label={t('pagesBelow')} {...turning} />
              </div>
            </>
          )}
          <p
            ref={footer}
            tabIndex={-1}
            aria-live="polite"
            className="number mt-4 text-soft text-sm outline-none"
          >
            {t('footer', {
              matching: number(matching),
              total: number(list.total),
              count: list.total,
              page: number(page),
            })}
          </p>
        </>
      )}

      <UserPanel id={address.user} find={list.find} focusAfterDeletion={focusAfterDeletion} />
      {dialogs}
    </div>
  );
}

type UserChoice = (typeof VERIFICATION_FILTERS | typeof NEWSLETTER_FILTERS | typeof ACCOUNT_FILTERS)[number];

function Filters({
  address,
  onChange,
}: {
  address: UserAddress;
  onChange(changes: Partial<UserAddress>): void;
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
        value={address.q}
        onChange={(q) => onChange({ q })}
      />
      <Select
        label={t('verification')}
        value={address.verification}
        onChange={(verification) => onChange({ verification })}
        options={options(VERIFICATION_FILTERS)}
      />
      <Select
        label={t('newsletter')}
        value={address.newsletter}
        onChange={(newsletter) => onChange({ newsletter })}
        options={options(NEWSLETTER_FILTERS)}
      />
      <Select
        label={t('account')}
        value={address.account}
        onChange={(account) => onChange({ account })}
        options={options(ACCOUNT_FILTERS)}
      />
      {/* The cards that stand for the table where it is narrow have no header to sort by. */}
      <Select
        className="@4xl:hidden"
        label={t('sortBy')}
        value={`${address.desc ? '-' : ''}${address.sort}`}
        onChange={(order) =>
          onChange({ sort: order.replace(/^-/, '') as UserSort, desc: order.startsWith('-') })
        }
        options={USER_SORTS.flatMap((sort) => [
          { value: sort as string, label: t(`sort.${sort}`) },
          { value: `-${sort}`, label: t(`sort.${sort}_desc`) },
        ])}
      />
    </search>
  );
}

/** The users of the current filter, in its order. */
function ExportButton() {
  const { t } = useTranslation(['users', 'problems', 'common']);
  const toast = useToast();
  const { address } = useUserAddress();
  const download = useMutation({
    mutationFn: async () => {
      const response = await request(exportUsers, { query: filtersOf(address) });
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

/** The failure is told in a dialog (specification, section 8); below it stands a way to try again. */
function ListFailed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTranslation('users');
  const client = useQueryClient();
  const [told, setTold] = useState(false);
  const isTrying = client.isFetching({ queryKey: callKey(findUsers) }) > 0;
  return (
    <>
      <LoadFailed error={error} text={t('loadFailed')} onRetry={onRetry} />
      <Confirm
        open={!told && !isTrying}
        type="danger"
        title={t('loadFailedTitle')}
        message={t('loadFailed')}
        confirmLabel={t('ok')}
        onConfirm={() => setTold(true)}
        onCancel={() => setTold(true)}
      />
    </>
  );
}

function Empty({ isFiltered, onReset }: { isFiltered: boolean; onReset(): void }) {
  const { t } = useTranslation('users');
  return (
    <div className="rounded-xl border border-line border-dashed px-6 py-16 text-center">
      <p className="text-soft">{t(isFiltered ? 'noMatch' : 'empty')}</p>
      {isFiltered ? (
        <Button className="mt-4" onClick={onReset}>
          {t('reset')}
        </Button>
      ) : null}
    </div>
  );
}

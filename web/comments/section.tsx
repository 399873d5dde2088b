import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { CATEGORIES } from '../../core/categories.ts';
import { COMMENT_FILTERS } from '../../core/comments/admin-calls.ts';
import { SEARCH_MAX } from '../../core/companies/calls.ts';
import { pageCount } from '../../core/pagination.ts';
import { LoadFailed, Loading, Section } from '../console/section.tsx';
import { WithTexts } from '../i18n/feature-texts.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Select } from '../ui/input.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { useScrollToTop } from '../ui/scroll-to-top.ts';
import { SearchInput } from '../ui/search-input.tsx';
import { CompanyDialog } from './company-dialog.tsx';
import { ModeratedThread } from './moderated-thread.tsx';
import { type ModerationAddress, useModerationAddress } from './moderation-address.ts';
import { useModeration } from './use-moderation.tsx';
import { type CountedThreads, reloadThreads, useThreads } from './use-threads.ts';

const FEATURES = ['moderation'];

export default function CommentsSection() {
  return (
    <Section id="comments" features={FEATURES} actions={<Actions />}>
      <Moderation />
    </Section>
  );
}

/** Beside the title, outside of what waits for the section's texts. */
function Actions() {
  return (
    <Suspense>
      <WithTexts features={FEATURES}>
        <RefreshButton />
      </WithTexts>
    </Suspense>
  );
}

function RefreshButton() {
  const { t } = useTranslation('moderation');
  const client = useQueryClient();
  const refresh = useMutation({ mutationFn: () => reloadThreads(client) });
  return (
    <Button busy={refresh.isPending} onClick={() => refresh.mutate()}>
      {t('refresh')}
    </Button>
  );
}

function Moderation() {
  const { t } = useTranslation('moderation');
  const { language } = useRoot();
  const { address, change } = useModerationAddress();
  const list = useThreads(address, language);
  const summary = useRef<HTMLParagraphElement>(null);
  // The button that asked for a deletion is gone with its comment.
  const focusAfterDeletion = useCallback(() => summary.current, []);
  const { run, busy, dialogs } = useModeration({ focusAfterDeletion });
  const [company, setCompany] = useState<string | null>(null);

  const pages = pageCount(list.data?.threads.length ?? 0, address.size);
  const page = Math.min(address.page, pages);
  useEffect(() => {
    if (list.data && page < address.page) change({ page });
  }, [list.data, page, address.page, change]);

  const scrollToTop = useScrollToTop(page);
  function turnTo(next: number) {
    scrollToTop();
    change({ page: next });
  }

  const turning = { page, pages, onPage: turnTo };
  const isFiltered = address.q !== '' || address.category !== 'all' || address.status !== 'all';
  return (
    <>
      <Filters address={address} onChange={change} />
      <p
        ref={summary}
        tabIndex={-1}
        aria-live="polite"
        className="number mt-6 mb-2 text-soft text-sm outline-none"
      >
        {list.data ? <Summary data={list.data} /> : null}
      </p>
      {list.error && !list.data ? (
        <LoadFailed error={list.error} text={t('loadFailed')} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Loading lines={8} />
      ) : list.data.threads.length === 0 ? (
        <div className="rounded-xl border border-line border-dashed px-6 py-16 text-center">
          <p className="text-soft">{t(isFiltered ? 'noMatch' : 'empty')}</p>
          {isFiltered ? (
            <Button className="mt-4" onClick={() => change({ q: '', category: 'all', status: 'all' })}>
              {t('reset')}
            </Button>
          ) : null}
        </div>
      ) : (
        <>
          <Pagination
            label={t('pagesAbove')}
            {...turning}
            size={address.size}
            onSize={(size) => change({ size })}
          />
          <ol aria-label={t('list')} className="mt-3 space-y-4">
            {list.data.threads.slice((page - 1) * address.size, page * address.size).map((thread) => (
              <li key={thread.id}>
                <ModeratedThread thread={thread} busy={busy} onRun={run} onOpenCompany={setCompany} />
              </li>
            ))}
          </ol>
          <div className="mt-4 empty:hidden">
            <Pagination label={t('pagesBelow')} {...turning} />
          </div>
        </>
      )}
      <CompanyDialog id={company} onClose={() => setCompany(null)} />
      {dialogs}
    </>
  );
}

/** How many there are, and what to do where one call cannot give all of them. */
function Summary({ data: { threads, total } }: { data: CountedThreads }) {
  const { t } = useTranslation('moderation');
  const { language } = useRoot();
  const number = (value: number) => formatNumber(value, language);
  return (
    <>
      {t('count', { count: total, number: number(total) })}
      {total > threads.length ? (
        <span className="block">{t('first', { loaded: number(threads.length), total: number(total) })}</span>
      ) : null}
    </>
  );
}

function Filters({
  address,
  onChange,
}: {
  address: ModerationAddress;
  onChange(changes: Partial<ModerationAddress>): void;
}) {
  const { t } = useTranslation(['moderation', 'categories']);
  return (
    <search className="grid grid-cols-2 gap-4 lg:grid-cols-[minmax(0,1fr)_14rem_14rem]">
      <SearchInput
        className="col-span-full lg:col-span-1"
        label={t('moderation:search')}
        placeholder={t('moderation:searchPlaceholder')}
        maxLength={SEARCH_MAX}
        value={address.q}
        onChange={(q) => onChange({ q })}
      />
      <Select
        label={t('moderation:category')}
        value={address.category}
        onChange={(category) => onChange({ category })}
        options={CATEGORIES.map((value) => ({
          value,
          label: value === 'all' ? t('moderation:allCategories') : t(`categories:${value}.name`),
        }))}
      />
      <Select
        label={t('moderation:statusFilter')}
        value={address.status}
        onChange={(status) => onChange({ status })}
        options={COMMENT_FILTERS.map((value) => ({ value, label: t(`moderation:status.${value}`) }))}
      />
    </search>
  );
}

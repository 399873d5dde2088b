import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type DuplicatePair,
  dismissDuplicate,
  findDuplicates,
  findMerges,
} from '../../../core/companies/duplicate-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { callKey, useCall, useCountedCall } from '../shared/api.ts';
import { pageNumber, pageSize, useListState } from '../shared/list-state.ts';
import { useMay } from '../shared/may.ts';
import { QueryTable } from '../shared/query-table.tsx';
import { MergeCompanies } from './merge-companies.tsx';
import { useUndoMerge } from './use-undo-merge.ts';

const PAIRS_LIST = { page: pageNumber, size: pageSize };

type Pair = DuplicatePair['companies'];

/** Companies that may be one, in pairs: each is compared and merged, or dismissed. */
export function Duplicates() {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const { language } = useRoot();
  const { state, change } = useListState(PAIRS_LIST);
  const { page, size } = state;
  const mayWrite = useMay()('companies.write');
  const [merging, setMerging] = useState<Pair | null>(null);
  const list = useCountedCall(findDuplicates, {
    query: { language, limit: size, offset: (page - 1) * size },
  });
  const dismiss = useDismiss();
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <div className="max-w-2xl flex-1 basis-80">
          <h2 className="text-xl">{t('duplicates.title')}</h2>
          <p className="text-soft">{t('duplicates.text')}</p>
        </div>
        <Link to="?" className="button">
          {t('duplicates.all')}
        </Link>
      </div>
      <p aria-live="polite" className="number mb-2 text-soft text-sm">
        {list.data ? t('duplicates.count', { count: list.data.total }) : ''}
      </p>
      <QueryTable
        query={list}
        state={state}
        onChange={change}
        failed={t('duplicates.failed')}
        empty={t('duplicates.empty')}
      >
        {(pairs) => (
          <ul className="divide-y divide-line border-line border-y">
            {pairs.map(({ companies, reasons }) => {
              const [first, second] = companies;
              const names = { first: first.name, second: second.name };
              return (
                <li
                  key={`${first.id} ${second.id}`}
                  className="grid gap-x-6 gap-y-3 py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:items-center"
                >
                  {companies.map((company) => (
                    <Twin key={company.id} company={company} />
                  ))}
                  <div className="flex flex-wrap items-center gap-2 md:max-w-80 md:justify-end">
                    {reasons.map((reason) => (
                      <span key={reason} className="text-sm">
                        <Badge tone="warning">{t(`duplicates.why.${reason}`)}</Badge>
                      </span>
                    ))}
                    {mayWrite ? (
                      <>
                        <Button
                          aria-label={t('duplicates.compareNamed', names)}
                          onClick={() => setMerging(companies)}
                        >
                          {t('duplicates.compare')}
                        </Button>
                        <Button
                          aria-label={t('duplicates.dismissNamed', names)}
                          onClick={() => dismiss(companies, true)}
                        >
                          {t('duplicates.dismiss')}
                        </Button>
                      </>
                    ) : null}
                  </div>
                </li>
              );
            })}
          </ul>
        )}
      </QueryTable>
      {mayWrite ? <RecentMerges /> : null}
      <MergeCompanies pair={merging} onClose={() => setMerging(null)} />
    </>
  );
}

function Twin({ company: { id, name, website, founder, founded, show_on_site } }: { company: Pair[number] }) {
  const { t } = useTranslation('edit');
  return (
    <div className="wrap-anywhere min-w-0">
      <Link className="link font-medium" to={{ search: `?${EDIT_PARAMETER}=${encodeURIComponent(id)}` }}>
        {name}
      </Link>
      {show_on_site ? null : <span className="text-soft text-sm"> · {t('hidden')}</span>}
      <p className="text-soft text-sm">{id}</p>
      <p className="number text-soft text-sm">{[website, founder, founded].filter(Boolean).join(' · ')}</p>
    </div>
  );
}

/** Says that two companies are not one, with a way back. */
function useDismiss() {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const { mutate } = useMutation({
    mutationFn: ({ pair: [a, b], dismissed }: { pair: Pair; dismissed: boolean }) =>
      callFromBrowser(dismissDuplicate, { body: { ids: [a.id, b.id], dismissed } }),
    onSuccess: async (_, { pair, dismissed }) => {
      await client.invalidateQueries({ queryKey: callKey(findDuplicates) });
      if (!dismissed) return;
      const [first, second] = pair;
      toast({
        type: 'success',
        title: t('edit:duplicates.dismissed', { first: first.name, second: second.name }),
        duration: UNDO_TIME,
        action: { label: t('edit:undo'), run: () => mutate({ pair, dismissed: false }) },
      });
    },
    onError: (error) =>
      toast({ type: 'error', title: t('edit:failed.update'), message: problemText(t, error, '') }),
  });
  return (pair: Pair, dismissed: boolean) => mutate({ pair, dismissed });
}

/** Merges that can still be taken back. */
function RecentMerges() {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  const merges = useCall(findMerges, {}).data ?? [];
  const undo = useUndoMerge();
  if (merges.length === 0) return null;
  return (
    <details className="mt-8">
      <summary className="min-h-11 font-medium">{t('merge.recent', { count: merges.length })}</summary>
      <ul className="divide-y divide-line">
        {merges.map(({ id, at, from, into, name }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="wrap-anywhere number">
              {name} ({from}) → {into} · {formatDateTime(at, language)}
            </span>
            <Button aria-label={t('merge.undoNamed', { name })} onClick={() => undo(id)}>
              {t('undo')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

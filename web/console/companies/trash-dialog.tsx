import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  findTrash,
  removeFromTrash,
  restoreFromTrash,
  type TrashEntry,
} from '../../../core/companies/history-calls.ts';
import { searchForm, searchTerms } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { isConflictError, useCall } from '../shared/api.ts';
import { refreshRows, restoreAll } from '../shared/company-rows.ts';
import { NotLoaded } from '../shared/section.tsx';

/** Deleted companies: each comes back with its likes, comments and history, for 30 days. */
export function TrashDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('edit');
  return (
    <Dialog open={open} onClose={onClose} title={t('trash.title')} className="max-w-2xl">
      <p className="text-soft">{t('trash.text')}</p>
      <Trash />
    </Dialog>
  );
}

function Trash() {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const trash = useCall(findTrash, {}, { refetchOnMount: 'always' });
  const [erasing, setErasing] = useState<TrashEntry | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const restore = useMutation({
    mutationFn: (entry: TrashEntry) => callFromBrowser(restoreFromTrash, { params: { id: entry.id } }),
    onSuccess: async (_, entry) => {
      await refreshRows(client);
      list.current?.focus();
      toast({ type: 'success', title: t('trash.restored', { name: entry.name }) });
    },
    onError: (error) =>
      toast({
        type: 'error',
        title: t('trash.restoreFailed'),
        message: isConflictError(error) ? t('trash.taken') : problemText(t, error, ''),
      }),
  });
  const erase = useMutation({
    mutationFn: (entry: TrashEntry) => callFromBrowser(removeFromTrash, { params: { id: entry.id } }),
    onSuccess: async () => {
      await refreshRows(client);
      setErasing(null);
    },
  });
  const [q, setQ] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [restored, setRestored] = useState(0);
  const restoreMany = useMutation({
    mutationFn: (entries: readonly TrashEntry[]) => {
      setRestored(0);
      return restoreAll(
        entries.map((entry) => ({ bin_id: entry.id, id: entry.company_id })),
        { onProgress: setRestored },
      );
    },
    onSuccess: async ({ done, failed }) => {
      await refreshRows(client);
      setSelected(new Set());
      list.current?.focus();
      toast({
        type: failed.length > 0 ? 'warning' : 'success',
        title: t('trash.restoredMany', { count: done.length }),
        ...(failed.length > 0 ? { message: t('trash.notRestored', { count: failed.length }) } : {}),
      });
    },
    onError: (error) =>
      toast({ type: 'error', title: t('trash.restoreFailed'), message: problemText(t, error, '') }),
  });
  const last = useRef<TrashEntry>(null);
  if (erasing) last.current = erasing;

  if (!trash.data) return <NotLoaded query={trash} failed={t('trash.failed')} lines={3} />;
  const terms = searchTerms(q);
  const found = trash.data.filter(({ name, company_id }) => {
    const text = searchForm(`${name} ${company_id}`);
    return terms.every((term) => text.includes(term));
  });
  const chosen = found.filter(({ id }) => selected.has(id));
  const busy = restoreMany.isPending;
  function select(ids: readonly string[], isOn: boolean) {
    const next = new Set(selected);
    for (const id of ids)
      if (isOn) next.add(id);
      else next.delete(id);
    setSelected(next);
  }
  return (
    <div ref={list} tabIndex={-1} className="mt-4 outline-none">
      {/* Words that hide the last one must be there to be taken back. */}
      {trash.data.length > 1 || q !== '' ? (
        <>
          <SearchInput label={t('trash.search')} value={q} onChange={setQ} />
          <div className="mt-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 accent-accent"
                disabled={found.length === 0 || busy}
                checked={found.length > 0 && chosen.length === found.length}
                onChange={(event) =>
                  select(
                    found.map(({ id }) => id),
                    event.currentTarget.checked,
                  )
                }
              />
              {t('selectAll')}
            </label>
            {chosen.length > 0 ? (
              <Button look="primary" busy={busy} onClick={() => restoreMany.mutate(chosen)}>
                {t('trash.restoreSelected', { count: chosen.length })}
              </Button>
            ) : null}
            <p role="status" className="number text-soft text-sm">
              {busy
                ? t('trash.restoring', { done: restored, count: chosen.length })
                : t('bulk.selected', { count: chosen.length })}
            </p>
          </div>
          {found.length === 0 ? <p className="py-8 text-center text-soft">{t('trash.noMatch')}</p> : null}
        </>
      ) : null}
      {trash.data.length === 0 ? <p className="py-8 text-center text-soft">{t('trash.empty')}</p> : null}
      <ul>
        {found.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]"
          >
            {trash.data.length > 1 ? (
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                aria-label={t('trash.select', { name: entry.name })}
                disabled={busy}
                checked={selected.has(entry.id)}
                onChange={(event) => select([entry.id], event.currentTarget.checked)}
              />
            ) : null}
            <BinText entry={entry} />
            <Button
              busy={restore.isPending && restore.variables.id === entry.id}
              aria-label={t('trash.restoreNamed', { name: entry.name })}
              onClick={() => restore.mutate(entry)}
            >
              {t('trash.restore')}
            </Button>
            <Button
              className="text-danger"
              aria-label={t('trash.eraseNamed', { name: entry.name })}
              onClick={() => {
                erase.reset();
                setErasing(entry);
              }}
            >
              {t('trash.erase')}
            </Button>
          </li>
        ))}
      </ul>
      <Confirm
        open={erasing !== null}
        type="danger"
        title={t('trash.eraseTitle')}
        message={t('trash.eraseText', { name: last.current?.name ?? '' })}
        confirmLabel={t('trash.erase')}
        cancelLabel={t('cancel')}
        loading={erase.isPending}
        onConfirm={() => erasing && erase.mutate(erasing)}
        onCancel={() => setErasing(null)}
        finalFocus={() => (erase.isSuccess ? list.current : null)}
      >
        {erase.error ? (
          <p role="alert" className="text-danger text-sm">
            {problemText(t, erase.error, t('failed.delete'))}
          </p>
        ) : null}
      </Confirm>
    </div>
  );
}

function BinText({ entry }: { entry: TrashEntry }) {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="font-medium">{entry.name}</p>
      <p className="number text-soft text-sm">
        {t('trash.deleted', { date: formatDateTime(entry.deleted_at, language), admin: entry.deleted_by })}
      </p>
      <p className="number text-soft text-sm">
        {t('trash.expires', { date: formatDateTime(entry.expires_at, language) })}
      </p>
    </div>
  );
}

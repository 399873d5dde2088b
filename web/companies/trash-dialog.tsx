import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  findTrash,
  removeFromTrash,
  restoreFromTrash,
  type TrashEntry,
} from '../../core/companies/admin-calls.ts';
import { CallError, callFromBrowser } from '../api.ts';
import { useCall } from '../console/api.ts';
import { formatDateTime } from '../console/format.ts';
import { NotLoaded } from '../console/section.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { problemText } from '../problem-text.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toast.tsx';
import { refreshRows } from './company-rows.ts';

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
        message:
          error instanceof CallError && error.code === 'conflict'
            ? t('trash.taken')
            : problemText(t, error, ''),
      }),
  });
  const erase = useMutation({
    mutationFn: (entry: TrashEntry) => callFromBrowser(removeFromTrash, { params: { id: entry.id } }),
    onSuccess: async () => {
      await refreshRows(client);
      setErasing(null);
    },
  });
  const last = useRef<TrashEntry>(null);
  if (erasing) last.current = erasing;

  if (!trash.data) return <NotLoaded query={trash} failed={t('trash.failed')} lines={3} />;
  return (
    <div ref={list} tabIndex={-1} className="mt-4 outline-none">
      {trash.data.length === 0 ? <p className="py-8 text-center text-soft">{t('trash.empty')}</p> : null}
      <ul>
        {trash.data.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0"
          >
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
    <div className="min-w-0 flex-1 basis-full sm:basis-60">
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

import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
import { findTrash, type TrashEntry } from '../../../core/companies/history-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { useTrashActions } from './use-trash-actions.ts';
import { type TrashSelection, useTrashSelection } from './use-trash-selection.ts';

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
  const { t } = useTranslation('edit');
  const trash = useCall(findTrash, {}, { refetchOnMount: 'always' });
  const list = useRef<HTMLDivElement>(null);
  const selection = useTrashSelection(trash.data ?? []);
  const { restore, restoreMany, restored, erase, erasing, setErasing } = useTrashActions(
    list,
    selection.clear,
  );
  if (!trash.data) return <NotLoaded query={trash} failed={t('trash.failed')} lines={3} />;
  const { q, found, selected, select } = selection;
  const busy = restoreMany.isPending;
  return (
    <div ref={list} tabIndex={-1} className="mt-4 outline-none">
      {/* Words that hide the last one must be there to be taken back. */}
      {trash.data.length > 1 || q !== '' ? (
        <TrashTools selection={selection} busy={busy} restored={restored} onRestore={restoreMany.mutate} />
      ) : null}
      {trash.data.length === 0 ? <p className="py-8 text-center text-soft">{t('trash.empty')}</p> : null}
      <ul>
        {found.map((entry) => (
          <TrashRow
            key={entry.id}
            entry={entry}
            isRestoring={restore.isPending && restore.variables.id === entry.id}
            onRestore={() => restore.mutate(entry)}
            onErase={() => {
              erase.reset();
              setErasing(entry);
            }}
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
          </TrashRow>
        ))}
      </ul>
      <EraseConfirm entry={erasing} erase={erase} onClose={() => setErasing(null)} finalFocus={list} />
    </div>
  );
}

/** Search and selection of deleted companies, and what is done with the selected ones. */
function TrashTools({
  selection: { q, setQ, found, chosen, select },
  busy,
  restored,
  onRestore,
}: {
  selection: TrashSelection;
  busy: boolean;
  /** Number of companies that are restored so far. */
  restored: number;
  onRestore(entries: readonly TrashEntry[]): void;
}) {
  const { t } = useTranslation('edit');
  return (
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
          <Button look="primary" busy={busy} onClick={() => onRestore(chosen)}>
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
  );
}

function TrashRow({
  entry,
  isRestoring,
  onRestore,
  onErase,
  children,
}: {
  entry: TrashEntry;
  isRestoring: boolean;
  onRestore(): void;
  onErase(): void;
  /** The checkbox, where entries can be selected. */
  children: ReactNode;
}) {
  const { t } = useTranslation('edit');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      {children}
      <BinText entry={entry} />
      <Button
        busy={isRestoring}
        aria-label={t('trash.restoreNamed', { name: entry.name })}
        onClick={onRestore}
      >
        {t('trash.restore')}
      </Button>
      <Button
        className="text-danger"
        aria-label={t('trash.eraseNamed', { name: entry.name })}
        onClick={onErase}
      >
        {t('trash.erase')}
      </Button>
    </li>
  );
}

function EraseConfirm({
  entry,
  erase,
  onClose,
  finalFocus,
}: {
  entry: TrashEntry | null;
  erase: UseMutationResult<unknown, Error, TrashEntry>;
  onClose(): void;
  /** Takes the focus from the button of an erased entry. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const last = useRef<TrashEntry>(null);
  if (entry) last.current = entry;

  return (
    <Confirm
      open={entry !== null}
      type="danger"
      title={t('trash.eraseTitle')}
      message={t('trash.eraseText', { name: last.current?.name ?? '' })}
      confirmLabel={t('trash.erase')}
      cancelLabel={t('cancel')}
      loading={erase.isPending}
      onConfirm={() => entry && erase.mutate(entry)}
      onCancel={onClose}
      finalFocus={() => (erase.isSuccess ? finalFocus.current : null)}
    >
      {erase.error ? (
        <p role="alert" className="text-danger text-sm">
          {problemText(t, erase.error, t('failed.delete'))}
        </p>
      ) : null}
    </Confirm>
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

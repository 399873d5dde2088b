import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AdminCompany } from '../../../core/companies/admin-calls.ts';
import {
  type HistoryChange,
  type HistoryEntry,
  readHistory,
  restoreVersion,
} from '../../../core/companies/history-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { fieldLabel, isProse, valueText } from '../fields/field-value.tsx';
import { TextDiff } from '../fields/text-diff.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { useMay } from '../shared/may.ts';
import { NotLoaded } from '../shared/section.tsx';

/** Who changed which field in which language when, with a way back to each version. */
export function HistoryDialog({
  company,
  unsaved,
  open,
  onClose,
  onRestored,
}: {
  company: AdminCompany;
  /** A restored version replaces changes that are not saved yet. */
  unsaved: boolean;
  open: boolean;
  onClose(): void;
  onRestored(company: AdminCompany): void;
}) {
  const { t } = useTranslation('edit');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('history.title', { name: company.name })}
      className="max-w-3xl"
    >
      <History company={company} unsaved={unsaved} onRestored={onRestored} />
    </Dialog>
  );
}

function History({
  company,
  unsaved,
  onRestored,
}: {
  company: AdminCompany;
  unsaved: boolean;
  onRestored(company: AdminCompany): void;
}) {
  const { t } = useTranslation(['edit', 'problems', 'common']);
  const client = useQueryClient();
  const parts = { params: { id: company.id } };
  const history = useCall(readHistory, parts, { refetchOnMount: 'always' });
  const mayRestore = useMay()('companies.write');
  const [asking, setAsking] = useState<number | null>(null);
  const asked = useRef(0);
  if (asking !== null) asked.current = asking;
  const restore = useMutation({
    mutationFn: (version: number) => callFromBrowser(restoreVersion, { ...parts, body: { version } }),
    onSuccess: async (restored) => {
      await client.invalidateQueries({ queryKey: callKey(readHistory) });
      setAsking(null);
      onRestored(restored);
    },
  });
  if (!history.data) return <NotLoaded query={history} failed={t('history.failed')} lines={4} />;
  const oldest = history.data.findLast(({ merged_from }) => !merged_from);
  const ask = (version: number) => {
    restore.reset();
    setAsking(version);
  };
  return (
    <>
      {history.data.length === 0 ? <p className="py-8 text-center text-soft">{t('history.empty')}</p> : null}
      <ol className="divide-y divide-line">
        {history.data.map((entry, index) => (
          <ChangedVersion
            key={entry.id}
            entry={entry}
            open={index === 0}
            onRestore={mayRestore && !entry.merged_from ? () => ask(entry.version) : undefined}
            isCurrent={!entry.merged_from && entry.version === company.version}
          />
        ))}
        {mayRestore && oldest && oldest.action !== 'create' ? (
          <li className="flex flex-wrap items-center justify-between gap-3 py-4">
            <p className="font-medium">{t('history.original')}</p>
            <Button onClick={() => ask(oldest.version - 1)}>{t('history.restore')}</Button>
          </li>
        ) : null}
      </ol>
      <Confirm
        open={asking !== null}
        type="warning"
        title={t('history.restore')}
        message={
          <>
            <p>{t('history.restoreText', { version: asked.current })}</p>
            {unsaved ? <p className="mt-2">{t('history.restoreUnsaved')}</p> : null}
          </>
        }
        confirmLabel={t('history.restore')}
        cancelLabel={t('cancel')}
        loading={restore.isPending}
        onConfirm={() => asking !== null && restore.mutate(asking)}
        onCancel={() => setAsking(null)}
      >
        {restore.error ? (
          <p role="alert" className="text-danger text-sm">
            {problemText(t, restore.error, t('failed.update'))}
          </p>
        ) : null}
      </Confirm>
    </>
  );
}

function ChangedVersion({
  entry,
  open,
  isCurrent,
  onRestore,
}: {
  entry: HistoryEntry;
  open: boolean;
  isCurrent: boolean;
  onRestore: (() => void) | undefined;
}) {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium">
            {entry.merged_from
              ? t('history.mergedVersion', { version: entry.version, id: entry.merged_from })
              : t('history.version', { version: entry.version })}{' '}
            · {t(`history.action.${entry.action}`)}
          </p>
          <p className="number text-soft text-sm">
            {t(`history.by.${entry.actor_kind}`, { name: entry.actor })} ·{' '}
            <time dateTime={entry.at}>{formatDateTime(entry.at, language)}</time>
          </p>
        </div>
        {isCurrent ? (
          <span className="text-soft text-sm">{t('history.current')}</span>
        ) : onRestore ? (
          <Button aria-label={t('history.restoreNamed', { version: entry.version })} onClick={onRestore}>
            {t('history.restore')}
          </Button>
        ) : null}
      </div>
      {entry.changes.length > 0 ? (
        <details open={open} className="mt-1">
          <summary className="inline-flex min-h-11 items-center text-accent text-sm">
            {t('history.changes', { count: entry.changes.length })}
          </summary>
          <dl className="space-y-3 border-line border-l-2 pl-4">
            {entry.changes.map((change) => (
              <ChangeView key={`${change.language}.${change.field}`} change={change} />
            ))}
          </dl>
        </details>
      ) : null}
    </li>
  );
}

function ChangeView({ change: { field, language: of, before, after } }: { change: HistoryChange }) {
  const { t } = useTranslation(['edit', 'categories', 'companies']);
  const { language } = useRoot();
  const was = valueText(t, field, before, language);
  const is = valueText(t, field, after, language);
  // Texts differ by words, all else as a whole.
  const isText = of !== null || field === 'founder' || isProse(field, of);
  return (
    <div>
      <dt className="text-soft text-sm">{fieldLabel(t, field, of, language)}</dt>
      <dd className="whitespace-pre-wrap" lang={of ?? undefined}>
        {isText ? (
          <TextDiff before={was} after={is} language={of ?? language} />
        ) : (
          <>
            <del className="text-danger decoration-1">{was || t('noValue')}</del> →{' '}
            <ins className="rounded bg-tint text-success no-underline">{is || t('noValue')}</ins>
          </>
        )}
      </dd>
    </div>
  );
}

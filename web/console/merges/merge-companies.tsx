import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { type AdminCompany, readAdminCompany } from '../../../core/companies/admin-calls.ts';
import { type MergeAnswer, mergeCompany } from '../../../core/companies/duplicate-calls.ts';
import { type MergedField, planMerge } from '../../../core/companies/merge.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Dialog, FOOTER } from '../../shared/ui/dialog.tsx';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { fieldLabel, valueText } from '../fields/field-value.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { sideOf } from './sides.ts';
import { useMergesChanged, useUndoMerge } from './use-undo-merge.ts';

type TwinName = Pick<AdminCompany, 'id' | 'name'>;

/** Compares two companies side by side, and merges one into the other. */
export function MergeCompanies({
  pair,
  onClose,
}: {
  /** Null while the dialog is closed. */
  pair: readonly [TwinName, TwinName] | null;
  onClose(): void;
}) {
  const { t } = useTranslation('edit');
  // The closing animation still shows the previous content.
  const last = useRef(pair);
  if (pair) last.current = pair;
  return (
    <Dialog open={pair !== null} onClose={onClose} title={t('merge.title')} className="max-w-5xl">
      <p className="mb-5 text-soft">{t('merge.text')}</p>
      {last.current ? (
        <MergeForm key={last.current.map(({ id }) => id).join(' ')} pair={last.current} onClose={onClose} />
      ) : null}
    </Dialog>
  );
}

function MergeForm({ pair: [a, b], onClose }: { pair: readonly [TwinName, TwinName]; onClose(): void }) {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  const options = { refetchOnMount: 'always' as const, staleTime: Number.POSITIVE_INFINITY };
  const first = useCall(readAdminCompany, { params: { id: a.id } }, options);
  const second = useCall(readAdminCompany, { params: { id: b.id } }, options);
  const [isSwapped, setSwapped] = useState(false);
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const unloaded = first.data ? second : first;
  if (!first.data || !second.data)
    return <NotLoaded query={unloaded} failed={t('merge.loadFailed')} lines={6} />;
  const [into, from] = isSwapped ? [second.data, first.data] : [first.data, second.data];
  const plan = planMerge(sideOf(into), sideOf(from), [...taken]);
  const choices = plan.filter(({ how }) => how === 'choice');
  const others = plan.filter(({ how }) => how === 'filled' || how === 'joined');
  const take = (path: string, isTaken: boolean) =>
    setTaken((before) => new Set(isTaken ? [...before, path] : [...before].filter((one) => one !== path)));
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {[into, from].map((company, i) => (
          <div key={company.id} className="min-w-0 rounded-xl border border-line bg-raised px-4 py-3">
            <p className="text-soft text-sm">{t(i === 0 ? 'merge.stays' : 'merge.goes')}</p>
            <p className="wrap-anywhere font-medium">{company.name}</p>
            <p className="wrap-anywhere text-soft text-sm">{company.id}</p>
          </div>
        ))}
      </div>
      <Button
        className="mt-3"
        onClick={() => {
          setSwapped(!isSwapped);
          setTaken(new Set());
        }}
      >
        {t('merge.swap')}
      </Button>
      {choices.length === 0 ? <p className="mt-5">{t('merge.none')}</p> : null}
      <div className="mt-5 space-y-5">
        {choices.map((field) => (
          <Choice
            key={field.path}
            field={field}
            isTaken={taken.has(field.path)}
            onTake={(isTaken) => take(field.path, isTaken)}
          />
        ))}
      </div>
      {others.length > 0 ? (
        <details className="mt-6">
          <summary className="min-h-11 font-medium">{t('merge.more', { count: others.length })}</summary>
          <dl className="space-y-3 border-line border-l-2 pl-4">
            {others.map(({ path, field, language: of, result, how }) => (
              <div key={path}>
                <dt className="text-soft text-sm">
                  {fieldLabel(t, field, of, language)} ·{' '}
                  {t(how === 'filled' ? 'merge.filled' : 'merge.joined')}
                </dt>
                <dd lang={of ?? undefined}>
                  <MergedValue field={field} value={result} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
      <div className={FOOTER}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="primary" onClick={() => setAsking(true)}>
          {t('merge.run')}
        </Button>
      </div>
      <AskMerge
        open={isAsking}
        into={into}
        from={from}
        fields={[...taken]}
        onCancel={() => setAsking(false)}
        onDone={() => {
          setAsking(false);
          onClose();
        }}
      />
    </>
  );
}

function MergedValue({ field, value }: Pick<MergedField, 'field'> & { value: unknown }) {
  const { t } = useTranslation(['edit', 'categories', 'companies']);
  const { language } = useRoot();
  return (
    <span className="wrap-anywhere block max-h-48 overflow-y-auto whitespace-pre-wrap">
      {valueText(t, field, value, language) || t('edit:noValue')}
    </span>
  );
}

/** One of two values of a field. */
function Choice({
  field: { field, language: of, target, merged },
  isTaken,
  onTake,
}: {
  field: MergedField;
  isTaken: boolean;
  onTake(isTaken: boolean): void;
}) {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{fieldLabel(t, field, of, language)}</legend>
      <div className="grid grid-cols-2 gap-3">
        {[target, merged].map((value, i) => {
          const isOther = i === 1;
          return (
            <label
              key={isOther ? 'merged' : 'target'}
              lang={of ?? undefined}
              className="flex min-h-11 min-w-0 gap-2 rounded-xl border border-line px-3 py-2.5 has-checked:border-accent has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                className="mt-1 size-4 shrink-0 accent-accent"
                aria-label={`${t(isOther ? 'merge.taken' : 'merge.keep')}: ${fieldLabel(t, field, of, language)}`}
                checked={isTaken === isOther}
                onChange={() => onTake(isOther)}
              />
              <span className="min-w-0 flex-1">
                <MergedValue field={field} value={value} />
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Asks for confirmation with the counts of comments, likes and views that move. */
function AskMerge({
  open,
  into,
  from,
  fields,
  onCancel,
  onDone,
}: {
  open: boolean;
  into: AdminCompany;
  from: AdminCompany;
  fields: string[];
  onCancel(): void;
  onDone(): void;
}) {
  const { t } = useTranslation(['edit', 'problems', 'refusals', 'common']);
  const { language } = useRoot();
  const toast = useToast();
  const changed = useMergesChanged();
  const undo = useUndoMerge();
  const names = { from: from.name, into: into.name };
  const merge = useMutation({
    mutationFn: (): Promise<MergeAnswer> =>
      callFromBrowser(mergeCompany, { params: { id: from.id }, body: { into: into.id, fields } }),
    onSuccess: async (answer) => {
      await changed();
      onDone();
      toast({
        type: 'success',
        title: t('edit:merge.done', names),
        duration: UNDO_TIME,
        action: { label: t('edit:undo'), run: () => undo(answer.merge) },
      });
    },
  });
  const count = (value: number) => formatNumber(value, language);
  return (
    <Confirm
      open={open}
      type="warning"
      title={t('edit:merge.askTitle', names)}
      message={t('edit:merge.ask', {
        ...names,
        comments: count(from.comments_count),
        likes: count(from.likes),
        views: count(from.views),
      })}
      confirmLabel={t(merge.isPending ? 'edit:merge.running' : 'edit:merge.run')}
      cancelLabel={t('edit:cancel')}
      loading={merge.isPending}
      onConfirm={() => merge.mutate()}
      onCancel={onCancel}
    >
      {merge.error ? (
        <p role="alert" className="text-danger text-sm">
          {problemText(t, merge.error, t('edit:merge.failed'))}
        </p>
      ) : null}
    </Confirm>
  );
}

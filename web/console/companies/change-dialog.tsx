import { useRef, useState } from 'react';
import { companyCategories } from '../../../core/categories.ts';
import { STATUSES, type Status } from '../../../core/companies/facts.ts';
import { SHARED, type SharedFields } from '../../../core/companies/fields.ts';
import { SCORE_MAX } from '../../../core/companies/score.ts';
import type { BulkChange } from '../../../core/jobs/bulk-change-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { problemText } from '../../shared/problem-text.ts';
import { detailsOf, refusalLine } from '../../shared/refusal-text.ts';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { isConflictError } from '../shared/api.ts';
import { useBulkChange } from '../shared/use-start-job.ts';
import type { Chosen } from './chosen-companies.ts';
import { CompanyField } from './company-field.tsx';
import { NameList } from './name-list.tsx';

const ACTS = ['category', 'status', 'score', 'addKinds', 'removeKinds', 'addTags', 'removeTags'] as const;
type Act = (typeof ACTS)[number];

interface ChosenValues extends Pick<SharedFields, 'category' | 'kinds' | 'tags'> {
  /** Empty: what became of the company is not stated. */
  status: Status | '';
  /** As typed. */
  score: string;
}

/** What the form says; undefined where nothing is chosen yet. */
function changeOf(act: Act, { category, status, score, kinds, tags }: ChosenValues): BulkChange | undefined {
  switch (act) {
    case 'category':
      return { category };
    case 'status':
      return { status: status === '' ? null : { kind: status } };
    case 'score':
      return /^\d{1,3}$/.test(score.trim()) && Number(score) <= SCORE_MAX
        ? { score: Number(score) }
        : undefined;
    case 'addKinds':
      return kinds.length > 0 ? { kinds: { add: kinds } } : undefined;
    case 'removeKinds':
      return kinds.length > 0 ? { kinds: { remove: kinds } } : undefined;
    case 'addTags':
      return tags.length > 0 ? { tags: { add: tags } } : undefined;
    case 'removeTags':
      return tags.length > 0 ? { tags: { remove: tags } } : undefined;
  }
}

/** Changes a field of the selected companies, as one job with one undo. */
export function ChangeDialog({
  chosen,
  onDone,
  onClose,
}: {
  /** Null while the dialog is closed. */
  chosen: Chosen | null;
  /** Called when the bulk job was created. */
  onDone(): void;
  onClose(): void;
}) {
  // The closing animation still shows the previous content.
  const last = useRef(chosen);
  const opening = useRef(0);
  if (chosen && chosen !== last.current) opening.current++;
  if (chosen) last.current = chosen;
  return last.current ? (
    <ChangeForm
      key={opening.current}
      chosen={last.current}
      open={chosen !== null}
      onDone={onDone}
      onClose={onClose}
    />
  ) : null;
}

function ChangeForm({
  chosen,
  open,
  onDone,
  onClose,
}: {
  chosen: Chosen;
  open: boolean;
  onDone(): void;
  onClose(): void;
}) {
  const { t } = useTranslation(['edit', 'categories', 'companies', 'problems', 'refusals', 'common']);
  const [act, setAct] = useState<Act>('category');
  const [values, setValues] = useState<ChosenValues>({
    category: companyCategories()[0] ?? '',
    kinds: [],
    tags: [],
    status: '',
    score: '',
  });
  const [isIncomplete, setIncomplete] = useState(false);
  const bulk = useBulkChange();
  const put = (changes: Partial<ChosenValues>) => {
    setIncomplete(false);
    setValues((before) => ({ ...before, ...changes }));
  };
  function start() {
    const change = changeOf(act, values);
    if (!change) return setIncomplete(true);
    bulk.mutate(
      { ...chosen.selection, change },
      {
        onSuccess: () => {
          onDone();
          onClose();
        },
      },
    );
  }
  const problem = !isIncomplete
    ? undefined
    : act === 'score'
      ? t('change.wholeScore', { max: SCORE_MAX })
      : t('change.choose');
  return (
    <Confirm
      open={open}
      title={t('change.title', { count: chosen.count })}
      message={t('change.text')}
      confirmLabel={t(bulk.isPending ? 'change.running' : 'change.run')}
      cancelLabel={t('cancel')}
      loading={bulk.isPending}
      onConfirm={start}
      onCancel={onClose}
    >
      <div className="space-y-4">
        <Select
          label={t('change.act')}
          value={act}
          onChange={(next) => {
            setIncomplete(false);
            setAct(next);
          }}
          options={ACTS.map((value) => ({ value, label: t(`change.acts.${value}`) }))}
        />
        {act === 'status' ? (
          <Select<ChosenValues['status']>
            label={t('fields.status')}
            value={values.status}
            onChange={(status) => put({ status })}
            options={[
              { value: '', label: t('notStated') },
              ...STATUSES.map((value) => ({ value, label: t(`companies:status_${value}`) })),
            ]}
          />
        ) : (
          <CompanyField<Omit<ChosenValues, 'status'>>
            fields={SHARED}
            name={act === 'category' || act === 'score' ? act : act.endsWith('Kinds') ? 'kinds' : 'tags'}
            draft={values}
            onChange={put}
            problem={problem}
          />
        )}
        {bulk.error ? (
          <p role="alert" className="text-danger">
            {isConflictError(bulk.error)
              ? t('bulk.others')
              : refusalLine(t, detailsOf(bulk.error)) || problemText(t, bulk.error, t('change.failed'))}
          </p>
        ) : null}
        <NameList names={chosen.names} count={chosen.count} />
      </div>
    </Confirm>
  );
}

import { useState } from 'react';
import { Link } from 'react-router';
import { JOB_ITEMS_MAX } from '../../../core/jobs/calls.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { TRANSLATION_TASKS, type TranslationTask } from '../../../core/translations/calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { StatCard } from '../../shared/ui/stat-card.tsx';
import { AiCost } from '../ai/ai-cost.tsx';
import { AiReason } from '../ai/ai-reason.tsx';
import { choice, searchWords, useListState } from '../shared/list-state.ts';
import { useMay } from '../shared/may.ts';
import { Section } from '../shared/section.tsx';
import { useStartJob } from '../shared/use-start-job.ts';
import { GenerateDialog, type Translatable } from './generate-dialog.tsx';
import { IncompleteList, PendingList, UnreviewedList } from './status-lists.tsx';
import { TranslationDialog } from './translation-dialog.tsx';
import { useTasks } from './use-tasks.ts';

const TRANSLATION_LIST = {
  q: searchWords,
  show: choice(['all', ...TRANSLATION_TASKS], 'all'),
};

export default function TranslationsSection() {
  return (
    <Section id="translations" features={['translations', 'edit', 'ai']}>
      <Translations />
    </Section>
  );
}

function Translations() {
  const { t } = useTranslation('translations');
  const { language } = useRoot();
  const may = useMay();
  const { state, change } = useListState(TRANSLATION_LIST);
  const { q, show } = state;
  const shows = (task: TranslationTask) => show === 'all' || show === task;
  const incomplete = useTasks('incomplete', q, shows('incomplete'));
  const pending = useTasks('pending', q, shows('pending'));
  const unreviewed = useTasks('unreviewed', q, shows('unreviewed'));
  const summary = (incomplete.first ?? pending.first ?? unreviewed.first)?.summary;
  const [generating, setGenerating] = useState<{ company: Translatable; time: number } | null>(null);
  const [open, setOpen] = useState(false);

  const onGenerate = (company: Translatable) => {
    setGenerating((last) => ({ company, time: (last?.time ?? 0) + 1 }));
    setOpen(true);
  };

  const count = (n: number | undefined) => (n === undefined ? '–' : formatNumber(n, language));
  const isFiltered = q !== '';
  const listed =
    show === 'pending'
      ? pending.pending
      : show === 'incomplete'
        ? incomplete.incomplete
        : show === 'unreviewed'
          ? unreviewed.unreviewed
          : [];
  return (
    <>
      <dl className="grid grid-cols-3 gap-3 sm:gap-4">
        <StatCard label={t('incomplete')} value={count(summary?.incompleteCount)} />
        <StatCard label={t('pending')} value={count(summary?.pendingCount)} />
        <StatCard label={t('unreviewed')} value={count(summary?.unreviewedCount)} />
      </dl>
      <SearchInput
        className="mt-6 max-w-md"
        label={t('search')}
        placeholder={t('searchPlaceholder')}
        maxLength={SEARCH_MAX}
        value={q}
        onChange={(next) => change({ q: next })}
      />
      {show === 'all' ? null : (
        <Link to={paths.admin('translations')} className="mt-6 inline-flex min-h-11 items-center underline">
          {t('showAll')}
        </Link>
      )}
      <div className="mt-10 space-y-14">
        {shows('incomplete') ? (
          <IncompleteList
            tasks={incomplete}
            isFiltered={isFiltered}
            onGenerate={onGenerate}
            action={
              summary?.incompleteCount && may('jobs.write') ? (
                <GenerateAll count={summary.incompleteCount} />
              ) : null
            }
          />
        ) : null}
        {shows('pending') ? (
          <PendingList tasks={pending} isFiltered={isFiltered} onGenerate={onGenerate} />
        ) : null}
        {shows('unreviewed') ? <UnreviewedList tasks={unreviewed} isFiltered={isFiltered} /> : null}
      </div>
      {generating ? (
        <GenerateDialog
          key={generating.time}
          company={generating.company}
          open={open}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {may('translations.write') ? (
        <TranslationDialog
          unreviewed={unreviewed.unreviewed}
          listed={listed.map(({ company_id }) => company_id)}
        />
      ) : null}
    </>
  );
}

/** Has everything that is missing translated in the background. */
function GenerateAll({ count }: { count: number }) {
  const { t } = useTranslation(['translations', 'ai', 'common']);
  const { language } = useRoot();
  const [open, setOpen] = useState(false);
  const start = useStartJob();
  const { error } = start;
  return (
    <>
      <Button
        look="primary"
        onClick={() => {
          start.reset();
          setOpen(true);
        }}
      >
        {t('generateAll')}
      </Button>
      <Confirm
        open={open}
        type={error ? 'danger' : 'info'}
        title={error ? t('generateFailed') : t('generateAll')}
        message={
          error ? (
            <p role="alert">{t('startFailed')}</p>
          ) : (
            <>
              <p>{t('generateAllText', { count })}</p>
              {count > JOB_ITEMS_MAX ? (
                <p className="mt-2">
                  {t('generateAllJobs', {
                    jobs: formatNumber(Math.ceil(count / JOB_ITEMS_MAX), language),
                    max: formatNumber(JOB_ITEMS_MAX, language),
                  })}
                </p>
              ) : null}
              <p className="mt-2">{t('machineNote')}</p>
              <AiCost job={{ kind: 'translate-missing' }} enabled={open} />
            </>
          )
        }
        confirmLabel={
          start.isPending ? t('ai:starting') : error ? t('ai:tryAgain') : t('translations:generateConfirm')
        }
        cancelLabel={error ? t('common:close') : t('ai:cancel')}
        loading={start.isPending}
        onConfirm={() => start.mutate({ kind: 'translate-missing' }, { onSuccess: () => setOpen(false) })}
        onCancel={() => setOpen(false)}
      >
        {error ? <AiReason error={error} /> : null}
      </Confirm>
    </>
  );
}

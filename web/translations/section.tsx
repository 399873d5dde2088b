import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { SEARCH_MAX } from '../../core/companies/calls.ts';
import { JOB_ITEMS_MAX } from '../../core/jobs/calls.ts';
import { searchForm } from '../../core/text.ts';
import { readTranslationStatus, type TranslationStatus } from '../../core/translations/calls.ts';
import { AiReason } from '../ai/ai-reason.tsx';
import { useCall } from '../console/api.ts';
import { choice, useListState, words } from '../console/list-state.ts';
import { NotLoaded, Section } from '../console/section.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { useStartJob } from '../jobs/use-start-job.ts';
import { paths } from '../paths.ts';
import { useRoot } from '../root-data.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { formatNumber } from '../ui/format.ts';
import { SearchInput } from '../ui/search-input.tsx';
import { StatCard } from '../ui/stat-card.tsx';
import { GenerateDialog, type Translatable } from './generate-dialog.tsx';
import { IncompleteList, PendingList, UnreviewedList } from './status-lists.tsx';
import { TranslationDialog } from './translation-dialog.tsx';

const LIST = {
  q: words,
  show: choice(['all', 'incomplete', 'pending', 'unreviewed'], 'all'),
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
  const status = useCall(readTranslationStatus, {});
  if (!status.data) return <NotLoaded query={status} failed={t('loadFailed')} lines={8} />;
  return <Status status={status.data} />;
}

/** The entries whose company has the words in its id or one of its names. */
function matching<Entry extends { company_id: string }>(
  entries: readonly Entry[],
  q: string,
  namesOf: (entry: Entry) => readonly string[],
): Entry[] {
  const words = searchForm(q);
  return entries.filter((entry) =>
    searchForm([entry.company_id, ...namesOf(entry)].join('\n')).includes(words),
  );
}

function Status({ status }: { status: TranslationStatus }) {
  const { t } = useTranslation('translations');
  const { language } = useRoot();
  const {
    state: { q, show },
    change,
  } = useListState(LIST);
  const wanted = useDeferredValue(q);
  const [generating, setGenerating] = useState<{ company: Translatable; time: number } | null>(null);
  const [open, setOpen] = useState(false);

  const onGenerate = (company: Translatable) => {
    setGenerating((last) => ({ company, time: (last?.time ?? 0) + 1 }));
    setOpen(true);
  };

  const { summary, incompleteTranslations, pendingUpdates, unreviewedTranslations } = status;
  const named = (entry: { name: string }) => [entry.name];
  const shows = (list: typeof show) => show === 'all' || show === list;
  return (
    <>
      <dl className="grid grid-cols-3 gap-3 sm:gap-4">
        <StatCard label={t('incomplete')} value={formatNumber(summary.incompleteCount, language)} />
        <StatCard label={t('pending')} value={formatNumber(summary.pendingCount, language)} />
        <StatCard label={t('unreviewed')} value={formatNumber(summary.unreviewedCount, language)} />
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
        <Link to={paths.adminTranslations()} className="mt-6 inline-flex min-h-11 items-center underline">
          {t('showAll')}
        </Link>
      )}
      <div className="mt-10 space-y-14">
        {shows('incomplete') ? (
          <IncompleteList
            entries={matching(incompleteTranslations, wanted, (entry) => entry.english_name)}
            isFiltered={wanted !== ''}
            pending={pendingUpdates}
            onGenerate={onGenerate}
            action={summary.incompleteCount > 0 ? <GenerateAll count={summary.incompleteCount} /> : null}
          />
        ) : null}
        {shows('pending') ? (
          <PendingList
            entries={matching(pendingUpdates, wanted, named)}
            isFiltered={wanted !== ''}
            incomplete={incompleteTranslations}
            onGenerate={onGenerate}
          />
        ) : null}
        {shows('unreviewed') ? (
          <UnreviewedList
            entries={matching(unreviewedTranslations, wanted, named)}
            isFiltered={wanted !== ''}
          />
        ) : null}
      </div>
      {generating ? (
        <GenerateDialog
          key={generating.time}
          company={generating.company}
          open={open}
          onClose={() => setOpen(false)}
        />
      ) : null}
      <TranslationDialog pending={pendingUpdates} />
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

import { useDeferredValue, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { SEARCH_MAX } from '../../core/companies/calls.ts';
import { JOB_ITEMS_MAX } from '../../core/jobs/calls.ts';
import { searchForm } from '../../core/text.ts';
import { readTranslationStatus, type TranslationStatus } from '../../core/translations/calls.ts';
import { AiReason } from '../ai/ai-reason.tsx';
import { useCall } from '../console/api.ts';
import { LoadFailed, Loading, Section } from '../console/section.tsx';
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

/** The lists, as `?show=` names one of them. */
const LISTS = ['incomplete', 'pending', 'unreviewed'] as const;

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
  if (status.error && !status.data)
    return <LoadFailed error={status.error} text={t('loadFailed')} onRetry={() => void status.refetch()} />;
  if (!status.data) return <Loading lines={8} />;
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
  const [query, setQuery] = useSearchParams();
  const q = (query.get('q') ?? '').slice(0, SEARCH_MAX);
  const words = useDeferredValue(q);
  const [generating, setGenerating] = useState<{ company: Translatable; time: number } | null>(null);
  const [open, setOpen] = useState(false);

  function search(next: string) {
    setQuery(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next) changed.set('q', next);
        else changed.delete('q');
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  const onGenerate = (company: Translatable) => {
    setGenerating((last) => ({ company, time: (last?.time ?? 0) + 1 }));
    setOpen(true);
  };

  const { summary, incompleteTranslations, pendingUpdates, unreviewedTranslations } = status;
  const named = (entry: { name: string }) => [entry.name];
  const wanted = query.get('show');
  const only = LISTS.find((list) => list === wanted);
  const shows = (list: (typeof LISTS)[number]) => only === undefined || only === list;
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
        onChange={search}
      />
      {only ? (
        <Link to={paths.adminTranslations()} className="mt-6 inline-flex min-h-11 items-center underline">
          {t('showAll')}
        </Link>
      ) : null}
      <div className="mt-10 space-y-14">
        {shows('incomplete') ? (
          <IncompleteList
            entries={matching(incompleteTranslations, words, (entry) => entry.english_name)}
            isFiltered={words !== ''}
            pending={pendingUpdates}
            onGenerate={onGenerate}
            action={summary.incompleteCount > 0 ? <GenerateAll count={summary.incompleteCount} /> : null}
          />
        ) : null}
        {shows('pending') ? (
          <PendingList
            entries={matching(pendingUpdates, words, named)}
            isFiltered={words !== ''}
            incomplete={incompleteTranslations}
            onGenerate={onGenerate}
          />
        ) : null}
        {shows('unreviewed') ? (
          <UnreviewedList
            entries={matching(unreviewedTranslations, words, named)}
            isFiltered={words !== ''}
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

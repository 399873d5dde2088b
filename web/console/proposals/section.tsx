import { useRef } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { findProposalJobs, findProposals, type ProposalJob } from '../../../core/ai/proposal-calls.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { State, StateActions } from '../../shared/ui/state.tsx';
import { useCall, useCountedCall } from '../shared/api.ts';
import { NotLoaded, Section } from '../shared/section.tsx';
import { useShortcuts } from '../shared/use-shortcuts.ts';
import { WorkControl } from '../work/work-button.tsx';
import { ProposalDecision } from './decision.tsx';

/** Proposals of one page; further ones follow as these are decided. */
const LOADED_PROPOSALS = 100;
const PROPOSAL = 'proposal';
/** In the place of an id: the last one that is loaded. */
const LAST_LOADED = 'last';
/** Search parameter: number of proposals skipped before the loaded proposals. */
const FROM = 'from';
const FROM_MAX = 1_000_000;
const COMPANY = 'company';
const OF_JOB = 'job';

export default function ProposalsSection() {
  return (
    <Section id="proposals" features={['proposals', 'ai', 'edit', 'refusals', 'work']}>
      <Queue />
    </Section>
  );
}

/** One proposal after the other, the oldest first. The address names the one in sight. */
function Queue() {
  const { t } = useTranslation(['proposals', 'work']);
  const [query, setQuery] = useSearchParams();
  const company = query.get(COMPANY) ?? undefined;
  const job = query.get(OF_JOB) ?? undefined;
  const typed = Math.min(FROM_MAX, Math.max(0, Number.parseInt(query.get(FROM) ?? '', 10) || 0));
  // Steps back and forth are whole loads: a number between two would show some proposals twice.
  const from = typed - (typed % LOADED_PROPOSALS);
  const queue = useCountedCall(findProposals, {
    query: { company, job, limit: LOADED_PROPOSALS, offset: from || undefined },
  });
  const jobs = useCall(findProposalJobs, {}).data ?? [];
  if (!queue.data) return <NotLoaded query={queue} failed={t('loadFailed')} lines={6} />;
  const { rows, total } = queue.data;
  const wanted = query.get(PROPOSAL);
  const at = Math.max(
    0,
    wanted === LAST_LOADED ? rows.length - 1 : rows.findIndex(({ id }) => id === wanted),
  );
  const current = rows[at];
  const withPlace = (proposal: string | undefined, start: number) => {
    const next = new URLSearchParams(query);
    next.delete(PROPOSAL);
    next.delete(FROM);
    if (proposal !== undefined) next.set(PROPOSAL, proposal);
    if (start > 0) next.set(FROM, String(start));
    return next;
  };
  const show = (proposal: string | undefined, start = from) =>
    setQuery(withPlace(proposal, start), { replace: true });
  const [before, after] = [rows[at - 1], rows[at + 1]];
  const isMoreAfter = from + rows.length < total;
  const all =
    company || job ? (
      <Link to={paths.admin('proposals')} className="button">
        {t('all')}
      </Link>
    ) : null;
  // All proposals from here on are decided; skipped ones are before.
  if (!current && from > 0) return <Navigate replace to={{ search: String(withPlace(undefined, 0)) }} />;
  if (!current) {
    return (
      <State
        kind="empty"
        title={t(company ? 'noneOf' : job ? 'noneOfJob' : 'none')}
        text={all ? undefined : t('noneText')}
      >
        <StateActions>
          {all}
          <Link to={paths.admin('edit')} className="button">
            {t('editCompanies')}
          </Link>
        </StateActions>
      </State>
    );
  }
  return (
    <>
      {company ? (
        <p className="mb-4">{all}</p>
      ) : jobs.length > 1 || job ? (
        <JobChoice
          jobs={jobs}
          job={job}
          onChoose={(chosen) => setQuery(chosen ? { [OF_JOB]: chosen } : {})}
        />
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Position
          at={from + at}
          total={total}
          onPrevious={
            before
              ? () => show(before.id)
              : from > 0
                ? () => show(LAST_LOADED, Math.max(0, from - LOADED_PROPOSALS))
                : undefined
          }
          onNext={
            after ? () => show(after.id) : isMoreAfter ? () => show(undefined, from + rows.length) : undefined
          }
        />
        <WorkControl
          key={current.company.id}
          kind="proposals"
          item={current.company.id}
          name={`${current.company.name}: ${t('work:kinds.proposals')}`}
        />
      </div>
      <ProposalDecision
        key={current.id}
        queued={current}
        // Opens the next proposal; after the last one, the skipped ones.
        onNext={() => show(after?.id ?? (isMoreAfter ? LAST_LOADED : before?.id))}
      />
    </>
  );
}

/** Narrows the queue to what one job proposed. */
function JobChoice({
  jobs,
  job,
  onChoose,
}: {
  jobs: readonly ProposalJob[];
  job: string | undefined;
  /** Empty for all jobs. */
  onChoose(job: string): void;
}) {
  const { t } = useTranslation('proposals');
  const { language } = useRoot();
  return (
    <Select
      className="mb-4 sm:max-w-md"
      label={t('ofJob')}
      value={job ?? ''}
      options={[
        { value: '', label: t('ofAllJobs') },
        ...jobs.map(({ job: value, created_at, created_by: name, count }) => ({
          value,
          label: t(name ? 'jobChoice' : 'jobChoiceSchedule', {
            date: formatDateTime(created_at, language),
            name,
            count,
          }),
        })),
      ]}
      onChange={onChoose}
    />
  );
}

/** @param at place in the whole queue, from 0 @param onPrevious undefined at its beginning @param onNext at its end */
function Position({
  at,
  total,
  onPrevious,
  onNext,
}: {
  at: number;
  total: number;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}) {
  const { t } = useTranslation('proposals');
  const { language } = useRoot();
  const bar = useRef<HTMLDivElement>(null);
  useShortcuts(bar, { j: () => onNext?.(), k: () => onPrevious?.() });
  return (
    <div ref={bar} className="flex flex-wrap items-center gap-3">
      <Button
        aria-label={t('previous')}
        aria-keyshortcuts="K"
        disabled={!onPrevious}
        onClick={() => onPrevious?.()}
      >
        <span aria-hidden="true">←</span>
      </Button>
      <p role="status" className="number min-w-24 text-center text-soft">
        {t('position', { position: formatNumber(at + 1, language), total: formatNumber(total, language) })}
      </p>
      <Button aria-label={t('next')} aria-keyshortcuts="J" disabled={!onNext} onClick={() => onNext?.()}>
        <span aria-hidden="true">→</span>
      </Button>
    </div>
  );
}

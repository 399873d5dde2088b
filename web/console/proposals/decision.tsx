import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  acceptProposal,
  findProposalJobs,
  findProposals,
  type QueuedProposal,
  type ReadProposal,
  readProposed,
  rejectProposal,
  restoreProposal,
} from '../../../core/ai/proposal-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { formatDateTime, languageName } from '../../shared/console/format.ts';
import { EDIT_PARAMETER } from '../../shared/console/sections.ts';
import { paths } from '../../shared/paths.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { UNDO_TIME, useToast } from '../../shared/ui/toast.tsx';
import { ProposalList } from '../ai/ai-preview.tsx';
import { changesOfGroups, groupProposals, undecided } from '../ai/proposal-groups.ts';
import { callKey, isConflictError, useCall } from '../shared/api.ts';
import { refreshRows } from '../shared/company-rows.ts';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraftForm } from '../shared/local-drafts.ts';
import { useMay } from '../shared/may.ts';
import { NotLoaded, SECTION_FOOTER } from '../shared/section.tsx';
import { modifierKey, useShortcuts } from '../shared/use-shortcuts.ts';
import { RewordGroup, type Wording } from './reword.tsx';

const refreshQueue = (client: QueryClient) =>
  Promise.all(
    [findProposals, findProposalJobs].map((call) => client.invalidateQueries({ queryKey: callKey(call) })),
  );

/** Proposals for a company, to accept field by field, reword or reject. */
export function ProposalDecision({ queued, onNext }: { queued: QueuedProposal; onNext(): void }) {
  const { t } = useTranslation('proposals');
  const client = useQueryClient();
  // Not loaded anew under somebody's decisions: a save finds out whether it is out of date.
  const proposal = useCall(
    readProposed,
    { params: { id: queued.id } },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  );
  const isGone = proposal.error instanceof CallError && proposal.error.status === 404;
  return (
    <article className="mt-6" aria-labelledby="proposal-title">
      <ProposalHeading queued={queued} />
      {isGone ? (
        <>
          <p role="status" className="my-6 text-soft">
            {t('gone')}
          </p>
          <Button
            look="primary"
            onClick={() => {
              onNext();
              void refreshQueue(client);
            }}
          >
            {t('next')}
          </Button>
        </>
      ) : proposal.data ? (
        <FieldDecisions proposal={proposal.data} onNext={onNext} onReload={() => void proposal.refetch()} />
      ) : (
        <NotLoaded query={proposal} failed={t('loadFailed')} lines={5} />
      )}
    </article>
  );
}

function ProposalHeading({ queued }: { queued: QueuedProposal }) {
  const { t } = useTranslation('proposals');
  const { language } = useRoot();
  const { company, created_at, created_by, model } = queued;
  const about = { model, date: formatDateTime(created_at, language), name: created_by };
  return (
    <header>
      <h2 id="proposal-title" className="wrap-anywhere text-2xl">
        {company.name}
      </h2>
      <p className="mt-1 text-soft text-sm">{t(created_by ? 'about' : 'aboutSchedule', about)}</p>
      <p className="text-soft text-sm">{t('texts', { language: languageName(queued.language, language) })}</p>
      <Link
        to={`${paths.admin('edit')}?${EDIT_PARAMETER}=${encodeURIComponent(company.id)}`}
        className="link inline-flex min-h-11 items-center text-accent"
      >
        {t('open', { name: company.name })}
      </Link>
    </header>
  );
}

function FieldDecisions({
  proposal,
  onNext,
  onReload,
}: {
  proposal: ReadProposal;
  onNext(): void;
  onReload(): void;
}) {
  const { t } = useTranslation(['proposals', 'ai', 'edit', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const may = useMay()('companies.write');
  const root = useRef<HTMLDivElement>(null);
  const { id, subject, fields, company } = proposal;
  const {
    value: { wordings },
    change,
    localDraft,
  } = useLocalDraftForm<{ wordings: readonly Wording[] }>({
    form: 'proposal',
    subject: id,
    initial: { wordings: [] },
  });
  const reworded = new Map(wordings.map(({ place, value }) => [place, value]));
  const worded = fields.map((field, place) =>
    reworded.has(place) ? { ...field, proposed: reworded.get(place) } : field,
  );
  const groups = groupProposals(subject, worded);
  const [rejected, setRejected] = useState(() => undecided(groups));
  const accepted = groups.filter(({ key }) => !rejected.has(key));

  const restore = useMutation({
    mutationFn: () => callFromBrowser(restoreProposal, { params: { id } }),
    onSuccess: () => void refreshQueue(client),
    onError: (error) =>
      toast({ type: 'error', title: t('edit:undoFailed'), message: problemText(t, error, '') }),
  });
  const done = (...told: Parameters<typeof toast>) => {
    localDraft.noteSaved();
    toast(...told);
    onNext();
    void refreshQueue(client);
  };
  const accept = useMutation({
    mutationFn: () =>
      callFromBrowser(acceptProposal, {
        params: { id },
        body: { ...changesOfGroups(groups, rejected), version: subject.version },
      }),
    onSuccess: () => {
      void refreshRows(client);
      done({ type: 'success', title: t('proposals:accepted', { name: company.name }) });
    },
    onError: (error) => {
      if (error instanceof CallError && ['conflict', 'not_found'].includes(error.code ?? '')) onReload();
    },
  });
  const reject = useMutation({
    mutationFn: () => callFromBrowser(rejectProposal, { params: { id } }),
    onSuccess: () =>
      done({
        type: 'info',
        title: t('proposals:rejected', { name: company.name }),
        duration: UNDO_TIME,
        action: { label: t('edit:undo'), run: () => restore.mutate() },
      }),
  });
  const isBusy = accept.isPending || reject.isPending;
  const canAccept = may && !isBusy && accepted.length > 0;
  useShortcuts(root, { 'mod+enter': () => canAccept && accept.mutate() });

  function reword(key: string, changed: readonly Wording[]) {
    change(({ wordings: before }) => ({
      wordings: [...before.filter(({ place }) => changed.every((one) => one.place !== place)), ...changed],
    }));
    setRejected(new Set([...rejected].filter((one) => one !== key)));
  }
  const isConflict = isConflictError(accept.error);
  return (
    <div ref={root}>
      <LocalDraftNotice offer={localDraft} onRestore={change} />
      {fields.some(({ stale }) => stale) ? (
        <p role="status" className="mt-2 text-sm text-warning">
          {t('proposals:stale')}
        </p>
      ) : null}
      {groups.length === 0 ? (
        <p role="status" className="py-6 text-soft">
          {t('proposals:same')}
        </p>
      ) : (
        <ProposalList
          groups={groups}
          rejected={rejected}
          onReject={setRejected}
          rewording={(group) =>
            may ? (
              <RewordGroup
                group={group}
                proposal={id}
                company={subject}
                isReworded={group.members.some(({ place }) => reworded.has(place))}
                onReword={(changed) => reword(group.key, changed)}
              />
            ) : null
          }
        />
      )}
      {may ? (
        <div className={SECTION_FOOTER}>
          <Button
            look="primary"
            busy={accept.isPending}
            disabled={!canAccept}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => accept.mutate()}
          >
            {accept.isPending ? t('proposals:accepting') : t('proposals:accept', { count: accepted.length })}
          </Button>
          <Button busy={reject.isPending} disabled={isBusy} onClick={() => reject.mutate()}>
            {t('proposals:reject')}
          </Button>
          <p className="hidden min-w-0 flex-1 basis-60 text-soft text-sm pointer-fine:block">
            {t('proposals:keys', { modifier: modifierKey() })}
          </p>
          <div role="alert" className="basis-full text-danger text-sm empty:hidden">
            {accept.error
              ? isConflict
                ? t('ai:preview.changed')
                : problemText(t, accept.error, t('proposals:saveFailed'))
              : null}
            {reject.error ? problemText(t, reject.error, t('proposals:rejectFailed')) : null}
          </div>
        </div>
      ) : null}
    </div>
  );
}

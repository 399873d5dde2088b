import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import {
  cancelIssue,
  createIssue,
  deleteIssue,
  findIssues,
  type NewsletterIssue,
  readIssue,
  testIssue,
} from '../../../core/newsletter/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CallError, callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { State } from '../../shared/ui/state.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { callKey, useCall } from '../shared/api.ts';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { useMailedToast } from '../shared/mailed.tsx';
import { useMay } from '../shared/may.ts';
import { NotLoaded } from '../shared/section.tsx';
import { Audience } from './audience.tsx';
import { IssueForm } from './issue-form.tsx';
import { IssueBadge, IssueNumbers } from './issue-list.tsx';
import { ISSUE_PARAMETER } from './issue-parameter.ts';
import { IssuePreview } from './issue-preview.tsx';
import { SendDialog } from './send-dialog.tsx';
import { type IssueDraft, useIssue, useIssueChanged } from './use-issue.ts';

/** How often an issue that is on its way is looked at, in milliseconds. */
const ISSUE_WATCH_EVERY = 3000;

interface IssuePageProps {
  id: string;
  onOpen(id: string): void;
  onClose(): void;
}

/** The page of an issue: editor, preview, audience, results. */
export function IssuePage({ id, onOpen, onClose }: IssuePageProps) {
  const { t } = useTranslation('newsletter');
  const issue = useCall(
    readIssue,
    { params: { id } },
    {
      refetchInterval: ({ state }) =>
        state.data?.status === 'scheduled' || state.data?.status === 'sending' ? ISSUE_WATCH_EVERY : false,
    },
  );
  return (
    <>
      <Button onClick={onClose}>{t('back')}</Button>
      <div className="mt-6">
        {issue.data ? (
          <LoadedIssue issue={issue.data} onOpen={onOpen} onClose={onClose} />
        ) : isNoIssue(issue.error) ? (
          <State kind="missing" title={t('noIssue')} text={t('noIssueText')} />
        ) : (
          <NotLoaded query={issue} failed={t('loadFailed')} />
        )}
      </div>
    </>
  );
}

/** Whether the address names no issue: unknown id (404) or invalid id (400). */
const isNoIssue = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.status === 400);

function LoadedIssue({ issue, onOpen, onClose }: Omit<IssuePageProps, 'id'> & { issue: NewsletterIssue }) {
  const { t } = useTranslation('newsletter');
  const { language: shown } = useRoot();
  const [language, setLanguage] = useState<Language>(
    () => [shown, ...LANGUAGES].find((one) => issue.texts[one]) ?? shown,
  );
  const draft = useIssue(issue);
  const isDraft = issue.status === 'draft';
  const moment = issue.started_at ?? issue.at;
  return (
    <>
      <LeaveGuard
        when={draft.isChanged}
        parameter={ISSUE_PARAMETER}
        title={t('leaveTitle')}
        text={t('leaveText')}
        leave={t('leave')}
        stay={t('stay')}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="wrap-anywhere text-2xl">{nameIn(subjectsOf(draft), language) ?? t('noSubject')}</h2>
        <IssueBadge status={issue.status} />
        {moment ? (
          <span className="number text-soft text-sm">
            {t(issue.started_at ? 'begunAt' : 'plannedFor', { date: formatDateTime(moment, shown) })}
          </span>
        ) : null}
      </div>
      {issue.started_at ? (
        <div className="mt-4">
          <IssueNumbers issue={issue} />
        </div>
      ) : null}
      <div className="mt-6 grid gap-8 xl:grid-cols-2">
        <div className="min-w-0">
          {isDraft ? (
            <IssueForm draft={draft} language={language} onLanguage={setLanguage} />
          ) : (
            <p className="text-soft">{t('readOnly')}</p>
          )}
          {isDraft || issue.status === 'scheduled' ? <Audience id={issue.id} /> : null}
        </div>
        <IssuePreview id={issue.id} texts={draft.texts} language={language} onLanguage={setLanguage} />
      </div>
      <IssueActions
        issue={issue}
        language={language}
        isChanged={draft.isChanged}
        onOpen={onOpen}
        onClose={onClose}
      />
    </>
  );
}

const subjectsOf = ({ texts }: Pick<IssueDraft, 'texts'>) =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, text?.subject || undefined]));

/** Actions on the stored version of an issue. */
function IssueActions({
  issue,
  language,
  isChanged,
  onOpen,
  onClose,
}: Omit<IssuePageProps, 'id'> & { issue: NewsletterIssue; language: Language; isChanged: boolean }) {
  const { t } = useTranslation(['newsletter', 'problems', 'common']);
  const { id, status, texts } = issue;
  const client = useQueryClient();
  const toast = useToast();
  const mailed = useMailedToast();
  const mayPublish = useMay()('newsletter.publish');
  const changed = useIssueChanged();
  const [asking, setAsking] = useState<'send' | 'cancel' | 'delete'>();
  const onError = (error: unknown) =>
    toast({ type: 'error', title: t('newsletter:failed'), message: problemText(t, error, '') });
  const test = useMutation({
    mutationFn: () => callFromBrowser(testIssue, { params: { id }, body: { language } }),
    onSuccess: ({ to }) =>
      toast(mailed(to, { type: 'success', title: t('newsletter:testSent', { email: to }) })),
    onError,
  });
  const cancel = useMutation({
    mutationFn: () => callFromBrowser(cancelIssue, { params: { id } }),
    onSuccess: changed,
    onError,
    onSettled: () => setAsking(undefined),
  });
  const refreshed = () => client.invalidateQueries({ queryKey: callKey(findIssues) });
  const remove = useMutation({
    mutationFn: () => callFromBrowser(deleteIssue, { params: { id } }),
    onSuccess: () => {
      void refreshed();
      onClose();
    },
    onError,
    onSettled: () => setAsking(undefined),
  });
  const copy = useMutation({
    mutationFn: () => callFromBrowser(createIssue, { body: { texts } }),
    onSuccess: (made) => {
      void refreshed();
      onOpen(made.id);
    },
    onError,
  });
  const isUnderWay = status === 'scheduled' || status === 'sending';
  return (
    <div className="mt-8 border-line border-t pt-6">
      <div className="flex flex-wrap gap-3">
        {status === 'draft' ? (
          <>
            {mayPublish ? (
              <Button look="primary" disabled={isChanged} onClick={() => setAsking('send')}>
                {t('newsletter:send')}
              </Button>
            ) : null}
            <Button disabled={isChanged} busy={test.isPending} onClick={() => test.mutate()}>
              {t('newsletter:test')}
            </Button>
            <Button onClick={() => setAsking('delete')}>{t('newsletter:delete')}</Button>
          </>
        ) : (
          <Button busy={copy.isPending} onClick={() => copy.mutate()}>
            {t('newsletter:copy')}
          </Button>
        )}
        {isUnderWay && mayPublish ? (
          <Button onClick={() => setAsking('cancel')}>
            {t(status === 'sending' ? 'newsletter:stop' : 'newsletter:takeBack')}
          </Button>
        ) : null}
      </div>
      {status === 'draft' && (isChanged || !mayPublish) ? (
        <p className="mt-3 text-soft text-sm">
          {t(isChanged ? 'newsletter:saveFirst' : 'newsletter:notYours')}
        </p>
      ) : null}
      <SendDialog issue={issue} open={asking === 'send'} onClose={() => setAsking(undefined)} />
      <Confirm
        open={asking === 'cancel'}
        type="warning"
        title={t(status === 'sending' ? 'newsletter:stopTitle' : 'newsletter:takeBackTitle')}
        message={t(status === 'sending' ? 'newsletter:stopText' : 'newsletter:takeBackText')}
        confirmLabel={t(status === 'sending' ? 'newsletter:stop' : 'newsletter:takeBack')}
        cancelLabel={t('newsletter:stay')}
        loading={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onCancel={() => setAsking(undefined)}
      />
      <Confirm
        open={asking === 'delete'}
        type="warning"
        title={t('newsletter:deleteTitle')}
        message={t('newsletter:deleteText')}
        confirmLabel={t('newsletter:delete')}
        cancelLabel={t('newsletter:stay')}
        loading={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setAsking(undefined)}
      />
    </div>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nameIn } from '../../../core/localized.ts';
import { createIssue, findIssues, type IssueSummary } from '../../../core/newsletter/calls.ts';
import type { IssueState } from '../../../core/newsletter/rules.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge, type Tone } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { callKey, useCountedCall } from '../shared/api.ts';
import { pageNumber, pageSize, useListState } from '../shared/list-state.ts';
import { OpenLink } from '../shared/opened.tsx';
import { QueryTable } from '../shared/query-table.tsx';
import { ISSUE_PARAMETER } from './issue-parameter.ts';

const ISSUE_LIST = { page: pageNumber, size: pageSize };

const ISSUE_TONES: Record<IssueState, Tone> = {
  draft: 'neutral',
  scheduled: 'warning',
  sending: 'warning',
  sent: 'good',
  cancelled: 'danger',
};

/** The state of an issue in a word. */
export function IssueBadge({ status }: { status: IssueState }) {
  const { t } = useTranslation('newsletter');
  return <Badge tone={ISSUE_TONES[status]}>{t(`status_${status}`)}</Badge>;
}

/** The issues with their states and numbers, the latest first. */
export function IssueList({ onOpen }: { onOpen(id: string): void }) {
  const { t } = useTranslation(['newsletter', 'problems', 'common']);
  const client = useQueryClient();
  const { state, change } = useListState(ISSUE_LIST);
  const { page, size } = state;
  const list = useCountedCall(findIssues, { query: { limit: size, offset: (page - 1) * size } });
  const create = useMutation({
    mutationFn: () => callFromBrowser(createIssue, { body: {} }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: callKey(findIssues) });
      onOpen(id);
    },
  });
  return (
    <>
      <Button look="primary" busy={create.isPending} onClick={() => create.mutate()}>
        {t('newsletter:new')}
      </Button>
      {create.error ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {problemText(t, create.error, t('newsletter:failed'))}
        </p>
      ) : null}
      <div className="mt-6">
        <QueryTable
          query={list}
          state={state}
          onChange={change}
          failed={t('newsletter:loadFailed')}
          empty={t('newsletter:empty')}
        >
          {(issues) => (
            <ul className="divide-y divide-line border-line border-y">
              {issues.map((issue) => (
                <IssueItem key={issue.id} issue={issue} />
              ))}
            </ul>
          )}
        </QueryTable>
      </div>
    </>
  );
}

function IssueItem({ issue }: { issue: IssueSummary }) {
  const { t } = useTranslation('newsletter');
  const { language } = useRoot();
  const { id, status, at, started_at, updated_at } = issue;
  const moment = formatDateTime(started_at ?? at ?? updated_at, language);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-48 flex-1">
        <OpenLink parameter={ISSUE_PARAMETER} id={id} className="link wrap-anywhere font-medium">
          {nameIn(issue.subjects, language) ?? t('noSubject')}
        </OpenLink>
        <p className="number text-soft text-sm">
          {t(started_at ? 'begunAt' : at ? 'plannedFor' : 'savedAt', { date: moment })}
        </p>
      </div>
      {started_at ? <IssueNumbers issue={issue} /> : null}
      <IssueBadge status={status} />
    </li>
  );
}

type IssueCounts = Pick<
  IssueSummary,
  'recipients' | 'waiting' | 'sent' | 'refused' | 'bounced' | 'unsubscribed'
>;

/** What became of an issue, in numbers. */
export function IssueNumbers({ issue }: { issue: IssueCounts }) {
  const { t } = useTranslation('newsletter');
  const { language } = useRoot();
  const numbers = [
    ['recipients', issue.recipients],
    ...(issue.waiting > 0 ? ([['waiting', issue.waiting]] as const) : []),
    ['sent', issue.sent],
    ['refused', issue.refused + issue.bounced],
    ['unsubscribed', issue.unsubscribed],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {numbers.map(([name, count]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-soft">{t(name)}</dt>
          <dd className="number font-medium">{formatNumber(count, language)}</dd>
        </div>
      ))}
    </dl>
  );
}

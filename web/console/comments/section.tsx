import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { allCategories } from '../../../core/categories.ts';
import { COMMENT_FILTERS, findAdminComments } from '../../../core/comments/admin-calls.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { useCountedCall } from '../shared/api.ts';
import { useListState } from '../shared/list-state.ts';
import { useMay } from '../shared/may.ts';
import { QueryTable } from '../shared/query-table.tsx';
import { RefreshButton } from '../shared/refresh-button.tsx';
import { Section } from '../shared/section.tsx';
import { ThreadCompanyDialog } from './company-dialog.tsx';
import { ModeratedThread } from './moderated-thread.tsx';
import { MODERATION_LIST, type ModerationState } from './moderation-list.ts';
import { reloadThreads } from './reload-threads.ts';
import { SelectionBar, useModerationOfSeveral } from './several.tsx';
import { useModeration } from './use-moderation.tsx';
import { useCommentSelection } from './use-selection.ts';

const COMMENTS_TEXTS = ['moderation', 'work', 'refusals'];

export default function CommentsSection() {
  return (
    <Section id="comments" features={COMMENTS_TEXTS} actions={<CommentsActions />}>
      <Moderation />
    </Section>
  );
}

/** Beside the title, outside of what waits for the section's texts. */
function CommentsActions() {
  const client = useQueryClient();
  return (
    <WithTexts features={COMMENTS_TEXTS}>
      <RefreshButton texts="moderation" refresh={() => reloadThreads(client)} />
    </WithTexts>
  );
}

function Moderation() {
  const { t } = useTranslation('moderation');
  const { language } = useRoot();
  const { state, change } = useListState(MODERATION_LIST);
  const { q, category, status, comment, page, size } = state;
  const list = useCountedCall(findAdminComments, {
    query: {
      q,
      category,
      status,
      comment: comment || undefined,
      language,
      limit: size,
      offset: (page - 1) * size,
    },
  });
  const summary = useRef<HTMLParagraphElement>(null);
  // The button that asked for a deletion is gone with its comment.
  const focusAfterDeletion = useCallback(() => summary.current, []);
  const { run, busy, dialogs } = useModeration({ focusAfterDeletion });
  const [company, setCompany] = useState<string | null>(null);
  const listed = list.data?.rows ?? [];
  const selection = useCommentSelection(listed.flatMap((thread) => [thread, ...thread.replies]));
  const several = useModerationOfSeveral({ onDone: selection.clear });
  const canModerate = useMay()('comments.moderate');

  const isFiltered = q !== '' || category !== 'all' || status !== 'all' || comment !== '';
  return (
    <>
      <CommentFilters state={state} onChange={change} />
      {comment ? (
        <p className="mt-4 flex flex-wrap items-center gap-3 text-soft text-sm">
          {t('oneOnly')}
          <Button onClick={() => change({ comment: '' })}>{t('showOthers')}</Button>
        </p>
      ) : null}
      <p
        ref={summary}
        tabIndex={-1}
        aria-live="polite"
        className="number mt-6 mb-2 text-soft text-sm outline-none"
      >
        {list.data
          ? t('count', { count: list.data.total, number: formatNumber(list.data.total, language) })
          : null}
      </p>
      <QueryTable
        query={list}
        state={state}
        onChange={change}
        failed={t('loadFailed')}
        empty={t(isFiltered ? 'noMatch' : 'empty')}
        onReset={
          isFiltered ? () => change({ q: '', category: 'all', status: 'all', comment: '' }) : undefined
        }
      >
        {(threads) => (
          <ol
            aria-label={t('list')}
            className="space-y-4"
            {...(canModerate ? selection.keysOf(several.run) : {})}
          >
            {threads.map((thread) => (
              <li key={thread.id}>
                <ModeratedThread
                  thread={thread}
                  status={status}
                  busy={busy}
                  onRun={run}
                  selection={canModerate ? selection : undefined}
                  onOpenCompany={setCompany}
                />
              </li>
            ))}
          </ol>
        )}
      </QueryTable>
      {selection.selected.length > 0 ? (
        <SelectionBar
          selected={selection.selected}
          busy={several.isPending}
          onRun={(task) => several.run(task, selection.selected)}
          onClear={selection.clear}
        />
      ) : null}
      {canModerate && listed.length > 0 ? (
        <p className="mt-4 text-soft text-sm max-md:hidden">{t('several.keys')}</p>
      ) : null}
      <ThreadCompanyDialog id={company} onClose={() => setCompany(null)} />
      {dialogs}
      {several.dialog}
    </>
  );
}

function CommentFilters({
  state,
  onChange,
}: {
  state: ModerationState;
  onChange(changes: Partial<ModerationState>): void;
}) {
  const { t } = useTranslation(['moderation', 'categories']);
  return (
    <search className="grid grid-cols-2 gap-4 lg:grid-cols-[minmax(0,1fr)_14rem_14rem]">
      <SearchInput
        className="col-span-full lg:col-span-1"
        label={t('moderation:search')}
        placeholder={t('moderation:searchPlaceholder')}
        maxLength={SEARCH_MAX}
        value={state.q}
        onChange={(q) => onChange({ q })}
      />
      <Select
        label={t('moderation:category')}
        value={state.category}
        onChange={(category) => onChange({ category })}
        options={allCategories().map((value) => ({
          value,
          label: value === 'all' ? t('moderation:allCategories') : t(`categories:${value}.name`),
        }))}
      />
      <Select
        label={t('moderation:statusFilter')}
        value={state.status}
        onChange={(status) => onChange({ status })}
        options={COMMENT_FILTERS.map((value) => ({ value, label: t(`moderation:status.${value}`) }))}
      />
    </search>
  );
}

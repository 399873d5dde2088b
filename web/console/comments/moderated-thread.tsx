import { useState } from 'react';
import {
  type AdminComment,
  type CommentFilter,
  findAdminReplies,
  readAdminComment,
} from '../../../core/comments/admin-calls.ts';
import { ANONYMOUS_AUTHOR } from '../../../core/comments/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { useCall, useFollowedCall } from '../shared/api.ts';
import { useMay } from '../shared/may.ts';
import { WorkControl } from '../work/work-button.tsx';
import {
  commentsOf,
  focusTarget,
  type ModeratedComment,
  type ModerationTask,
  moderationTasks,
} from './use-moderation.tsx';

const TASK_LOOKS: Record<ModerationTask, string> = {
  approve: 'text-accent',
  dismiss: 'text-accent',
  restore: 'text-accent',
  delete: 'text-danger',
  deleteByVisitor: 'text-soft',
};

interface ThreadProps {
  thread: AdminComment;
  /** What the list shows. */
  status: CommentFilter;
  busy: string | undefined;
  onRun(task: ModerationTask, comment: ModeratedComment): void;
  /** Undefined for who may not moderate. */
  selection: { isSelected(id: string): boolean; toggle(id: string, isRange?: boolean): void } | undefined;
  onOpenCompany(id: string): void;
}

/** Top-level comment with company and replies. */
export function ModeratedThread({ thread, status, busy, onRun, selection, onOpenCompany }: ThreadProps) {
  const { t } = useTranslation(['moderation', 'categories', 'comments']);
  const { replies, more } = useReplies(thread, status);
  const author = thread.author === ANONYMOUS_AUTHOR ? t('comments:anonymous') : thread.author;
  return (
    <article className="rounded-xl border border-line bg-raised p-4 sm:p-5">
      <p className="-mt-1.5 mb-0.5 flex flex-wrap items-center gap-x-3 text-sm">
        <button
          type="button"
          className="link min-h-11 text-left font-medium text-base"
          aria-label={t('moderation:companyOf', { name: thread.company_name })}
          onClick={() => onOpenCompany(thread.company_id)}
        >
          {thread.company_name}
        </button>
        <span className="text-soft">{t(`categories:${thread.company_category}.name`)}</span>
      </p>
      <ThreadComment
        comment={thread}
        company={thread.company_name}
        busy={busy}
        onRun={onRun}
        selection={selection}
      />
      {replies.length > 0 ? (
        <ol
          aria-label={t('moderation:repliesTo', { author })}
          className="mt-4 space-y-4 border-line border-l-2 pl-4"
        >
          {replies.map((reply) => (
            <li key={reply.id}>
              <ThreadComment
                comment={reply}
                company={thread.company_name}
                busy={busy}
                onRun={onRun}
                selection={selection}
              />
            </li>
          ))}
        </ol>
      ) : null}
      {more ? <MoreReplies label={t('moderation:moreReplies')} {...more} /> : null}
    </article>
  );
}

interface MoreProps {
  busy: boolean;
  error: Error | null;
  onMore(): void;
}

/** Button that loads further replies. */
function MoreReplies({ label, busy, error, onMore }: MoreProps & { label: string }) {
  const { t } = useTranslation(['moderation', 'problems', 'common']);
  return (
    <>
      {error ? (
        <p role="alert" className="mt-2 text-danger text-sm">
          {t('moderation:loadFailed')}. {problemText(t, error, '')}
        </p>
      ) : null}
      <button
        type="button"
        aria-disabled={busy || undefined}
        className="-ml-2 min-h-11 px-2 text-left text-accent text-sm"
        onClick={(event) => {
          if (busy) return;
          focusCommentBefore(event.currentTarget);
          onMore();
        }}
      >
        {busy ? t('common:loading') : label}
      </button>
    </>
  );
}

/** Keeps the focus in its place when a button is gone that stands in or behind a comment. */
function focusCommentBefore(button: HTMLElement): void {
  const before = Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY;
  commentsOf(button.closest('article'))
    .findLast((comment) => comment.compareDocumentPosition(button) & before)
    ?.focus();
}

/** The replies that a thread brought, or once more were asked for, the pages of all of them. */
function useReplies(thread: AdminComment, status: CommentFilter) {
  const [isExpanded, setExpanded] = useState(false);
  const enabled = isExpanded && thread.more_replies === true;
  const all = useFollowedCall(
    findAdminReplies,
    { params: { id: thread.id }, query: { status } },
    { enabled },
  );
  const loaded = enabled ? all.data?.pages.flatMap(({ answer }) => answer) : undefined;
  const hasMore = loaded ? all.hasNextPage : thread.more_replies;
  const more: MoreProps | undefined = hasMore
    ? {
        busy: enabled && all.isFetching,
        error: enabled ? all.error : null,
        onMore() {
          if (loaded) void all.fetchNextPage();
          else if (enabled) void all.refetch();
          else setExpanded(true);
        },
      }
    : undefined;
  return { replies: loaded ?? thread.replies, more };
}

function ThreadComment({
  comment,
  company,
  busy,
  onRun,
  selection,
}: Pick<ThreadProps, 'busy' | 'onRun' | 'selection'> & {
  comment: ModeratedComment;
  /** The name of its company. */
  company: string;
}) {
  const { t } = useTranslation(['moderation', 'comments', 'work']);
  const { language } = useRoot();
  const may = useMay();
  const isCleared = comment.status === 'deleted' && comment.content === '';
  /** The kind of work that the comment is. */
  const work =
    comment.status === 'held'
      ? 'held_comments'
      : comment.reports > 0 && comment.status !== 'deleted'
        ? 'reported_comments'
        : undefined;
  return (
    <div {...focusTarget(comment.id)}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {isCleared ? null : (
          <span className="font-semibold">
            {comment.author === ANONYMOUS_AUTHOR ? t('comments:anonymous') : comment.author}
          </span>
        )}
        <time dateTime={comment.timestamp} className="number text-soft">
          {formatDateTime(comment.timestamp, language)}
        </time>
        <span className="flex flex-wrap gap-1 text-xs">
          {comment.status === 'held' ? (
            <Badge tone="warning">{t('moderation:status.held')}</Badge>
          ) : comment.status === 'deleted' ? (
            <Badge tone="neutral">{t('moderation:status.deleted')}</Badge>
          ) : null}
          {comment.reports > 0 ? (
            <Badge tone="danger">{t('moderation:reports', { count: comment.reports })}</Badge>
          ) : null}
        </span>
      </p>
      {comment.report_reasons.length > 0 ? (
        <p className="mt-1 text-danger text-sm">
          {comment.report_reasons.map((reason) => t(`comments:reasons.${reason}`)).join(' · ')}
        </p>
      ) : null}
      <div
        className={`mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere ${comment.status === 'deleted' ? 'text-soft' : ''}`}
      >
        {isCleared ? t('moderation:cleared') : <Text comment={comment} />}
      </div>
      <div className="-ml-2 flex flex-wrap">
        {(may('comments.moderate') ? moderationTasks(comment) : []).map((task) => (
          <button
            key={task}
            type="button"
            aria-disabled={busy === comment.id || undefined}
            className={`min-h-11 rounded-lg px-2 text-left text-sm hover:bg-tint aria-disabled:opacity-55 ${TASK_LOOKS[task]}`}
            onClick={() => {
              if (busy !== comment.id) onRun(task, comment);
            }}
          >
            {t(`moderation:actions.${task}`)}
          </button>
        ))}
        {work ? (
          <WorkControl kind={work} item={comment.id} name={`${company}: ${t(`work:kinds.${work}`)}`} />
        ) : null}
        {selection && !isCleared ? (
          <label className="flex min-h-11 items-center gap-2 rounded-lg px-2 text-soft text-sm hover:bg-tint">
            <input
              type="checkbox"
              className="size-4"
              checked={selection.isSelected(comment.id)}
              onChange={({ nativeEvent }) =>
                selection.toggle(comment.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
            {t('moderation:several.select')}
          </label>
        ) : null}
      </div>
    </div>
  );
}

/** A comment's text, of which a list carries the beginning: the rest is loaded on demand. */
function Text({ comment: { id, content, truncated } }: { comment: ModeratedComment }) {
  const { t } = useTranslation('moderation');
  const [isExpanded, setExpanded] = useState(false);
  const enabled = isExpanded && truncated === true;
  const whole = useCall(readAdminComment, { params: { id } }, { enabled });
  if (!truncated) return content;
  if (enabled && whole.data) return whole.data.content;
  return (
    <>
      {content}…
      <br />
      <MoreReplies
        label={t('showAll')}
        busy={enabled && whole.isFetching}
        error={enabled ? whole.error : null}
        onMore={() => {
          if (enabled) void whole.refetch();
          else setExpanded(true);
        }}
      />
    </>
  );
}

import type { AdminComment } from '../../core/comments/admin-calls.ts';
import { ANONYMOUS_AUTHOR } from '../../core/comments/rules.ts';
import { formatDateTime } from '../console/format.ts';
import { useMay } from '../console/may.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { Badge } from '../ui/badge.tsx';
import { type ModeratedComment, type ModerationTask, placeOf, tasksFor } from './use-moderation.tsx';

const LOOKS: Record<ModerationTask, string> = {
  approve: 'text-accent',
  dismiss: 'text-accent',
  restore: 'text-accent',
  delete: 'text-danger',
  deleteByVisitor: 'text-soft',
};

interface ThreadProps {
  thread: AdminComment;
  busy: string | undefined;
  onRun(task: ModerationTask, comment: ModeratedComment): void;
  onOpenCompany(id: string): void;
}

/** A comment with its company, and the replies below it. */
export function ModeratedThread({ thread, busy, onRun, onOpenCompany }: ThreadProps) {
  const { t } = useTranslation(['moderation', 'categories', 'comments']);
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
      <Comment comment={thread} busy={busy} onRun={onRun} />
      {thread.replies.length > 0 ? (
        <ol
          aria-label={t('moderation:repliesTo', { author })}
          className="mt-4 space-y-4 border-line border-l-2 pl-4"
        >
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <Comment comment={reply} busy={busy} onRun={onRun} />
            </li>
          ))}
        </ol>
      ) : null}
    </article>
  );
}

function Comment({
  comment,
  busy,
  onRun,
}: Pick<ThreadProps, 'busy' | 'onRun'> & { comment: ModeratedComment }) {
  const { t } = useTranslation(['moderation', 'comments']);
  const { language } = useRoot();
  const may = useMay();
  const isCleared = comment.status === 'deleted' && comment.content === '';
  return (
    <div {...placeOf(comment.id)}>
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
      <p
        className={`mt-1 max-w-prose whitespace-pre-wrap wrap-anywhere ${comment.status === 'deleted' ? 'text-soft' : ''}`}
      >
        {isCleared ? t('moderation:cleared') : comment.content}
      </p>
      <div className="-ml-2 flex flex-wrap">
        {(may('comments.moderate') ? tasksFor(comment) : []).map((task) => (
          <button
            key={task}
            type="button"
            aria-disabled={busy === comment.id || undefined}
            className={`min-h-11 rounded-lg px-2 text-left text-sm hover:bg-tint aria-disabled:opacity-55 ${LOOKS[task]}`}
            onClick={() => {
              if (busy !== comment.id) onRun(task, comment);
            }}
          >
            {t(`moderation:actions.${task}`)}
          </button>
        ))}
      </div>
    </div>
  );
}

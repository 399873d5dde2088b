import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import type { Comment } from '../../core/comments/calls.ts';
import { ANONYMOUS_AUTHOR, COMMENT_MAX, canSendComment, countComments } from '../../core/comments/rules.ts';
import { typedLanguage } from '../../core/text.ts';
import { ensureVisitor } from '../analytics/record.ts';
import { send } from '../api.ts';
import { postComment, postReply } from '../public-calls.ts';
import { useRoot } from '../root-data.ts';
import { formatTimestamp } from '../ui/format.ts';
import { useDraft } from './drafts.ts';
import { ReportControl } from './report-control.tsx';

/** Replies deeper than this are not moved further in: a phone has no room for it. */
const DEEPEST_INDENT = 4;

interface CommentSectionProps {
  companyId: string;
  comments: Comment[];
  heading: 'h2' | 'h3';
}

export function CommentSection({ companyId, comments, heading: Heading }: CommentSectionProps) {
  const { t } = useTranslation('comments');
  const [posted, setPosted] = useState(false);
  const tell = ({ held }: Comment) => setPosted(!held);
  return (
    <section aria-labelledby="comments" className="mt-10">
      <Heading id="comments" className="text-2xl">
        {t('title', { count: countComments(comments) })}
      </Heading>
      <p role="status" className="sr-only">
        {posted ? t('posted') : null}
      </p>
      <CommentForm
        key={companyId}
        place={companyId}
        label={t('new')}
        placeholder={t('placeholder')}
        action={t('post')}
        failed={t('failed')}
        onSend={() => setPosted(false)}
        onPosted={tell}
        submit={(content) =>
          send(postComment, {
            params: { id: companyId },
            body: { author: ANONYMOUS_AUTHOR, content, parent_id: null },
          })
        }
      />
      {comments.length === 0 ? <p className="mt-6 text-soft">{t('empty')}</p> : null}
      <ol className="mt-6 space-y-6">
        {comments.map((comment) => (
          <CommentItem
            key={comment.id}
            comment={comment}
            companyId={companyId}
            depth={0}
            onSend={() => setPosted(false)}
            onPosted={tell}
          />
        ))}
      </ol>
    </section>
  );
}

interface CommentItemProps {
  comment: Comment;
  companyId: string;
  depth: number;
  onSend(): void;
  onPosted(comment: Comment): void;
}

function CommentItem({ comment, companyId, depth, onSend, onPosted }: CommentItemProps) {
  const { t } = useTranslation('comments');
  const { language } = useRoot();
  const [reply, setReply] = useState<'none' | 'writing' | 'held'>('none');
  const replyButton = useRef<HTMLButtonElement>(null);
  const author = comment.author === ANONYMOUS_AUTHOR ? t('anonymous') : comment.author;

  /** The form is gone then, and the focus would be with it. */
  function endReply(state: 'none' | 'held') {
    replyButton.current?.focus();
    setReply(state);
  }

  return (
    <li>
      <p className="text-sm">
        {comment.deleted ? null : <bdi className="mr-1 font-semibold">{author}</bdi>}
        <time dateTime={comment.timestamp} className="number text-soft">
          {formatTimestamp(comment.timestamp, language)}
        </time>
      </p>
      {comment.deleted ? (
        <p className="mt-1 text-soft">{t('deleted')}</p>
      ) : (
        <>
          <p lang={typedLanguage(comment.content, language)} dir="auto" className="mt-1 whitespace-pre-wrap">
            {comment.content}
          </p>
          <div className="-ml-2 flex flex-wrap items-center gap-x-1">
            <button
              ref={replyButton}
              type="button"
              className="min-h-11 px-2 text-accent text-sm"
              aria-expanded={reply === 'writing'}
              onClick={() => setReply(reply === 'writing' ? 'none' : 'writing')}
            >
              {t('reply')}
            </button>
            <ReportControl companyId={companyId} commentId={comment.id} />
          </div>
        </>
      )}
      {reply === 'held' ? <HeldNote /> : null}
      {reply === 'writing' ? (
        <CommentForm
          label={t('replyTo', { author })}
          placeholder={t('replyPlaceholder')}
          action={t('postReply')}
          failed={t('replyFailed')}
          autoFocus
          place={`${companyId}:${comment.id}`}
          onSend={onSend}
          onCancel={() => endReply('none')}
          onPosted={(posted) => {
            endReply(posted.held ? 'held' : 'none');
            onPosted(posted);
          }}
          submit={(content) =>
            send(postReply, {
              params: { id: companyId, commentId: comment.id },
              body: { author: ANONYMOUS_AUTHOR, content },
            })
          }
        />
      ) : null}
      {comment.replies.length > 0 ? (
        <ol className={`mt-4 space-y-5 ${depth < DEEPEST_INDENT ? 'border-line border-l pl-4' : ''}`}>
          {comment.replies.map((reply) => (
            <CommentItem
              key={reply.id}
              comment={reply}
              companyId={companyId}
              depth={depth + 1}
              onSend={onSend}
              onPosted={onPosted}
            />
          ))}
        </ol>
      ) : null}
    </li>
  );
}

/** Where a comment is, that was just posted and cannot be seen. */
function HeldNote() {
  const { t } = useTranslation('comments');
  return (
    <p role="status" className="mt-2 rounded-lg bg-tint px-4 py-3 text-sm">
      {t('held')}
    </p>
  );
}

interface CommentFormProps {
  /** Where its draft is kept. */
  place: string;
  label: string;
  placeholder: string;
  action: string;
  failed: string;
  autoFocus?: boolean;
  onCancel?: () => void;
  onSend(): void;
  onPosted(comment: Comment): void;
  submit(content: string): Promise<Comment>;
}

/** Keeps what was typed until the server has it. */
function CommentForm({
  place,
  label,
  placeholder,
  action,
  failed,
  autoFocus = false,
  onCancel,
  onSend,
  onPosted,
  submit,
}: CommentFormProps) {
  const { t } = useTranslation('comments');
  const { revalidate } = useRevalidator();
  const id = useId();
  const [content, setContent] = useDraft(place);
  const [state, setState] = useState<'idle' | 'sending' | 'failed' | 'held'>('idle');
  const sending = state === 'sending';
  const tooLong = [...content.trim()].length > COMMENT_MAX;

  async function sendComment(event: FormEvent) {
    event.preventDefault();
    if (!canSendComment(content, sending) || tooLong) return;
    setState('sending');
    onSend();
    try {
      // With a session it is the same visitor's tomorrow, and needs no approval again.
      await ensureVisitor();
      const posted = await submit(content);
      setContent('');
      setState(posted.held ? 'held' : 'idle');
      onPosted(posted);
      await revalidate();
    } catch {
      setState('failed');
    }
  }

  return (
    <form className="mt-3" onSubmit={(event) => void sendComment(event)}>
      <label htmlFor={id} className="mb-1 block text-soft text-sm">
        {label}
      </label>
      <textarea
        id={id}
        className="field"
        rows={3}
        value={content}
        placeholder={placeholder}
        // biome-ignore lint/a11y/noAutofocus: the person just asked for this field
        autoFocus={autoFocus}
        aria-invalid={tooLong}
        aria-describedby={state === 'failed' || tooLong ? `${id}-problem` : undefined}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      {state === 'failed' || tooLong ? (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-danger text-sm">
          {tooLong ? t('tooLong', { max: COMMENT_MAX }) : failed}
        </p>
      ) : null}
      {state === 'held' ? <HeldNote /> : null}
      <div className="mt-2 flex gap-2">
        <button
          type="submit"
          className="button button-primary"
          disabled={!canSendComment(content, sending) || tooLong}
        >
          {sending ? t('sending') : action}
        </button>
        {onCancel ? (
          <button
            type="button"
            className="button"
            onClick={() => {
              setContent('');
              onCancel();
            }}
          >
            {t('cancel')}
          </button>
        ) : null}
      </div>
      <noscript>
        <p className="mt-2 text-soft text-sm">{t('noscript')}</p>
      </noscript>
    </form>
  );
}

import { useRef, useState } from 'react';
import type { Comment } from '../../../core/comments/comment.ts';
import { ANONYMOUS_AUTHOR, countComments } from '../../../core/comments/rules.ts';
import { typedLanguage } from '../../../core/text.ts';
import { formatNumber, formatTimestamp } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { postReply } from '../../shared/public-calls.ts';
import { useRoot } from '../../shared/root-data.ts';
import { missing } from '../page/missing.tsx';
import { CommentForm, HeldNote } from './comment-form.tsx';
import type { Personal } from './personal.ts';
import { ReportControl } from './report-control.tsx';
import { missingReplies } from './threads.ts';
import { type Comments, commentAnchor } from './use-comments.ts';

/** Replies deeper than this are not moved further in: a phone has no room for it. */
const DEEPEST_INDENT = 4;
/** Replies to one comment that are shown at once; the others are folded. */
const SHOWN_REPLIES = 3;
/** Colours that tell people apart, beside their numbers. */
const AVATAR_TONES = 8;

interface CommentItemProps {
  comment: Comment;
  companyId: string;
  comments: Comments;
  depth: number;
  /** The comment to which this is a reply. */
  parent?: Comment;
  folded?: boolean;
  onSend(): void;
  onPosted(comment: Comment): void;
  personal: Personal | null;
  onPersonalChanged(): Promise<void>;
}

// Loaded on demand: needed only for own comments or with an account.
const loadOwnControls = async () => (await import('./own-controls.tsx')).OwnControls;

export function CommentItem(props: CommentItemProps) {
  const { comment, companyId, comments, depth, parent, folded = false, onSend, onPosted, personal } = props;
  const { t } = useTranslation('comments');
  const { language } = useRoot();
  const nameOf = useName();
  const [reply, setReply] = useState<'none' | 'writing'>('none');
  const [held, setHeld] = useState<string | null>(null);
  const replyButton = useRef<HTMLButtonElement>(null);

  /** The form is gone then, and the focus would be with it. */
  function endReply() {
    replyButton.current?.focus();
    setReply('none');
  }

  return (
    <li id={commentAnchor(comment.id)} tabIndex={-1} className={folded ? 'folded' : undefined}>
      <p className="text-sm">
        {comment.deleted ? null : <Author comment={comment} />}
        <time dateTime={comment.timestamp} className="inline-block text-soft">
          {formatTimestamp(comment.timestamp, language)}
        </time>
        {comment.edited_at ? (
          <span className="text-soft" title={formatTimestamp(comment.edited_at, language)}>
            {' '}
            · {t('edited')}
          </span>
        ) : null}
        {parent && !parent.deleted && depth > DEEPEST_INDENT ? (
          <span className="text-soft"> · {t('inReplyTo', { author: nameOf(parent) })}</span>
        ) : null}
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
              onClick={() => {
                setHeld(null);
                setReply(reply === 'writing' ? 'none' : 'writing');
              }}
            >
              {t('reply')}
            </button>
            <ReportControl companyId={companyId} commentId={comment.id} />
            {personal && (personal.own.has(comment.id) || (depth === 0 && personal.threads)) ? (
              <OnDemand
                load={loadOwnControls}
                props={{
                  companyId,
                  comment,
                  personal,
                  onEdited: comments.replace,
                  onTakenBack: comments.remove,
                  onChanged: props.onPersonalChanged,
                }}
                fallback={null}
                failed={missing}
              />
            ) : null}
          </div>
        </>
      )}
      {held ? <HeldNote commentId={held} /> : null}
      {reply === 'writing' ? (
        <CommentForm
          label={t('replyTo', { author: nameOf(comment) })}
          placeholder={t('replyPlaceholder')}
          action={t('postReply')}
          failed={t('replyFailed')}
          autoFocus
          place={`${companyId}:${comment.id}`}
          onSend={onSend}
          onCancel={endReply}
          onPosted={(posted) => {
            endReply();
            setHeld(posted.held ? posted.id : null);
            onPosted(posted);
          }}
          submit={(content) =>
            callFromBrowser(postReply, {
              params: { id: companyId, commentId: comment.id },
              body: { author: ANONYMOUS_AUTHOR, content },
            })
          }
        />
      ) : null}
      <Replies {...props} />
    </li>
  );
}

/** How a person is called, with the number that tells apart who shares a name. */
function useName(): (comment: Comment) => string {
  const { t } = useTranslation('comments');
  return ({ author, person }) =>
    [author === ANONYMOUS_AUTHOR ? t('anonymous') : author, person].join(' ').trim();
}

function Author({ comment: { author, person } }: { comment: Comment }) {
  const { t } = useTranslation('comments');
  return (
    <>
      <bdi className="mr-1 font-semibold">{author === ANONYMOUS_AUTHOR ? t('anonymous') : author}</bdi>
      {person === null ? null : (
        <>
          <span className="person number" data-tone={person % AVATAR_TONES}>
            {person}
          </span>{' '}
        </>
      )}
    </>
  );
}

/** The replies to a comment: the first few, and behind a button the others, loaded or not. */
function Replies({ comment, comments, depth, ...props }: CommentItemProps) {
  const { t } = useTranslation(['comments', 'common']);
  const { language } = useRoot();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const { replies } = comment;
  const folded = comments.isUnfolded(comment.id) ? [] : replies.slice(SHOWN_REPLIES);
  const missing = depth === 0 ? missingReplies(comment) : 0;
  if (replies.length === 0 && missing === 0) return null;

  async function showMore() {
    const [first] = folded;
    if (first) return comments.unfold(comment.id, first.id);
    if (state === 'loading') return;
    setState('loading');
    try {
      await comments.moreReplies(comment);
      setState('idle');
    } catch {
      setState('failed');
    }
  }

  const count = countComments(folded) + missing;
  const shown = { count, number: formatNumber(count, language) };
  return (
    <>
      {replies.length > 0 ? (
        <ol className={`mt-4 space-y-5 ${depth < DEEPEST_INDENT ? 'border-line border-l pl-4' : ''}`}>
          {replies.map((reply, i) => (
            <CommentItem
              key={reply.id}
              {...props}
              comments={comments}
              comment={reply}
              depth={depth + 1}
              parent={comment}
              folded={folded.length > 0 && i >= SHOWN_REPLIES}
            />
          ))}
        </ol>
      ) : null}
      {state === 'failed' ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {t('loadFailed')}
        </p>
      ) : null}
      {count > 0 ? (
        <button
          type="button"
          className="needs-script mt-2 min-h-11 text-accent text-sm"
          aria-disabled={state === 'loading' || undefined}
          onClick={() => void showMore()}
        >
          {state === 'loading' ? t('common:loading') : t('moreReplies', shown)}
        </button>
      ) : null}
      {missing > 0 ? (
        <p className="without-script mt-2 text-soft text-sm">{t('moreRepliesNoscript')}</p>
      ) : null}
    </>
  );
}

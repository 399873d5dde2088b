import { type FormEvent, useId, useRef, useState } from 'react';
import type { Comment } from '../../../core/comments/comment.ts';
import { COMMENT_MAX, canSendComment } from '../../../core/comments/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { OnDemand } from '../../shared/layout/on-demand.tsx';
import { reasonOnDemand } from '../../shared/reason-on-demand.ts';
import { Button } from '../../shared/ui/button.tsx';
import { waitText } from '../../shared/wait-text.ts';
import { ensureVisitor } from '../analytics/record.ts';
import { useDraft } from './drafts.ts';

const loadTellReplies = async () => (await import('./tell-replies.tsx')).TellReplies;

/** Where a comment is, that was just posted and cannot be seen. */
export function HeldNote({ commentId }: { commentId: string }) {
  const { t } = useTranslation('comments');
  return (
    <div className="mt-2 rounded-lg bg-tint px-4 py-3 text-sm">
      <p role="status">{t('held')}</p>
      <div className="-ml-2">
        <OnDemand load={loadTellReplies} props={{ commentId }} fallback={null} failed={() => null} />
      </div>
    </div>
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
  /** Shows what was posted. */
  onPosted(comment: Comment): void;
  submit(content: string): Promise<Comment>;
}

/** Keeps the typed text until the server has stored it. */
export function CommentForm({
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
  const { t, i18n } = useTranslation(['comments', 'common']);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [content, setContent] = useDraft(place, field);
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  const [held, setHeld] = useState<string | null>(null);
  const [wait, setWait] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const sending = state === 'sending';
  const tooLong = [...content.trim()].length > COMMENT_MAX;

  async function sendComment(event: FormEvent) {
    event.preventDefault();
    if (!canSendComment(content, sending) || tooLong) return;
    setState('sending');
    setHeld(null);
    onSend();
    try {
      // With a session it is the same visitor's tomorrow, and needs no approval again.
      await ensureVisitor();
      const posted = await submit(content);
      setContent('');
      setHeld(posted.held ? posted.id : null);
      setState('idle');
      onPosted(posted);
    } catch (error) {
      const toWait = waitText(t, error);
      setReason(toWait ? '' : await reasonOnDemand(i18n, t, error));
      setWait(toWait);
      setState('failed');
    }
  }

  return (
    <form method="post" className="mt-3" onSubmit={(event) => void sendComment(event)}>
      <label htmlFor={id} className="mb-1 block text-soft text-sm">
        {label}
      </label>
      <textarea
        ref={field}
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
          {tooLong ? (
            t('tooLong', { max: COMMENT_MAX })
          ) : (
            <>
              {wait ?? failed}
              {reason ? <span className="block">{reason}</span> : null}
            </>
          )}
        </p>
      ) : null}
      {held ? <HeldNote commentId={held} /> : null}
      <div className="mt-2 flex gap-2">
        <Button type="submit" look="primary" disabled={!canSendComment(content, sending) || tooLong}>
          {sending ? t('sending') : action}
        </Button>
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

import { type FormEvent, useId, useRef, useState } from 'react';
import type { Comment } from '../../../core/comments/comment.ts';
import { COMMENT_MAX, canSendComment } from '../../../core/comments/rules.ts';
import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { editComment, followThread, leaveThread, takeBackComment } from '../../shared/public-calls.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { Personal } from './personal.ts';
import { TellReplies } from './tell-replies.tsx';

export interface OwnControlsProps {
  companyId: string;
  comment: Comment;
  personal: Personal;
  onEdited(comment: Comment): void;
  onTakenBack(comment: Comment): void;
  /** Called after the account followed, muted or left a thread. */
  onChanged(): Promise<void>;
}

const BUTTON = 'min-h-11 px-2 text-sm text-soft';

/** What somebody can do with a comment of one's own, and an account with a thread. */
export function OwnControls(props: OwnControlsProps) {
  const { comment, personal } = props;
  return (
    <WithTexts features={['replies', 'problems']} fallback={null}>
      {personal.own.has(comment.id) ? <Change {...props} /> : null}
      {personal.threads === null ? <TellReplies commentId={comment.id} /> : null}
      {comment.parent_id === null && personal.threads ? <Thread {...props} /> : null}
    </WithTexts>
  );
}

function Change({ companyId, comment, personal, onEdited, onTakenBack, onChanged }: OwnControlsProps) {
  const { t } = useTranslation(['replies', 'problems', 'common', 'comments']);
  const [state, setState] = useState<'closed' | 'editing' | 'asking' | 'busy'>('closed');
  const [failed, setFailed] = useState('');
  const editButton = useRef<HTMLButtonElement>(null);
  const params = { id: companyId, commentId: comment.id };
  const canEdit = personal.own.get(comment.id) !== null;

  async function takeBack() {
    setState('busy');
    setFailed('');
    try {
      await callFromBrowser(takeBackComment, { params });
      onTakenBack(comment);
    } catch (error) {
      setFailed(problemText(t, error, t('replies:takeBackFailed')));
      setState('closed');
      await onChanged();
    }
  }

  return (
    <>
      {canEdit ? (
        <button
          ref={editButton}
          type="button"
          className={BUTTON}
          aria-expanded={state === 'editing'}
          onClick={() => setState(state === 'editing' ? 'closed' : 'editing')}
        >
          {t('replies:edit')}
        </button>
      ) : null}
      <button
        type="button"
        className={BUTTON}
        aria-expanded={state === 'asking'}
        onClick={() => setState(state === 'asking' ? 'closed' : 'asking')}
      >
        {t('replies:takeBack')}
      </button>
      {failed ? (
        <p role="alert" className="ml-2 basis-full py-2 text-danger text-sm">
          {failed}
        </p>
      ) : null}
      {state === 'asking' || state === 'busy' ? (
        <fieldset className="mb-2 ml-2 basis-full rounded-lg bg-tint p-4">
          <legend className="float-left mb-3 w-full text-sm">{t('replies:takeBackAsk')}</legend>
          <div className="clear-both flex flex-wrap gap-2">
            <Button busy={state === 'busy'} onClick={() => void takeBack()}>
              {t('replies:takeBackYes')}
            </Button>
            <button type="button" className="button" onClick={() => setState('closed')}>
              {t('comments:cancel')}
            </button>
          </div>
        </fieldset>
      ) : null}
      {state === 'editing' ? (
        <EditForm
          comment={comment}
          params={params}
          onEdited={(edited) => {
            editButton.current?.focus();
            setState('closed');
            onEdited(edited);
          }}
          onCancel={() => {
            editButton.current?.focus();
            setState('closed');
          }}
        />
      ) : null}
    </>
  );
}

function EditForm({
  comment,
  params,
  onEdited,
  onCancel,
}: {
  comment: Comment;
  params: { id: string; commentId: string };
  onEdited(comment: Comment): void;
  onCancel(): void;
}) {
  const { t } = useTranslation(['replies', 'problems', 'common', 'comments']);
  const id = useId();
  const [content, setContent] = useState(comment.content);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState('');
  const tooLong = [...content.trim()].length > COMMENT_MAX;
  const canSave = canSendComment(content, sending) && !tooLong && content.trim() !== comment.content;

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!canSave) return;
    setSending(true);
    try {
      onEdited(await callFromBrowser(editComment, { params, body: { content } }));
    } catch (error) {
      setFailed(problemText(t, error, t('replies:editFailed')));
      setSending(false);
    }
  }

  const problem = tooLong ? t('comments:tooLong', { max: COMMENT_MAX }) : failed;
  return (
    <form method="post" className="ml-2 basis-full" onSubmit={(event) => void save(event)}>
      <label htmlFor={id} className="mb-1 block text-soft text-sm">
        {t('replies:editLabel')}
      </label>
      <textarea
        id={id}
        className="field"
        rows={3}
        value={content}
        // biome-ignore lint/a11y/noAutofocus: the person just asked for this field
        autoFocus
        aria-invalid={tooLong}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => setContent(event.currentTarget.value)}
      />
      {problem ? (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-danger text-sm">
          {problem}
        </p>
      ) : null}
      <div className="mt-2 flex gap-2">
        <Button type="submit" look="primary" busy={sending} disabled={!canSave}>
          {t('replies:save')}
        </Button>
        <button type="button" className="button" onClick={onCancel}>
          {t('comments:cancel')}
        </button>
      </div>
    </form>
  );
}

/** Whether the account hears of new comments in a thread. */
function Thread({ comment, personal, onChanged }: OwnControlsProps) {
  const { t } = useTranslation(['replies', 'problems', 'common']);
  const [failed, setFailed] = useState('');
  const [busy, setBusy] = useState(false);
  const thread = personal.threads?.get(comment.id);
  const params = { commentId: comment.id };

  async function change(to: 'followed' | 'muted' | 'neither') {
    if (busy) return;
    setBusy(true);
    setFailed('');
    try {
      await (to === 'neither'
        ? callFromBrowser(leaveThread, { params })
        : callFromBrowser(followThread, { params, body: { muted: to === 'muted' } }));
      await onChanged();
    } catch (error) {
      setFailed(problemText(t, error, t('replies:threadFailed')));
    }
    setBusy(false);
  }

  const isFollowed = thread?.muted === false;
  const isMuted = thread?.muted === true;
  return (
    <>
      <button
        type="button"
        className={BUTTON}
        aria-pressed={isFollowed}
        title={t('replies:followHint')}
        onClick={() => void change(isFollowed ? 'neither' : 'followed')}
      >
        {isFollowed ? t('replies:following') : t('replies:follow')}
      </button>
      <button
        type="button"
        className={BUTTON}
        aria-pressed={isMuted}
        title={t('replies:muteHint')}
        onClick={() => void change(isMuted ? 'neither' : 'muted')}
      >
        {isMuted ? t('replies:muted') : t('replies:mute')}
      </button>
      {failed ? (
        <p role="alert" className="ml-2 basis-full py-2 text-danger text-sm">
          {failed}
        </p>
      ) : null}
    </>
  );
}

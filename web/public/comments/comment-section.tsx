import { type MouseEvent, useState } from 'react';
import { useLocation } from 'react-router';
import type { Comment } from '../../../core/comments/comment.ts';
import { ANONYMOUS_AUTHOR } from '../../../core/comments/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { postComment } from '../../shared/public-calls.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { type CommentList, THREADS, THREADS_PARAM } from './comment-list.ts';
import { noteCommented, usePersonal } from './personal.ts';
import { commentsLoaded } from './threads.ts';
import { useComments } from './use-comments.ts';

interface CommentSectionProps {
  companyId: string;
  /** Comments and replies together, as the page counted them. */
  count: number;
  loaded: CommentList;
  /** Level of the section's heading: it depends on where the section stands, on a page or in a dialog. */
  heading: 'h2' | 'h3';
}

/** The comments on a company: reading, writing and answering them. */
export function CommentSection({ companyId, count, loaded, heading: Heading }: CommentSectionProps) {
  const { t } = useTranslation('comments');
  const comments = useComments(companyId, loaded);
  const [posted, setPosted] = useState(false);
  const { personal, renew } = usePersonal(companyId);
  const showPosted = (comment: Comment) => {
    setPosted(!comment.held);
    noteCommented(companyId);
    if (!comment.held) comments.add(comment);
    void renew();
  };
  return (
    <section aria-labelledby="comments" className="print:hidden">
      <Heading id="comments" className="text-2xl">
        {t('title', { count: commentsLoaded(comments, count + comments.posted) })}
      </Heading>
      <p role="status" className="sr-only">
        {posted ? t('posted') : null}
      </p>
      <CommentForm
        place={companyId}
        label={t('new')}
        placeholder={t('placeholder')}
        action={t('post')}
        failed={t('failed')}
        onSend={() => setPosted(false)}
        onPosted={showPosted}
        submit={(content) =>
          callFromBrowser(postComment, {
            params: { id: companyId },
            body: { author: ANONYMOUS_AUTHOR, content, parent_id: null },
          })
        }
      />
      <p className="mt-6 text-soft text-sm">{t(comments.threads.length === 0 ? 'empty' : 'timeZone')}</p>
      <ol className="mt-6 space-y-6">
        {comments.threads.map((thread) => (
          <CommentItem
            key={thread.id}
            comment={thread}
            companyId={companyId}
            comments={comments}
            depth={0}
            personal={personal}
            onPersonalChanged={renew}
            onSend={() => setPosted(false)}
            onPosted={showPosted}
          />
        ))}
      </ol>
      {comments.cursor ? <MoreThreads shown={comments.threads.length} onMore={comments.more} /> : null}
    </section>
  );
}

/** A link works without JavaScript. */
function MoreThreads({ shown, onMore }: { shown: number; onMore(): Promise<void> }) {
  const { pathname, search } = useLocation();
  const { t } = useTranslation(['comments', 'common']);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const further = new URLSearchParams(search);
  further.set(THREADS_PARAM, String(shown + THREADS));

  async function showMore(event: MouseEvent) {
    event.preventDefault();
    if (state === 'loading') return;
    setState('loading');
    const { href } = window.location;
    try {
      await onMore();
      // As many come when one comes back, or loads the page again.
      if (window.location.href === href) history.replaceState(history.state, '', `?${further}`);
      setState('idle');
    } catch {
      setState('failed');
    }
  }

  return (
    <div className="mt-8 text-center">
      {state === 'failed' ? (
        <p role="alert" className="mb-3 text-danger">
          {t('loadFailed')}
        </p>
      ) : null}
      <a
        className="button"
        href={`${pathname}?${further}#comments`}
        aria-disabled={state === 'loading'}
        onClick={(event) => void showMore(event)}
      >
        {state === 'loading' ? t('common:loading') : t('more')}
      </a>
    </div>
  );
}

import { type MouseEvent, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import type { Comment } from '../../core/comments/comment.ts';
import { ANONYMOUS_AUTHOR } from '../../core/comments/rules.ts';
import { callFromBrowser } from '../api.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { postComment } from '../public-calls.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { type CommentList, THREADS, THREADS_PARAM } from './comment-list.ts';
import { countIn } from './threads.ts';
import { useComments } from './use-comments.ts';

interface CommentSectionProps {
  companyId: string;
  /** Comments and replies together. */
  count: number;
  loaded: CommentList;
  heading: 'h2' | 'h3';
}

/** Writing, reading and answering comments: inside of what names it (`CompanyComments`). */
export function CommentSection(props: CommentSectionProps) {
  const { revalidate } = useRevalidator();
  return <Comments {...props} address={useLocation()} reload={revalidate} />;
}

interface CommentsProps extends CommentSectionProps {
  /** Where the page is: further threads are asked for there. */
  address: Pick<Location, 'pathname' | 'search'>;
  /** Reads what the page shows anew. */
  reload(): Promise<void>;
}

/** The same outside of the router, as the server draws it. */
export function Comments({ companyId, count, loaded, heading: Heading, address, reload }: CommentsProps) {
  const { t } = useTranslation('comments');
  const comments = useComments(companyId, loaded);
  const [posted, setPosted] = useState(false);
  const tell = (comment: Comment) => {
    setPosted(!comment.held);
    if (!comment.held) comments.add(comment);
    return reload();
  };
  return (
    <>
      <Heading id="comments" className="text-2xl">
        {t('title', { count: countIn(comments, count) })}
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
        onPosted={tell}
        submit={(content) =>
          callFromBrowser(postComment, {
            params: { id: companyId },
            body: { author: ANONYMOUS_AUTHOR, content, parent_id: null },
          })
        }
      />
      {comments.threads.length === 0 ? <p className="mt-6 text-soft">{t('empty')}</p> : null}
      <ol className="mt-6 space-y-6">
        {comments.threads.map((thread) => (
          <CommentItem
            key={thread.id}
            comment={thread}
            companyId={companyId}
            comments={comments}
            depth={0}
            onSend={() => setPosted(false)}
            onPosted={tell}
          />
        ))}
      </ol>
      {comments.cursor ? (
        <MoreThreads address={address} shown={comments.threads.length} onMore={comments.more} />
      ) : null}
    </>
  );
}

/** A link, so that it works without JavaScript too. */
function MoreThreads({
  address: { pathname, search },
  shown,
  onMore,
}: Pick<CommentsProps, 'address'> & { shown: number; onMore(): Promise<void> }) {
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

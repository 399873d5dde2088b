import { useEffect, useRef, useState } from 'react';
import { ensureVisitor } from '../analytics/record.ts';
import { callFromBrowser, storage, USER_TOKEN_KEY } from '../api.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { likeCompany, readLike, unlikeCompany } from '../public-calls.ts';
import { useRoot } from '../root-data.ts';
import { formatNumber } from '../ui/format.ts';
import { HeartIcon } from '../ui/icons.tsx';
import { waitText } from '../wait-text.ts';
import { setLikes, useKnownLikes } from './likes.ts';

/** Which companies this browser has liked: public pages are the same for everybody. The likes of an account are the server's. */
const LIKED_KEY = 'likedCompanies';

function likedIds(): Set<string> {
  try {
    const ids: unknown = JSON.parse(storage.get(LIKED_KEY) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

function rememberLiked(id: string, liked: boolean): void {
  const ids = likedIds();
  if (liked) ids.add(id);
  else ids.delete(id);
  storage.set(LIKED_KEY, JSON.stringify([...ids]));
}

/** Likes at once and puts it back where the server refuses. */
export function LikeButton({ company }: { company: { id: string; likes: number } }) {
  const { t } = useTranslation(['companies', 'common']);
  const { language } = useRoot();
  const likes = useKnownLikes(company);
  const [liked, setLiked] = useState(false);
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  const [wait, setWait] = useState<string | null>(null);
  const presses = useRef(0);
  useEffect(() => {
    setLiked(likedIds().has(company.id));
    if (!storage.get(USER_TOKEN_KEY)) return;
    // The same account may have liked it on another device, or taken that back there.
    const before = presses.current;
    let isShown = true;
    callFromBrowser(readLike, { params: { id: company.id } }).then(
      (answer) => {
        if (!isShown || presses.current !== before) return;
        rememberLiked(company.id, answer.liked);
        setLiked(answer.liked);
      },
      // What this browser knows stands.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [company.id]);

  function show(now: { likes: number; liked: boolean }) {
    setLikes(company.id, now.likes);
    setLiked(now.liked);
  }

  async function toggle() {
    presses.current++;
    const before = { likes, liked };
    show({ likes: Math.max(0, likes + (liked ? -1 : 1)), liked: !liked });
    setState('sending');
    try {
      await ensureVisitor();
      const parts = { params: { id: company.id } };
      const answer = await (liked
        ? callFromBrowser(unlikeCompany, parts)
        : callFromBrowser(likeCompany, parts));
      rememberLiked(company.id, answer.liked);
      show(answer);
      setState('idle');
    } catch (error) {
      setWait(waitText(t, error));
      show(before);
      setState('failed');
    }
  }

  return (
    <div>
      <button
        type="button"
        className={`button ${liked ? 'border-accent text-accent' : ''}`}
        aria-pressed={liked}
        // Disabled it would lose the focus.
        aria-disabled={state === 'sending'}
        onClick={() => void (state === 'sending' || toggle())}
      >
        <HeartIcon filled={liked} />
        {t('like')}
        <span className="number">{formatNumber(likes, language)}</span>
      </button>
      {state === 'failed' ? (
        <p role="alert" className="mt-2 text-danger text-sm">
          {wait ?? t('likeFailed')}
        </p>
      ) : null}
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import { followAccount } from '../../shared/accounts/session.ts';
import { callFromBrowser, storage, USER_TOKEN_KEY } from '../../shared/api.ts';
import { readLike } from '../../shared/public-calls.ts';
import { applyServerCount } from './likes.ts';

/** Which companies the visitor of this browser has liked: public pages are the same for everybody. The likes of an account are the server's. */
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
  if (storage.get(USER_TOKEN_KEY)) return;
  const ids = likedIds();
  if (liked) ids.add(id);
  else ids.delete(id);
  storage.set(LIKED_KEY, JSON.stringify([...ids]));
}

interface Liked {
  liked: boolean;
  /** Shows what a press wants, which no older answer changes any more. */
  press(liked: boolean): void;
  /** Shows what became of a press. */
  settle(liked: boolean): void;
}

/**
 * Whether who looks at the page likes a company: the account where one is logged in, else the visitor. Looked up
 * again when somebody comes back to the page, which may have liked it elsewhere meanwhile, logs in or logs out.
 */
export function useLiked(id: string): Liked {
  const [liked, setLiked] = useState(false);
  const isSending = useRef(false);
  const presses = useRef(0);
  useEffect(() => {
    let isShown = true;
    /** The token whose like is being asked for. */
    let asked: string | undefined;
    /** The token whose like is shown; null for the visitor's. */
    let shown: string | null | undefined;

    async function look() {
      const token = storage.get(USER_TOKEN_KEY);
      if (isSending.current || asked === token) return;
      if (!token) {
        shown = token;
        setLiked(likedIds().has(id));
        return;
      }
      if (shown === undefined) setLiked(false);
      asked = token;
      const before = presses.current;
      try {
        const answer = await callFromBrowser(readLike, { params: { id } });
        if (!isShown || asked !== token || presses.current !== before) return;
        shown = token;
        applyServerCount({ id, likes: answer.likes });
        setLiked(answer.liked);
      } catch {
        // What is shown stands.
      } finally {
        if (asked === token) asked = undefined;
      }
    }

    const lookAgain = () => {
      if (document.visibilityState === 'visible') void look();
    };
    const lookAnew = () => {
      if (storage.get(USER_TOKEN_KEY) !== shown) void look();
    };
    void look();
    const unfollow = followAccount(lookAnew);
    window.addEventListener('focus', lookAgain);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      isShown = false;
      unfollow();
      window.removeEventListener('focus', lookAgain);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [id]);
  return {
    liked,
    press(wanted) {
      presses.current++;
      isSending.current = true;
      setLiked(wanted);
    },
    settle(now) {
      isSending.current = false;
      rememberLiked(id, now);
      setLiked(now);
    },
  };
}

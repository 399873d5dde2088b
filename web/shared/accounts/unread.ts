import { useEffect, useSyncExternalStore } from 'react';
import { callFromBrowser } from '../api.ts';
import { countNotifications } from '../public-calls.ts';

let unread = 0;
const listeners = new Set<() => void>();

/** Shows how many notifications of the account were not read yet. */
export function announceUnread(count: number): void {
  unread = count;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How often the count is asked for while a page is looked at, in milliseconds. */
const ASK_EVERY = 60_000;

/** How many notifications the account that is logged in has not read: asked for on a page load, then while it is looked at. */
export function useUnread(): number {
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      callFromBrowser(countNotifications, {}).then(
        (answer) => announceUnread(answer.unread),
        // The number of before stands.
        () => {},
      );
    };
    ask();
    const timer = setInterval(ask, ASK_EVERY);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  return useSyncExternalStore(
    listen,
    () => unread,
    () => 0,
  );
}

import { useSyncExternalStore } from 'react';

/** Below the `md` breakpoint of the styles, where a phone's layout ends. */
const WIDE = '(min-width: 48rem)';

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window has the layout of a phone; false on the server and while the page hydrates. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !matchMedia(WIDE).matches,
    () => false,
  );

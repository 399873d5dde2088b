import { useSyncExternalStore } from 'react';

/** Below the `md` breakpoint of the styles, where a phone's layout ends. */
const WIDE_QUERY = '(min-width: 48rem)';

function subscribeToWidth(changed: () => void): () => void {
  const query = matchMedia(WIDE_QUERY);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window has the layout of a phone; false on the server and while the page hydrates. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribeToWidth,
    () => !matchMedia(WIDE_QUERY).matches,
    () => false,
  );

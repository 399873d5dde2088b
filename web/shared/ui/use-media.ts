import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches; false on the server and while the page hydrates. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Whether the window has the layout of a phone: it ends at the `md` breakpoint of the styles. */
export const useNarrow = (): boolean => useMedia('not all and (min-width: 48rem)');

import { useEffect, useRef } from 'react';

/**
 * Scrolls to the top once `page` has changed after the returned function was called. Only then: the
 * router, which knows pages by their path, would put back where they stood.
 */
export function useScrollToTop(page: number): () => void {
  const isAsked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what it waits for
  useEffect(() => {
    if (!isAsked.current) return;
    isAsked.current = false;
    window.scrollTo({ top: 0 });
  }, [page]);
  return () => {
    isAsked.current = true;
  };
}

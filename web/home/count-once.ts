import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Language } from '../../core/languages.ts';
import { formatNumber } from '../ui/format.ts';

/** How long the figures count, in milliseconds. */
const LENGTH = 180;

const never = () => () => {};
// Before the page is painted: a figure that was seen does not start anew.
const useBeforePaint = import.meta.env.SSR ? useEffect : useLayoutEffect;
let counted = false;

/**
 * Lets the figures of a list count up from nothing, once a visit, when they first come into view. What the
 * server sent stands in the page: without script, for readers who asked for no motion and where the
 * figures were in view before the script was there, nothing happens.
 */
export function useCountOnce(list: RefObject<HTMLElement | null>, language: Language): void {
  // True only where the server's page comes alive.
  const isServers = useRef(
    useSyncExternalStore(
      never,
      () => false,
      () => true,
    ),
  );
  useBeforePaint(() => {
    const element = list.current;
    if (counted || !element || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let isFirst = isServers.current;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) {
        watcher.disconnect();
        if (!isFirst && !counted) count(element, language);
        counted = true;
      }
      isFirst = false;
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [list, language]);
}

function count(list: HTMLElement, language: Language): void {
  const figures = [...list.querySelectorAll<HTMLElement>('data')];
  const start = performance.now();
  const step = () => {
    const part = Math.min(1, (performance.now() - start) / LENGTH);
    for (const figure of figures)
      figure.textContent = formatNumber(Math.round(Number(figure.getAttribute('value')) * part), language);
    if (part < 1) requestAnimationFrame(step);
  };
  step();
}

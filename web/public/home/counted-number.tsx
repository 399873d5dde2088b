import { useEffect, useRef } from 'react';
import type { Language } from '../../../core/languages.ts';
import { formatNumber } from '../../i18n/format.ts';

/** How long a number counts, in milliseconds. */
const COUNT_DURATION = 180;
/**
 * Distance in pixels before the number scrolls into view at which counting starts, so that its end value is
 * not seen first.
 */
const BEFORE = 24;

/** The numbers that have counted since the page was loaded. */
const alreadyCounted = new Set<string>();

/**
 * A number that counts up to its value when it first comes into view. A number that is in view at hydration was read
 * already and does not count; for readers who prefer reduced motion none does.
 */
export function CountedNumber({ id, value, language }: { id: string; value: number; language: Language }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const { current } = place;
    if (!current || alreadyCounted.has(id) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let stop = () => {};
    let isFirst = true;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) {
          observer.disconnect();
          alreadyCounted.add(id);
          if (!isFirst) stop = countUp(current, value, language);
        }
        isFirst = false;
      },
      { rootMargin: `${BEFORE}px` },
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
      stop();
      current.textContent = formatNumber(value, language);
    };
  }, [id, value, language]);
  return <span ref={place}>{formatNumber(value, language)}</span>;
}

/** @returns how to end it */
function countUp(place: HTMLElement, value: number, language: Language): () => void {
  const start = performance.now();
  let frame = 0;
  const show = () => {
    const part = Math.min(1, (performance.now() - start) / COUNT_DURATION);
    place.textContent = formatNumber(Math.round(value * part), language);
    if (part < 1) frame = requestAnimationFrame(show);
  };
  show();
  return () => cancelAnimationFrame(frame);
}

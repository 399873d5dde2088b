import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * For the element that the address names after `#`: it comes into sight and gets the focus, as its part of the page is
 * loaded after the browser has looked for it. The element needs `tabIndex={-1}`.
 */
export function useNamedPlace<E extends HTMLElement>(id: string | undefined) {
  const place = useRef<E>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (!id || hash !== `#${id}`) return;
    place.current?.scrollIntoView();
    place.current?.focus({ preventScroll: true });
  }, [id, hash]);
  return place;
}

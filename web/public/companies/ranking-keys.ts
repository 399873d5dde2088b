import { useEffect } from 'react';
import { isComposing } from '../../shared/ui/is-composing.ts';

/** The arrow keys follow the links that name them, as through the ranking, where they have nothing else to do. */
export function useRankingKeys(): void {
  useEffect(() => {
    addEventListener('keydown', followKey);
    return () => removeEventListener('keydown', followKey);
  }, []);
}

function followKey(event: KeyboardEvent): void {
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (isComposing(event) || hasModifier || event.defaultPrevented || isUsingArrows(event.target)) return;
  const link = document.querySelector<HTMLElement>(`a[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
}

/** Whether the focus is on anything but the page itself, its heading or a link. */
function isUsingArrows(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return true;
  return target !== document.body && !target.matches('main, h1, a:not(dialog a)');
}

import { THREADS } from './comment-list.ts';
import { hasDraft, noteDraft } from './has-draft.ts';

/** Comments are loaded when they are this near to being seen. */
const NEAR = '200px';

interface Coming {
  /** Whether somebody waits for them already, and is to be told where they cannot be had. */
  isAsked: boolean;
  /**
   * @param limit threads at most
   * @returns what puts them in the place of those that came, at once
   */
  load(limit: number): Promise<(section: HTMLElement, pressed?: Element | null) => void>;
  tell(failed: boolean): void;
}

/**
 * Loads the comments on a company once they are near, touched or begun, and shows them.
 * @returns how to end that
 */
export function comeOnUse(section: HTMLElement, companyId: string, coming: Coming): () => void {
  const end = new AbortController();
  const { signal } = end;
  let { isAsked } = coming;
  let isLoading = false;
  const held = new Set<string>();
  let pressed: Element | null | undefined;

  async function come() {
    if (isLoading) return;
    isLoading = true;
    try {
      const show = await coming.load(threadsIn(section));
      // A syllable that is half typed would be lost, and a click whose beginning and end are on two buttons.
      while (held.size > 0) await new Promise(requestAnimationFrame);
      if (signal.aborted) return;
      show(section, pressed);
    } catch {
      // Who is told presses again: what is typed until then is not sent half.
      pressed = undefined;
      if (isAsked) coming.tell(true);
    }
    isLoading = false;
  }
  function ask(button?: Element | null) {
    pressed = button;
    isAsked = true;
    coming.tell(false);
    void come();
  }

  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void come();
    },
    { rootMargin: NEAR },
  );
  observer.observe(section);
  signal.addEventListener('abort', () => observer.disconnect());
  const on = (types: readonly string[], listener: (event: Event) => void) => {
    for (const type of types) section.addEventListener(type, listener, { signal, capture: true });
  };
  on(['click'], (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    const button = (target as Element).closest('button, a');
    if (!button || ctrlKey || metaKey || shiftKey) return;
    // A link leads to where the page goes on without a script.
    event.preventDefault();
    ask(button.closest('[data-still]') && button);
  });
  on(['input'], ({ target }) => {
    // Whoever closes the panel before they come has it when he opens it again.
    noteDraft(companyId, (target as HTMLTextAreaElement).value);
    ask();
  });
  on(['focusin'], () => void come());
  // What begins in the section, a composition or a press, may end anywhere, also once the section is gone.
  on(['compositionstart', 'pointerdown'], ({ type }) => {
    held.add(type);
    for (const end of type < 'd' ? ['compositionend'] : ['pointerup', 'pointercancel'])
      window.addEventListener(end, () => held.delete(type), { once: true });
  });
  window.addEventListener('online', () => void come(), { signal });
  const isBegun = hasDraft(companyId) || section.querySelector('textarea')?.value;
  if (isAsked || isBegun || section.contains(document.activeElement)) void come();
  return () => end.abort();
}

/** Those that came, where the address asked for more than usual. */
const threadsIn = (section: HTMLElement) =>
  Math.max(THREADS, section.querySelector('ol')?.children.length ?? 0);

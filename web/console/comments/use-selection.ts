import { type KeyboardEvent, useRef, useState } from 'react';
import { isComposing } from '../../shared/ui/is-composing.ts';
import { latinKey } from '../../shared/ui/latin-key.ts';
import { commentsOf, type ModeratedComment } from './use-moderation.tsx';

/** Comments that are worked on together, and the keys of the list. */
export function useCommentSelection(comments: readonly ModeratedComment[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  // A comment that the list no longer shows is not worked on unseen.
  const selected = comments.filter(({ id }) => ids.has(id));

  // From where a range is selected.
  const last = useRef<string>(undefined);

  /** @param isRange selects all from the one that was selected last */
  function toggle(id: string, isRange = false): void {
    const ends = [last.current, id].map((end) => comments.findIndex((comment) => comment.id === end));
    last.current = id;
    setIds((now) => {
      const next = new Set(now);
      if (isRange && Math.min(...ends) >= 0)
        for (const comment of comments.slice(Math.min(...ends), Math.max(...ends) + 1)) next.add(comment.id);
      else if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  /**
   * J and K move from comment to comment, X selects, with Shift the range from the last one, A and D approve and delete what is selected, else the comment
   * that has the focus.
   */
  function press(
    event: KeyboardEvent<HTMLElement>,
    run: (task: 'approve' | 'delete', comments: ModeratedComment[]) => void,
  ): void {
    const { target, altKey, ctrlKey, metaKey } = event;
    const key = latinKey(event.nativeEvent);
    if (altKey || ctrlKey || metaKey || isComposing(event.nativeEvent)) return;
    if (target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select'))
      return;
    const places = commentsOf(event.currentTarget);
    const at = places.findIndex((place) => place.contains(document.activeElement));
    const focused = byId.get(places[at]?.dataset['comment'] ?? '');
    switch (key) {
      case 'j':
        places[Math.min(at + 1, places.length - 1)]?.focus();
        break;
      case 'k':
        places[Math.max(at - 1, 0)]?.focus();
        break;
      case 'x':
        if (focused) toggle(focused.id, event.shiftKey);
        break;
      case 'a':
      case 'd': {
        const meant = selected.length > 0 ? selected : focused ? [focused] : [];
        if (meant.length > 0) run(key === 'a' ? 'approve' : 'delete', meant);
        break;
      }
      default:
        return;
    }
    event.preventDefault();
  }

  return {
    selected,
    isSelected: (id: string) => ids.has(id),
    toggle,
    clear: () => setIds(new Set()),
    /** Listens to the keys of a list. */
    keysOf: (run: Parameters<typeof press>[1]) => ({
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(event, run),
    }),
  };
}

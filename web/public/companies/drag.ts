/** A drag to the right closes the panel from this many pixels on (specification, section 9). */
export const DRAG_THRESHOLD = 100;

/** Where a drag does not start, because the finger or mouse does something else there. */
const IGNORED = 'button, input, textarea, a, select';

export function canStartDrag(target: Pick<Element, 'closest'> | null): boolean {
  return target !== null && target.closest(IGNORED) === null;
}

/** Whether a drag closes: far enough to the right, and more sideways than up or down. */
export function closesPanel(start: { x: number; y: number }, end: { x: number; y: number }): boolean {
  const right = end.x - start.x;
  return right > DRAG_THRESHOLD && right > Math.abs(end.y - start.y);
}

/** Whether a swipe leads to the next company: as far to the left as a drag closes to the right. */
export const leadsOn = (start: { x: number; y: number }, end: { x: number; y: number }): boolean =>
  closesPanel({ x: -start.x, y: start.y }, { x: -end.x, y: end.y });

/** A finger or mouse that moved less than this many pixels has not begun to drag. */
const SLOP = 6;
/** Distance at which the pointer still counts as over a letter, in pixels. */
const CATCH_MARGIN = 4;

/** How far the panel follows: to the right, once the movement is sideways. */
export function followedBy(start: { x: number; y: number }, now: { x: number; y: number }): number {
  const right = now.x - start.x;
  return right > SLOP && right > Math.abs(now.y - start.y) ? right : 0;
}

/** Whether letters stand at a place of the window: a mouse that is pressed there selects them. */
export function isOverText({ x, y }: { x: number; y: number }): boolean {
  const caret = document.caretPositionFromPoint?.(x, y);
  const node = caret?.offsetNode;
  if (!caret || !(node instanceof Text)) return false;
  const letters = document.createRange();
  letters.setStart(node, Math.max(0, caret.offset - 1));
  letters.setEnd(node, Math.min(node.length, caret.offset + 1));
  return [...letters.getClientRects()].some(
    (box) => x >= box.left - CATCH_MARGIN && x <= box.right + CATCH_MARGIN && y >= box.top && y <= box.bottom,
  );
}

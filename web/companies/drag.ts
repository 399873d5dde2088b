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

import type { MouseEvent } from 'react';
import type { Spot } from './nearest.ts';

/** Where a picture was clicked or tapped, in pixels from its corner. */
export interface Press extends Spot {
  isTouch: boolean;
}

/** @param event of the picture's own element */
export function pressOf({ nativeEvent, clientX, clientY, currentTarget }: MouseEvent): Press {
  const box = currentTarget.getBoundingClientRect();
  const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType !== 'mouse';
  return { x: clientX - box.left, y: clientY - box.top, isTouch };
}

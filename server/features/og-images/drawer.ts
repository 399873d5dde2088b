import { createThread, type Thread } from '../../platform/runtime/thread.ts';
import type { Picture } from './picture.ts';

/** Drawings that wait at most. */
const MOST_WAITING = 50;
/** Time limit of a drawing, in milliseconds; past the limit, the thread is ended. */
const TIMEOUT_MS = 15_000;

/** Draws pictures as PNG. */
export type Drawer = Thread<Picture, Uint8Array>;

/** Draws in a thread of its own: a drawing takes 20 to 150 ms of a core. */
export function createDrawer(): Drawer {
  return createThread(new URL('./draw-thread.ts', import.meta.url), {
    mostWaiting: MOST_WAITING,
    timeout: TIMEOUT_MS,
  });
}

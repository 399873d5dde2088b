import { Worker } from 'node:worker_threads';
import { problem } from '../../core/problem.ts';
import type { Picture } from './picture.ts';

/** Drawings that wait at most; whoever asks for another one then is told to come back. */
export const MOST_WAITING = 50;
/** A drawing that takes longer than this, in milliseconds, is given up with its thread. */
const TIMEOUT_MS = 15_000;

export interface DrawRequest {
  id: number;
  picture: Picture;
}

export type DrawAnswer =
  | { id: number; png: Uint8Array; failure?: undefined }
  | { id: number; failure: string };

export interface Drawer {
  /** Draws a picture as PNG. @throws unavailable where too many wait already */
  draw(picture: Picture): Promise<Buffer>;
  stop(): Promise<void>;
}

interface Waiting {
  resolve(png: Buffer): void;
  reject(error: Error): void;
}

/** Draws in a thread of its own, which starts with the first picture: a drawing takes 20 to 150 ms of a core. */
export function createDrawer(): Drawer {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let watch: NodeJS.Timeout | undefined;
  let last = 0;

  function end(ended: Worker, error: Error): void {
    if (worker !== ended) return;
    // The next picture starts another thread.
    worker = undefined;
    clearTimeout(watch);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  /** The thread answers in turn, so that each answer says that it still works. */
  function watchOver(watched: Worker): void {
    clearTimeout(watch);
    if (waiting.size === 0) return;
    watch = setTimeout(() => {
      void watched.terminate();
      end(watched, new Error('A picture took too long to draw.'));
    }, TIMEOUT_MS);
    watch.unref();
  }

  function start(): Worker {
    const started = new Worker(new URL('./draw-thread.ts', import.meta.url));
    started.unref();
    started.on('message', (answer: DrawAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      watchOver(started);
      if (answer.failure === undefined) asked?.resolve(Buffer.from(answer.png));
      else asked?.reject(new Error(answer.failure));
    });
    started.on('error', (error) => end(started, error));
    started.on('exit', () => end(started, new Error('The thread of the share pictures ended.')));
    return started;
  }

  return {
    draw(picture) {
      if (waiting.size >= MOST_WAITING) {
        return Promise.reject(
          problem('unavailable', 'Too many pictures are being drawn; try again in a moment.', {
            retryAfter: 5,
          }),
        );
      }
      worker ??= start();
      const drawing = worker;
      return new Promise((resolve, reject) => {
        const id = ++last;
        const isFirst = waiting.size === 0;
        waiting.set(id, { resolve, reject });
        if (isFirst) watchOver(drawing);
        drawing.postMessage({ id, picture } satisfies DrawRequest);
      });
    },
    async stop() {
      await worker?.terminate();
    },
  };
}

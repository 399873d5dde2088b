// Draws pictures in a thread of its own, one after another: see drawer.ts.
import { parentPort } from 'node:worker_threads';
import { draw } from './draw.ts';
import type { DrawAnswer, DrawRequest } from './drawer.ts';

const port = parentPort;
if (!port) throw new Error('This module is a thread of the share pictures.');

port.on('message', ({ id, picture }: DrawRequest) => {
  let answer: DrawAnswer;
  try {
    answer = { id, png: draw(picture) };
  } catch (error) {
    answer = { id, failure: (error as Error).message };
  }
  port.postMessage(answer);
});

import type { FastifyInstance } from 'fastify';
import { every as repeat } from '../time/timer.ts';

/**
 * Does work when the app starts and every so often from then on, never twice at once. A stop waits
 * for the work that is under way.
 * @param every milliseconds
 * @param work never rejects
 * @returns does it now, or joins what is under way
 */
export function periodically(
  app: FastifyInstance,
  every: number,
  work: () => Promise<void>,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
  app.addHook('onReady', async () => {
    timer = repeat(every, run);
    timer.unref();
    void run();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
  return run;
}

import type { FastifyInstance } from 'fastify';
import { every as repeat } from '../time/timer.ts';

/**
 * Runs work at the start of the app and then periodically, never twice at once. A stop waits for a run under way.
 * @param every interval in milliseconds
 * @param work never rejects
 * @returns a function that runs the work now, or joins the run under way
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

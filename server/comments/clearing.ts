import type { FastifyInstance } from 'fastify';
import { DELETED_KEPT_DAYS } from '../../core/comments/rules.ts';
import type { App } from '../app.ts';
import { clearDeleted } from './admin-store.ts';

const DAY = 24 * 60 * 60_000;

/** Clears deleted comments whose time is over: at the start, and once a day from then on. */
export function clearDeletedComments(
  app: FastifyInstance,
  { database, now }: Pick<App, 'database' | 'now'>,
): void {
  let timer: NodeJS.Timeout | undefined;
  let clearing: Promise<void> | undefined;

  function clear(): void {
    const before = new Date(now().getTime() - DELETED_KEPT_DAYS * DAY).toISOString();
    clearing = database
      .write((tx) => clearDeleted(tx, before))
      .then((cleared) => {
        if (cleared > 0) app.log.info({ cleared }, 'cleared deleted comments');
      })
      // The database is away: tomorrow is early enough.
      .catch((error: Error) => app.log.warn({ reason: error.message }, 'deleted comments were not cleared'));
  }

  app.addHook('onReady', async () => {
    timer = setInterval(clear, DAY);
    timer.unref();
    clear();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await clearing;
  });
}

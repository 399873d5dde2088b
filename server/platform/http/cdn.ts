import type { FastifyInstance } from 'fastify';
import { purgeCdn } from '#engine/page-cache';
import type { Services } from '../../services.ts';
import { SOFT_STALE_MS, SOFT_TAGS } from '../database/cache-tags.ts';
import { holdLease } from '../jobs/lease.ts';
import { periodically } from '../jobs/periodically.ts';

/** Interval at which a process tries to take over the purging, in milliseconds. */
const TAKE_OVER_EVERY = 10_000;

/** Purges the CDN of `CDN_PURGE_URL` after changes, in one of all processes. */
export function purgeCdnOnChanges(
  app: FastifyInstance,
  { env, database, now }: Pick<Services, 'env' | 'database' | 'now'>,
  {
    onPurge,
    softStaleMs = SOFT_STALE_MS,
    collectMs,
  }: {
    onPurge(outcome: 'told' | 'failed', reason?: string): void;
    softStaleMs?: number | undefined;
    collectMs?: number | undefined;
  },
): void {
  const { CDN_PURGE_URL: url, CDN_PURGE_HEADER: header } = env;
  if (!url) return;
  const { read, revision } = database;
  const options = {
    url,
    header,
    softTags: SOFT_TAGS,
    softStaleMs,
    collectMs,
    onPurge,
    log: app.log,
    currentRevision: () => revision.current(),
    async changedAfter(seen: number) {
      const upTo = await revision.current();
      const rows = await read.selectFrom('topics').select('name').where('revision', '>', seen).execute();
      return { tags: rows.map(({ name }) => name), upTo };
    },
  };
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  periodically(app, TAKE_OVER_EVERY, async () => {
    try {
      await holdLease(
        { database, now, log: app.log },
        'cdn',
        async () => true,
        (_, { signal }) => purgeCdn(options, signal),
        stopping.signal,
      );
    } catch (error) {
      // The database is away, or the server stops; the next holder of the lease begins by purging everything.
      if (!stopping.signal.aborted) app.log.warn({ reason: (error as Error).message }, 'the CDN waits');
    }
  });
}

import type { FastifyInstance } from 'fastify';
import { HOUR } from '../../../core/time.ts';
import { periodically } from '../../platform/jobs/periodically.ts';
import type { Services } from '../../services.ts';
import type { ResolvedNetwork } from './ask.ts';
import { checkLinks } from './check.ts';

/** Addresses that are asked in an hour. */
const LINKS_PER_ROUND = 100;
/** Where there was no network, it is tried again after this long, in milliseconds. */
const OFFLINE = 24 * HOUR;

export interface ScheduledLinkChecks {
  /** Asks what is due, where the setting says so, and resolves when that is done. Never rejects. */
  look(): Promise<void>;
}

/** Where the setting `checkSources` is on, asks the sources' addresses whether they are still there. */
export function checkLinksOnSchedule(
  app: FastifyInstance,
  {
    env,
    database,
    settings,
    now,
    failures,
  }: Pick<Services, 'env' | 'database' | 'settings' | 'now' | 'failures'>,
  options: { network?: ResolvedNetwork; hostPause?: number } = {},
): ScheduledLinkChecks {
  const stopping = new AbortController();
  let offlineUntil = 0;

  async function lookAndAsk(): Promise<void> {
    if (now().getTime() < offlineUntil || !(await settings.current()).checkSources) return;
    const round = await checkLinks(
      { database, now, log: app.log, siteUrl: env.SITE_URL, ...options },
      LINKS_PER_ROUND,
      stopping.signal,
    );
    if (round?.offline) {
      offlineUntil = now().getTime() + OFFLINE;
      app.log.warn('no source can be reached from here: is there a way out to the internet?');
      await failures.report('links', 'No source can be reached from the server.');
    } else if (round && round.asked > 0) {
      app.log.info(round, 'asked the addresses of sources');
      await failures.recover('links');
    }
  }

  // Before what is under way is waited for.
  app.addHook('preClose', async () => stopping.abort(new Error('the server is stopping')));
  const look = periodically(app, HOUR, () =>
    lookAndAsk().catch((error: Error) => {
      // The database is away: the next hour is early enough.
      if (!stopping.signal.aborted) app.log.warn({ reason: error.message }, 'the sources were not asked');
    }),
  );
  return { look };
}

import type { FastifyBaseLogger } from 'fastify';
import { checkAfter, isFailure } from '../../../core/links/rules.ts';
import type { Database } from '../../platform/database/types.ts';
import { holdLease } from '../../platform/jobs/lease.ts';
import type { Now } from '../../platform/time/clock.ts';
import { type ResolvedNetwork, userAgentOf } from './ask.ts';
import { askAll } from './round.ts';
import { findDue, putCheck, readCheck } from './store.ts';

/** The lease of whoever asks. */
const ASKING = 'links';

export interface LinkChecking {
  database: Database;
  now: Now;
  log: Pick<FastifyBaseLogger, 'warn'>;
  siteUrl: string;
  network?: ResolvedNetwork;
  /** Between two requests to one host, in milliseconds. */
  hostPause?: number;
}

/** What a round did. */
export interface Round {
  asked: number;
  failed: number;
  /** There is no network: nobody was reached, and nothing is kept. */
  offline: boolean;
}

/**
 * Asks the sources whose time it is, and keeps what each answered. One of all processes does it.
 * @param most how many
 * @returns undefined where another process asks
 * @throws the signal's reason
 */
export async function checkLinks(
  { database, now, log, siteUrl, ...options }: LinkChecking,
  most: number,
  signal: AbortSignal,
): Promise<Round | undefined> {
  const round: Round = { asked: 0, failed: 0, offline: false };
  const isOurs = await holdLease(
    { database, now, log },
    ASKING,
    async () => true,
    async (_, lease) => {
      // Outside of the write that takes the lease: it looks through all sources.
      const due = await findDue(database.scan, now(), most);
      const isThere = await askAll(
        due,
        { ...options, userAgent: userAgentOf(siteUrl), signal: lease.signal },
        async (url, answer) => {
          round.asked++;
          if (isFailure(answer)) round.failed++;
          await database.write(async ({ tx }) => {
            await lease.confirm(tx);
            await putCheck(tx, checkAfter(url, answer, await readCheck(tx, url), now()));
          });
        },
      );
      round.offline = !isThere;
    },
    signal,
  );
  return isOurs ? round : undefined;
}

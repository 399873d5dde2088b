import type { FastifyBaseLogger } from 'fastify';
import type { ExpressionBuilder } from 'kysely';
import { DAY } from '../../../core/time.ts';
import { newId } from '../database/ids.ts';
import type { Schema } from '../database/schema.ts';
import type { Database, Db } from '../database/types.ts';
import type { Now } from '../time/clock.ts';
import { CLOCK_DIFFERENCE } from '../time/clock.ts';
import { every } from '../time/timer.ts';

/** How long a process has work for itself without saying so again, in milliseconds. */
export const LEASE = 30_000;
const RENEW_EVERY = 5_000;
/** What crashed processes held is forgotten after this long, in milliseconds. */
const FORGOTTEN_AFTER = DAY;

/** The work is no longer this process's: it was taken over, taken away, or is to be put down. */
export class LeaseEnded extends Error {}

export interface Lease {
  /** Aborted, with a LeaseEnded, where the lease is gone; or by the signal that was given. */
  readonly signal: AbortSignal;
  /**
   * Comes first in a write of the work: nobody takes it over before the commit.
   * @throws LeaseEnded where somebody has already
   */
  confirm(tx: Db): Promise<void>;
}

interface Holding {
  database: Database;
  now: Now;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const iso = (at: Date, later = 0) => new Date(at.getTime() + later).toISOString();

/** An end that is farther away than it can be was written before the clock was set back. */
const isHeld = (at: Date) => (eb: ExpressionBuilder<Schema, 'leases'>) =>
  eb.and([
    eb('leases.held_until', '>', iso(at)),
    eb('leases.held_until', '<=', iso(at, LEASE + CLOCK_DIFFERENCE)),
  ]);

/** The names of what processes hold now, to look for what is free. */
export function heldNames(db: Db, at: Date) {
  return db.selectFrom('leases').select('leases.name').where(isHeld(at));
}

/**
 * Does a piece of work in one of all processes: holds its lease, renews it while the work runs, and
 * gives it free at its end, however it ends. What a process held that crashed is free when its last
 * lease runs out.
 * @param name the id of what is worked on
 * @param take looks at what is to be done, in the transaction that takes it; undefined where nothing is
 * @param stop ends the work
 * @returns whether there was something that nobody else held. @throws what the work throws; that it is
 * no longer ours is no error
 */
export async function holdLease<W>(
  { database, now, log }: Holding,
  name: string,
  take: (tx: Db) => Promise<W | undefined>,
  work: (what: W, lease: Lease) => Promise<void>,
  stop?: AbortSignal,
): Promise<boolean> {
  const holder = newId();
  const free = (tx: Db) =>
    tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
  /** Renews the lease; false if lost. */
  const hold = async (tx: Db) =>
    (await tx
      .updateTable('leases')
      .set({ held_until: iso(now(), LEASE) })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .returning('name')
      .executeTakeFirst()) !== undefined;

  const what = await database.write(async ({ tx }) => {
    const at = now();
    const mine = { holder, held_until: iso(at, LEASE) };
    const taken = await tx
      .insertInto('leases')
      .values({ name, ...mine })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(mine)
          .where((eb) => eb.not(isHeld(at)(eb))),
      )
      .returning('name')
      .executeTakeFirst();
    if (!taken) return undefined;
    const found = await take(tx);
    if (found === undefined) await free(tx);
    return found;
  });
  if (what === undefined) return false;

  const ended = new AbortController();
  const renewal = every(RENEW_EVERY, () =>
    database
      .write(({ tx }) => hold(tx))
      .then((isOurs) => {
        if (!isOurs) ended.abort(new LeaseEnded(`Somebody else has ${name} now.`));
      })
      // The lease has time left, and the next write of the work will tell.
      .catch((error: Error) =>
        log.warn({ lease: name, reason: error.message }, 'a lease could not be renewed'),
      ),
  );
  try {
    await work(what, {
      signal: AbortSignal.any(stop ? [ended.signal, stop] : [ended.signal]),
      async confirm(tx) {
        if (!(await hold(tx))) throw new LeaseEnded(`Somebody else has ${name} now.`);
      },
    });
  } catch (error) {
    if (!(error instanceof LeaseEnded)) throw error;
  } finally {
    clearInterval(renewal);
    // Where the database is away, it runs out by itself.
    await database.write(({ tx }) => free(tx)).catch(() => {});
  }
  return true;
}

/** Takes work away from whichever process holds it: it can save nothing more. */
export async function endLease(tx: Db, name: string): Promise<void> {
  await tx.deleteFrom('leases').where('name', '=', name).execute();
}

/** Forgets what crashed processes held of work that is over. */
export async function deleteOldLeases(tx: Db, now: Date): Promise<void> {
  await tx.deleteFrom('leases').where('held_until', '<', iso(now, -FORGOTTEN_AFTER)).execute();
}

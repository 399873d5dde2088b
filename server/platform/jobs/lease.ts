import type { FastifyBaseLogger } from 'fastify';
import type { ExpressionBuilder } from 'kysely';
import { DAY } from '../../../core/time.ts';
import { newId } from '../database/ids.ts';
import type { Schema } from '../database/schema.ts';
import type { Database, Db } from '../database/types.ts';
import type { Now } from '../time/clock.ts';
import { CLOCK_DIFFERENCE } from '../time/clock.ts';
import { every } from '../time/timer.ts';

/** Duration of a lease without renewal, in milliseconds. */
export const LEASE = 30_000;
const RENEW_EVERY = 5_000;
/** Age at which leases of crashed processes are deleted, in milliseconds. */
const FORGOTTEN_AFTER = DAY;

/** The lease is lost: another process took the work over, an administrator stopped it, or this process stops. */
export class LeaseEnded extends Error {}

export interface Lease {
  /** Aborted with a LeaseEnded when the lease is lost, or by the `stop` signal. */
  readonly signal: AbortSignal;
  /**
   * Comes first in a write of the work: no other process takes the lease before the commit.
   * @throws LeaseEnded if another process has it
   */
  confirm(tx: Db): Promise<void>;
}

interface Holding {
  database: Database;
  now: Now;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const iso = (at: Date, later = 0) => new Date(at.getTime() + later).toISOString();

/** A lease that ends too far in the future was written before the clock was set back: it does not count. */
const isHeld = (at: Date) => (eb: ExpressionBuilder<Schema, 'leases'>) =>
  eb.and([
    eb('leases.held_until', '>', iso(at)),
    eb('leases.held_until', '<=', iso(at, LEASE + CLOCK_DIFFERENCE)),
  ]);

/** Names of the current leases, to find free work. */
export function heldNames(db: Db, at: Date) {
  return db.selectFrom('leases').select('leases.name').where(isHeld(at));
}

/**
 * Runs work in one of several processes: takes a lease, renews it during the work and releases it at the end. The
 * lease of a crashed process expires.
 * @param name id of the work
 * @param take reads the work in the transaction that takes the lease; undefined if there is none
 * @param stop aborts the work
 * @returns whether work was found and its lease was free. @throws errors of the work, except LeaseEnded
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
    // While the database is unavailable, the lease expires by itself.
    await database.write(({ tx }) => free(tx)).catch(() => {});
  }
  return true;
}

/** Revokes a lease: its holder can save nothing more. */
export async function endLease(tx: Db, name: string): Promise<void> {
  await tx.deleteFrom('leases').where('name', '=', name).execute();
}

/** Deletes old leases of crashed processes. */
export async function deleteOldLeases(tx: Db, now: Date): Promise<void> {
  await tx.deleteFrom('leases').where('held_until', '<', iso(now, -FORGOTTEN_AFTER)).execute();
}

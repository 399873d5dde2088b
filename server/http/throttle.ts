import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import { type Problem, problem } from '../../core/problem.ts';
import type { Now } from '../clock.ts';
import type { Database, Db, Unit } from '../database/types.ts';

/** At most `max` within `window` milliseconds from the first. */
export interface Rule {
  max: number;
  window: number;
}

const MINUTE = 60_000;

/**
 * Counts one event against a rule, in the database, so that all processes count together.
 * @returns seconds to wait where the rule refuses it, else 0
 */
export async function take(tx: Db, key: string, rule: Rule, now: Date): Promise<number> {
  const at = now.getTime();
  // What began in the future began before the clock was set back: nobody waits for longer than the
  // window. Up to a window ahead it is another machine's clock.
  const expired = sql<boolean>`(throttles.started_at <= ${at - rule.window} or throttles.started_at > ${at + rule.window})`;
  const row = await tx
    .insertInto('throttles')
    .values({ key, started_at: at, count: 1, blocked_until: 0 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        started_at: sql`case when ${expired} then ${at} else throttles.started_at end`,
        count: sql`case when ${expired} then 1 else ${eb.ref('throttles.count')} + 1 end`,
      })),
    )
    .returning(['started_at', 'count'])
    .executeTakeFirstOrThrow();
  return Number(row.count) <= rule.max
    ? 0
    : Math.max(1, Math.ceil((Number(row.started_at) + rule.window - at) / 1000));
}

const FREE_FAILURES = 5;
const FAILURE_WINDOW = 15 * MINUTE;
const LONGEST_WAIT = 15 * MINUTE;

/**
 * Counts a try at a password, before it is hashed. Five are free within 15 minutes, then each waits
 * longer: one minute, two, four, at most 15. `forget` after a right one.
 * @returns seconds to wait, or 0 where it may be tried now
 */
export async function takeTry(tx: Db, key: string, now: Date): Promise<number> {
  const at = now.getTime();
  const row = await tx
    .insertInto('throttles')
    .values({ key, started_at: at, count: 1, blocked_until: 0 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when throttles.started_at <= ${at - FAILURE_WINDOW} then 1 else throttles.count + 1 end`,
          // The window runs from the last try, so that waiting it out in small steps gains nothing.
          started_at: at,
        })
        // A wait that is longer than the longest was given before the clock was set back.
        .where((eb) =>
          eb.or([
            eb('throttles.blocked_until', '<=', at),
            eb('throttles.blocked_until', '>', at + LONGEST_WAIT),
          ]),
        ),
    )
    .returning('count')
    .executeTakeFirst();
  if (!row) {
    const blocked = await tx
      .selectFrom('throttles')
      .select('blocked_until')
      .where('key', '=', key)
      .executeTakeFirst();
    return Math.max(1, Math.ceil((Number(blocked?.blocked_until ?? at) - at) / 1000));
  }
  const past = Number(row.count) - FREE_FAILURES;
  if (past >= 0) {
    const blocked_until = at + Math.min(LONGEST_WAIT, MINUTE * 2 ** past);
    await tx.updateTable('throttles').set({ blocked_until }).where('key', '=', key).execute();
  }
  return 0;
}

export async function forget(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom('throttles').where('key', '=', key).execute();
}

/** Longer than the window of any rule, in milliseconds. */
export const THROTTLES_KEPT = 24 * 60 * MINUTE;

/** Clears what no rule looks at any more. */
export async function forgetOldThrottles(tx: Db, now: Date): Promise<void> {
  await tx
    .deleteFrom('throttles')
    .where('started_at', '<', now.getTime() - THROTTLES_KEPT)
    .execute();
}

export function rateLimited(wait: number): Problem {
  const inWords = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  const text = wait < 60 ? inWords(wait, 'second') : inWords(Math.ceil(wait / 60), 'minute');
  return problem('rate_limited', `Too many attempts; try again in ${text}.`, {
    retryAfter: wait,
    extra: { retry_after: wait },
  });
}

/** The network of an address: IPv4 itself, IPv6 by its first 64 bits, because one line has them all. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** What a network may is this many times what one visitor may: an office shares one address. */
const VISITORS_PER_NETWORK = 10;

/**
 * What a person may do in a while, as counts for `takeAll`: so much for a visitor, far more for the
 * network. Whoever has no session of ours shares one visitor's share with all others of the network
 * who have none: nobody gets more by changing or leaving out a header.
 * @param kind names what is done
 */
export function countsOf(
  kind: string,
  rules: readonly Rule[],
  { id, hasSession }: { id: string; hasSession: boolean },
  ip: string,
): [key: string, rule: Rule][] {
  const network = networkOf(ip);
  return rules.flatMap((rule): [string, Rule][] => [
    [`${kind}:${rule.window}:${hasSession ? id : `none ${network}`}`, rule],
    [`${kind}:${rule.window}:network ${network}`, { ...rule, max: rule.max * VISITORS_PER_NETWORK }],
  ]);
}

/** Visits and views that one network can have counted, whatever its headers say. */
export const COUNTED_PER_NETWORK: Rule = { max: 600, window: MINUTE };

/** Tries at logging in and signing up, for each network. */
export const TRIES_PER_NETWORK: Rule = { max: 30, window: 5 * MINUTE };

class Throttled extends Error {
  readonly wait: number;
  constructor(wait: number) {
    super('throttled');
    this.wait = wait;
  }
}

export interface Limits {
  /** Counts against several rules, in a `writeCounted`; the longest wait refuses. */
  takeAll(tx: Db, counts: [key: string, rule: Rule][]): Promise<void>;
  /** Counts a visit or view of a network. Returns whether it still counts; it is answered either way. */
  counts(tx: Db, ip: string): Promise<boolean>;
  /** A write in which something is counted: a refusal stays counted. @throws rate_limited */
  writeCounted<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  /** Counts one try at a password, by network and by key, before it is hashed. @throws rate_limited */
  countTry(ip: string, key: string): Promise<void>;
}

/** The limits on requests; with `enabled` false nothing is counted (RATE_LIMITS=off). */
export function createLimits(database: Database, enabled: boolean, now: Now): Limits {
  const takeAll: Limits['takeAll'] = async (tx, counts) => {
    if (!enabled) return;
    let wait = 0;
    for (const [key, rule] of counts) wait = Math.max(wait, await take(tx, key, rule, now()));
    if (wait > 0) throw new Throttled(wait);
  };
  const writeCounted: Limits['writeCounted'] = async (work) => {
    // The transaction commits what was counted, then the answer is thrown.
    const outcome = await database.write(async (unit) => {
      try {
        return { value: await work(unit) };
      } catch (error) {
        if (error instanceof Throttled) return { wait: error.wait };
        throw error;
      }
    });
    if ('wait' in outcome) throw rateLimited(outcome.wait);
    return outcome.value;
  };
  return {
    takeAll,
    counts: async (tx, ip) =>
      !enabled || (await take(tx, `counted:${networkOf(ip)}`, COUNTED_PER_NETWORK, now())) === 0,
    writeCounted,
    async countTry(ip, key) {
      if (!enabled) return;
      await writeCounted(async ({ tx }) => {
        await takeAll(tx, [[`tries:${networkOf(ip)}`, TRIES_PER_NETWORK]]);
        const wait = await takeTry(tx, key, now());
        if (wait > 0) throw new Throttled(wait);
      });
    },
  };
}

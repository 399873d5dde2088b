import { sql } from 'kysely';
import type { Limit, Rule, Tries } from '../../../core/limits.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import { DAY } from '../../../core/time.ts';
import type { Db } from '../database/types.ts';

/** Subject of a limit: a network, a visitor or an address. */
export interface Count {
  limit: Limit;
  subject: string;
  /** Its limit as a multiple of one subject; 1 when absent. */
  times?: number;
}

const windowKeyOf = ({ counts }: Limit, subject: string, window: number) => `${counts} ${window} ${subject}`;

const isTries = (rules: Limit['rules']): rules is Tries => 'free' in rules;

/**
 * Counts one event against each rule of a limit.
 * @returns seconds to wait where one refuses it, else 0
 */
export async function takeAll(tx: Db, { limit, subject, times = 1 }: Count, now: Date): Promise<number> {
  const { rules } = limit;
  if (isTries(rules)) return takeTry(tx, windowKeyOf(limit, subject, rules.window), rules, now);
  let wait = 0;
  for (const { max, window } of rules) {
    const rule = { max: max * times, window };
    wait = Math.max(wait, await take(tx, windowKeyOf(limit, subject, window), rule, now));
  }
  return wait;
}

/**
 * Counts one event against a rule, in the database, so that all processes count together.
 * @returns seconds to wait where the rule refuses it, else 0
 */
async function take(tx: Db, key: string, rule: Rule, now: Date): Promise<number> {
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

/**
 * Counts a try at a secret, before it is checked.
 * @returns seconds to wait, or 0 where it may be tried now
 */
async function takeTry(
  tx: Db,
  key: string,
  { free, window, firstWait, longestWait }: Tries,
  now: Date,
): Promise<number> {
  const at = now.getTime();
  const row = await tx
    .insertInto('throttles')
    .values({ key, started_at: at, count: 1, blocked_until: 0 })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when throttles.started_at <= ${at - window} then 1 else throttles.count + 1 end`,
          // The window runs from the last try, so that waiting it out in small steps gains nothing.
          started_at: at,
        })
        // A wait that is longer than the longest was given before the clock was set back.
        .where((eb) =>
          eb.or([
            eb('throttles.blocked_until', '<=', at),
            eb('throttles.blocked_until', '>', at + longestWait),
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
  const past = Number(row.count) - free;
  if (past >= 0) {
    const blocked_until = at + Math.min(longestWait, firstWait * 2 ** past);
    await tx.updateTable('throttles').set({ blocked_until }).where('key', '=', key).execute();
  }
  return 0;
}

/**
 * Counts a try that is never refused.
 * @returns milliseconds for which it is held back
 */
export async function takeHeld(tx: Db, { limit, subject }: Count, now: Date): Promise<number> {
  if (!isTries(limit.rules)) throw new Error(`${limit.counts} says not how long it holds back.`);
  const { free, window, firstWait, longestWait } = limit.rules;
  const at = now.getTime();
  const isOld = sql<boolean>`(throttles.started_at <= ${at - window} or throttles.started_at > ${at + window})`;
  const { count } = await tx
    .insertInto('throttles')
    .values({ key: windowKeyOf(limit, subject, window), started_at: at, count: 1, blocked_until: 0 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOld} then 1 else throttles.count + 1 end`,
        started_at: at,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  const past = Number(count) - free - 1;
  return past < 0 ? 0 : Math.min(longestWait, firstWait * 2 ** past);
}

/** Resets a limit for a subject, as after a right password. */
export async function forget(tx: Db, { limit, subject }: Count): Promise<void> {
  const { rules } = limit;
  const windows = isTries(rules) ? [rules.window] : rules.map(({ window }) => window);
  await tx
    .deleteFrom('throttles')
    .where(
      'key',
      'in',
      windows.map((window) => windowKeyOf(limit, subject, window)),
    )
    .execute();
}

/** Longer than the window of any rule, in milliseconds. */
export const THROTTLE_RETENTION = DAY;

/** Deletes counts that no rule needs any more. */
export async function deleteOldThrottles(tx: Db, now: Date): Promise<void> {
  await tx
    .deleteFrom('throttles')
    .where('started_at', '<', now.getTime() - THROTTLE_RETENTION)
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

import type { FastifyRequest } from 'fastify';
import type { Call } from '../../../core/call.ts';
import { type Limit, VISITORS_PER_NETWORK } from '../../../core/limits.ts';
import type { Database, Db, Unit } from '../database/types.ts';
import type { Now } from '../time/clock.ts';
import { lineOf, networksOf } from './network.ts';
import { type Count, forget, rateLimited, takeAll, takeHeld } from './throttle.ts';

/** The limits of one request of a call, in the database, so that all processes count together. */
export interface RequestLimits {
  /** Counts what is counted before the handler. @throws rate_limited */
  begin(): Promise<void>;
  /**
   * Runs a write that first counts the limits of its call; the counts remain after a refusal.
   * @throws rate_limited
   */
  write<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  /**
   * Counts against a limit that the handler names, in the `write` of the call, or in a write of its own if none is
   * open.
   * @param of.subject of a limit by subject
   * @throws rate_limited
   */
  count(limit: Limit, of: { subject?: string; tx?: Db }): Promise<void>;
  /** Resets a limit, as after a right password. */
  forget(tx: Db, limit: Limit, subject: string): Promise<void>;
  /** As `count`, for a limit that refuses nothing. @returns false past the limit */
  isWithin(tx: Db, limit: Limit, subject?: string): Promise<boolean>;
}

export interface Limits {
  of(call: Call, request: FastifyRequest): RequestLimits;
}

interface LimitsOptions {
  database: Database;
  /** Sessions of accounts, to find the account of a request. */
  accounts: { require(request: FastifyRequest): Promise<{ user: { id: string } }> };
  /** The visitor, and whether this server issued their session. */
  visitorOf: (request: FastifyRequest) => { id: string; hasSession: boolean };
  /** False where nothing is counted (RATE_LIMITS=off). */
  enabled: boolean;
  now: Now;
  /** Waits for some milliseconds. */
  pause(milliseconds: number): Promise<void>;
}

/** Maximum number of delayed tries of a process: each is an open request. */
const HELD_MAX = 1000;

/** Ends a write that keeps its counts; the request is refused afterwards. */
class Throttled extends Error {
  readonly wait: number;
  constructor(wait: number) {
    super('throttled');
    this.wait = wait;
  }
}

export function createLimits({ database, accounts, visitorOf, enabled, now, pause }: LimitsOptions): Limits {
  let held = 0;

  /** The counted subjects. The network comes first: it bounds the stored rows of one network. */
  async function countsOf(limit: Limit, request: FastifyRequest, subject?: string): Promise<Count[]> {
    const networks = networksOf(request.ip).map(({ name, share }) => ({ subject: `network ${name}`, share }));
    switch (limit.by) {
      case 'network':
        return networks.map(({ subject, share }) => ({ limit, subject, times: share }));
      case 'visitor': {
        // Clients without a session share the limit of one visitor in their network: a new or missing header gives
        // nobody more.
        const { id, hasSession } = visitorOf(request);
        return [
          ...networks.map(({ subject, share }) => ({ limit, subject, times: share * VISITORS_PER_NETWORK })),
          { limit, subject: hasSession ? id : `none ${networks[0]?.subject}` },
        ];
      }
      case 'account':
        return [{ limit, subject: (await accounts.require(request)).user.id }];
      case 'subject':
      case 'guesser':
        if (subject === undefined) throw new Error(`The subject of ${limit.counts} is not named.`);
        return [
          { limit, subject: limit.by === 'guesser' ? `${subject} from ${lineOf(request.ip)}` : subject },
        ];
    }
  }

  /** @throws rate_limited where too many wait already */
  async function hold(counts: readonly Count[]): Promise<void> {
    const waits = await database.write(({ tx }) =>
      Promise.all(counts.map((count) => takeHeld(tx, count, now()))),
    );
    const wait = Math.max(0, ...waits);
    if (wait === 0) return;
    if (held >= HELD_MAX) throw rateLimited(Math.ceil(wait / 1000));
    held++;
    try {
      await pause(wait);
    } finally {
      held--;
    }
  }

  async function takeIn(tx: Db, counts: readonly Count[]): Promise<void> {
    for (const count of counts) {
      const wait = await takeAll(tx, count, now());
      if (wait > 0) throw new Throttled(wait);
    }
  }

  async function write<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
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
  }

  return {
    of(call, request) {
      const limits = (enabled && call.limit) || [];
      const countsAt = async (when: Limit['when']) =>
        (
          await Promise.all(
            limits.filter((limit) => limit.when === when).map((limit) => countsOf(limit, request)),
          )
        ).flat();
      const named = (limit: Limit) => {
        if (!call.limit?.includes(limit)) throw new Error(`${limit.counts} is no limit of ${call.name}.`);
        return enabled;
      };
      return {
        async begin() {
          const counts = await countsAt('first');
          if (counts.length > 0) await write(({ tx }) => takeIn(tx, counts));
        },
        async write(work) {
          if (limits.length === 0) return database.write(work);
          const counts = await countsAt(undefined);
          return write(async (unit) => {
            await takeIn(unit.tx, counts);
            return work(unit);
          });
        },
        async count(limit, { subject, tx }) {
          if (!named(limit)) return;
          const counts = await countsOf(limit, request, subject);
          if (limit.past === 'held') await hold(counts);
          else if (tx) await takeIn(tx, counts);
          else await write((unit) => takeIn(unit.tx, counts));
        },
        async forget(tx, limit, subject) {
          for (const count of await countsOf(limit, request, subject)) await forget(tx, count);
        },
        async isWithin(tx, limit, subject) {
          if (!named(limit)) return true;
          const [count] = await countsOf(limit, request, subject);
          return count === undefined || (await takeAll(tx, count, now())) === 0;
        },
      };
    },
  };
}

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { problem, refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { lineOf } from '../limits/network.ts';
import { createRenderQueue } from '../limits/render-queue.ts';

/** OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane. */
export const OWASP = { memory: 19456, passes: 2, parallelism: 1, tagLength: 32 };
const SALT_LENGTH = 16;
/** Concurrent and queued hashes; further ones are refused as unavailable. One core stays free for reads. */
const AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));
const QUEUE = 32;
const PASSWORD_RETRY_AFTER = 2;

const derive = promisify(argon2);

/** Who waits for a hash. */
export interface HashTurn {
  /** The network that asked: networks take turns, so that a flood of one waits behind itself. */
  network: string;
  /**
   * Whether the device has logged in before: known devices have a queue of their own, which strangers cannot fill.
   */
  isKnown?: boolean;
}

/** The turn of whoever made a request. @param isKnown whether the device logged in before */
export const turnOf = ({ ip }: Pick<FastifyRequest, 'ip'>, isKnown = false): HashTurn => ({
  network: lineOf(ip),
  isKnown,
});

/** Outside of requests: the command line, the first start. */
export const OF_THE_SERVER: HashTurn = { network: 'server' };

const strangers = createRenderQueue({ atOnce: AT_ONCE, waiting: QUEUE, waitingOfOne: QUEUE }, () => 0);
const knownAccountQueue = createRenderQueue({ atOnce: 1, waiting: QUEUE, waitingOfOne: QUEUE }, () => 0);

/** Runs a hash when it is its turn. @throws unavailable where too many wait */
async function inTurn<T>({ network, isKnown = false }: HashTurn, hash: () => Promise<T>): Promise<T> {
  const leave = await (isKnown ? knownAccountQueue : strangers).acquire(network);
  if (!leave) {
    throw problem('unavailable', 'Too many log-ins at once; try again in a moment.', {
      retryAfter: PASSWORD_RETRY_AFTER,
    });
  }
  return hash().finally(leave);
}

/**
 * For tests alone: how many hashes were made, for what is counted before hashing, and what one costs,
 * because at the price that attackers pay the suite would do little else.
 */
export const hashing = { made: 0, cost: OWASP };

async function hashWith(
  password: string,
  salt: Buffer,
  parameters: typeof OWASP,
  turn: HashTurn,
): Promise<Buffer> {
  return inTurn(turn, async () => {
    hashing.made++;
    return derive('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...parameters });
  });
}

/** Stored in place of a hash for a person who has no password: no password matches it. */
export const NO_PASSWORD = '';

/** A password as it is stored, in the PHC string format. */
export async function hashPassword(password: string, turn: HashTurn): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const { memory, passes, parallelism } = hashing.cost;
  const tag = await hashWith(password, salt, hashing.cost, turn);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

export interface PasswordCheck {
  right: boolean;
  /** True where the stored hash has other parameters than today's and should be hashed again. */
  outdated: boolean;
}

/**
 * Compares a password with a stored hash. Without one (an unknown account) it does the same work and
 * says no, so that time does not tell which addresses have accounts.
 */
export async function checkPassword(
  password: string,
  stored: string | undefined,
  turn: HashTurn,
): Promise<PasswordCheck> {
  const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? '');
  if (!parsed) {
    await hashWith(password, Buffer.alloc(SALT_LENGTH), hashing.cost, turn);
    return { right: false, outdated: false };
  }
  const [memory, passes, parallelism] = parsed.slice(1, 4).map(Number) as [number, number, number];
  const tag = Buffer.from(parsed[5] ?? '', 'base64');
  const parameters = { memory, passes, parallelism, tagLength: tag.length };
  const made = await hashWith(password, Buffer.from(parsed[4] ?? '', 'base64'), parameters, turn);
  const { cost } = hashing;
  return {
    right: timingSafeEqual(made, tag),
    outdated: memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism,
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

let common: Promise<Set<string>> | undefined;

/** Loaded with the first new password. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'] as string[]);
}

/** @throws validation_failed where a password is among the common ones, or is the account's own name */
export async function refuseCommonPassword(
  password: string,
  field: string,
  ownNames: readonly string[] = [],
): Promise<void> {
  const folded = password.normalize('NFKC').toLowerCase();
  const repeated = /^(.{1,3})\1+$/.test(folded);
  common ??= loadCommon();
  if (!(await common).has(folded) && !repeated && !ownNames.some((name) => name.toLowerCase() === folded))
    return;
  throw refusedField(field, refusal('too_common'));
}

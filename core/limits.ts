import { DAY, HOUR, MINUTE } from './time.ts';

/** At most `max` within `window` milliseconds from the first. */
export interface Rule {
  max: number;
  window: number;
}

/**
 * For tries at a secret: `free` ones within `window` milliseconds, then each waits twice as long as
 * the one before it, from `firstWait` to `longestWait`. A right one begins anew.
 */
export interface Tries {
  free: number;
  window: number;
  firstWait: number;
  longestWait: number;
}

/** A rate limit, declared on each limited call. */
export interface Limit {
  /** What is counted. Calls with limits of one name share the count. */
  counts: string;
  /**
   * Whose count it is: the network's; a visitor's, and ten times as much for the network; that of who
   * is logged in; a subject's that only the handler can name, as a mailed address; or that of one
   * network with such a subject, a guesser's.
   */
  by: 'network' | 'visitor' | 'account' | 'subject' | 'guesser';
  /**
   * When it is counted: at the beginning of the call's write (absent); `first`, before the handler,
   * where its work is costly before anything is written; or where the handler says so, `named`.
   */
  when?: 'first' | 'named';
  rules: readonly Rule[] | Tries;
  /**
   * Past the limit the call is answered and nothing recorded; or what it writes waits for a moderator;
   * or it is held back for as long as a try waits, and goes on; absent: it is refused with 429.
   */
  past?: 'unrecorded' | 'held for approval' | 'held';
}

/** The limit of a network as a multiple of the limit of one visitor: an office shares one address. */
export const VISITORS_PER_NETWORK = 10;

/** Views and visits. Whoever is past it is answered all the same. */
export const COUNTING_LIMIT = {
  counts: 'counted',
  by: 'network',
  when: 'named',
  rules: [{ max: 600, window: MINUTE }],
  past: 'unrecorded',
} as const satisfies Limit;

/** Visitor sessions that are given out: whoever wants to count twice needs many. */
export const NEW_SESSIONS = {
  counts: 'sessions',
  by: 'network',
  when: 'named',
  rules: [{ max: 60, window: 10 * MINUTE }],
} as const satisfies Limit;

/** Likes, given and taken back. */
export const LIKES = {
  counts: 'likes',
  by: 'visitor',
  rules: [{ max: 60, window: MINUTE }],
} as const satisfies Limit;

const WRITE_RULES = [
  { max: 6, window: MINUTE },
  { max: 60, window: HOUR },
] as const;

/** Comments and replies. */
export const COMMENTS = { counts: 'comments', by: 'visitor', rules: WRITE_RULES } as const satisfies Limit;

/** Comments on one company, of all networks: past it they wait for a moderator. */
export const COMMENTS_ON = {
  counts: 'comments-on',
  by: 'subject',
  when: 'named',
  rules: [{ max: 200, window: HOUR }],
  past: 'held for approval',
} as const satisfies Limit;

/** Reports of comments. */
export const REPORTS = { counts: 'reports', by: 'visitor', rules: WRITE_RULES } as const satisfies Limit;

/** Tries at logging in and signing up, each of which hashes a password. */
export const TRIES = {
  counts: 'tries',
  by: 'network',
  when: 'first',
  rules: [{ max: 30, window: 5 * MINUTE }],
} as const satisfies Limit;

const PASSWORD_TRIES = {
  by: 'subject',
  when: 'named',
  rules: { free: 5, window: 15 * MINUTE, firstWait: MINUTE, longestWait: 15 * MINUTE },
} as const;

/**
 * Tries of one network at the password of an e-mail address, whether or not it has an account. A
 * stranger keeps nobody else out: what all networks try together only slows down (LOGIN_HOLDS).
 */
export const LOGIN_TRIES = { counts: 'login', ...PASSWORD_TRIES, by: 'guesser' } as const satisfies Limit;
/** Tries of who is logged in at the password of the account. */
export const PASSWORD_CHECKS = { counts: 'password', ...PASSWORD_TRIES } as const satisfies Limit;
/** The same two of administrators. */
export const ADMIN_LOGIN_TRIES = {
  counts: 'admin',
  ...PASSWORD_TRIES,
  by: 'guesser',
} as const satisfies Limit;
export const ADMIN_PASSWORD_CHECKS = { counts: 'admin-password', ...PASSWORD_TRIES } as const satisfies Limit;

const HELD = {
  by: 'subject',
  when: 'named',
  past: 'held',
  rules: { free: 10, window: 15 * MINUTE, firstWait: 250, longestWait: 4000 },
} as const;

/** Tries of all networks at one password: each is held back a little longer, and checked. */
export const LOGIN_HOLDS = { counts: 'login-hold', ...HELD } as const satisfies Limit;
export const ADMIN_LOGIN_HOLDS = { counts: 'admin-hold', ...HELD } as const satisfies Limit;

const TO_ONE_ADDRESS = {
  by: 'subject',
  when: 'named',
  rules: [
    { max: 1, window: MINUTE },
    { max: 5, window: HOUR },
  ],
} as const;
const OF_ONE_NETWORK = { by: 'network', rules: [{ max: 10, window: HOUR }] } as const;

/** Verification mails, of registrations and sent again, to one address and from one network. */
export const VERIFICATIONS_TO = { counts: 'verification', ...TO_ONE_ADDRESS } as const satisfies Limit;
export const VERIFICATIONS = { counts: 'verification', ...OF_ONE_NETWORK } as const satisfies Limit;
/** Mails with a link to set a new password, the same way. */
export const RESETS_TO = { counts: 'reset', ...TO_ONE_ADDRESS } as const satisfies Limit;
export const RESETS = { counts: 'reset', ...OF_ONE_NETWORK } as const satisfies Limit;

/** Mails that ask an address to confirm what it is to follow, the same way; and follows of accounts. */
export const FOLLOWS_TO = {
  counts: 'follows',
  by: 'subject',
  when: 'named',
  // The daily rule limits mails that strangers cause to an address that never answers.
  rules: [
    { max: 5, window: HOUR },
    { max: 15, window: DAY },
  ],
} as const satisfies Limit;
/** The same mails from one network, to whomever: fewer than follows of an account, which send none. */
export const CONFIRMATIONS = {
  counts: 'follow-confirmations',
  by: 'network',
  when: 'named',
  rules: [{ max: 20, window: HOUR }],
} as const satisfies Limit;
export const FOLLOWS = {
  counts: 'follows',
  by: 'network',
  rules: [{ max: 60, window: HOUR }],
} as const satisfies Limit;

/** Codes of a second factor, of who has given the right password or is logged in. */
export const ADMIN_CODES = { counts: 'admin-code', ...PASSWORD_TRIES } as const satisfies Limit;

/** Invitations of administrators to one address. */
export const INVITATIONS_TO = { counts: 'invitation', ...TO_ONE_ADDRESS } as const satisfies Limit;

/** Uses of mailed links, right or wrong. Nobody guesses one: this only bounds the work. */
export const LINKS = {
  counts: 'links',
  by: 'network',
  when: 'first',
  rules: [{ max: 300, window: MINUTE }],
} as const satisfies Limit;

/** What an account changes of itself. */
export const ACCOUNT_CHANGES = {
  counts: 'account',
  by: 'account',
  rules: [{ max: 60, window: MINUTE }],
} as const satisfies Limit;

/** Changes of an account's lists: a row that is moved by keys is a change each time. */
export const LIST_CHANGES = {
  counts: 'lists',
  by: 'account',
  rules: [
    { max: 120, window: MINUTE },
    { max: 1200, window: HOUR },
  ],
} as const satisfies Limit;

/** Picture uploads: each needs a process of its own. */
export const UPLOADS = {
  counts: 'uploads',
  by: 'network',
  when: 'first',
  rules: [
    { max: 30, window: MINUTE },
    { max: 300, window: HOUR },
  ],
} as const satisfies Limit;

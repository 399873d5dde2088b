import type { Kysely } from 'kysely';
import type { CacheTag } from './cache-tags.ts';
import type { Schema } from './schema.ts';

export type Dialect = 'sqlite' | 'postgres';

/** A connection to read from, or the transaction of a write: what stores take first. */
export type Db = Kysely<Schema>;

/** Rows that a statement carries at most: SQLite and PostgreSQL limit its parameters. */
export const ROWS_PER_STATEMENT = 500;

/** Writes the deferred increments of one key. @param by their sum */
export type ApplyIncrement = (tx: Db, by: number) => Promise<void>;

/** When cached responses that show a change become stale: at once, or at most once a second. */
interface Staleness {
  stale: 'now' | 'soon';
  /** What is stale where the change does not name its own tags. */
  tags: readonly CacheTag[];
}

/** Kinds of changes: when, and by which tags, cached responses become stale; null where none shows the change. */
export const CHANGES = {
  company: { stale: 'now', tags: ['everything'] },
  collection: { stale: 'now', tags: ['collections'] },
  /** An issue of the newsletter that is sent, or stopped on its way. */
  newsletter: { stale: 'now', tags: ['newsletters'] },
  /** A list that a reader shares. */
  list: { stale: 'now', tags: ['lists'] },
  comment: { stale: 'now', tags: ['everything'] },
  scores: { stale: 'now', tags: ['everything'] },
  statistics: { stale: 'now', tags: ['visits'] },
  settings: { stale: 'now', tags: ['everything'] },
  configuration: { stale: 'now', tags: ['everything', 'configuration'] },
  /** Likes, views, visits. */
  count: { stale: 'soon', tags: ['visits'] },
  moderation: null,
  trash: null,
  account: null,
  administrator: null,
  job: null,
  /** A draft is not public. */
  draft: null,
  /** A decision about what a model proposed: what is accepted is a change of the company. */
  proposal: null,
  /** An act without a change of data, as a test of a connection; for the audit log. */
  act: null,
} as const satisfies Record<string, Staleness | null>;
export type Changed = keyof typeof CHANGES;

/** A change, as the audit log tells it. */
export interface Change {
  changed: Changed;
  /** What was changed: an id, or a few words where it was many. */
  subject: string;
  before?: unknown;
  after?: unknown;
}

/** Tags of a change that no other cached response depends on. */
export interface Reach {
  tags?: readonly CacheTag[];
}

/**
 * One write: a transaction with its author and time. Stores report changes with `changed`; cache invalidation
 * and the audit log follow from these reports.
 */
export interface Unit {
  /** The only connection to use inside the write. */
  readonly tx: Db;
  /** It is one of many writes of a long work: what can be done afterwards is. */
  readonly isLongWork: boolean;
  /** Tells what was changed. Never a secret in `before` and `after`. */
  changed(changed: Changed, subject: string, values?: Pick<Change, 'before' | 'after'> & Reach): void;
  /**
   * Raises a counter just before the commit, once for all writes that share it.
   * @param key names the row
   */
  increment(key: string, by: number, apply: ApplyIncrement): void;
}

/** Who writes: a person by name, a machine by its model's name, or an import. */
export interface Actor {
  kind: 'person' | 'ai' | 'import';
  name: string;
}

/** A write of somebody, at a moment. */
export interface AuthoredUnit extends Unit {
  readonly actor: Actor;
  readonly now: Date;
}

export interface WriteOptions {
  /** For a long work of many writes: what it changes becomes stale at most once a second. */
  stale?: 'soon';
}

/** The number that every cached response carries: it grows with each change of the directory. */
export interface Revision {
  /** The revision: at most 250 ms behind the writes of other processes, never behind those of this process. */
  current(): Promise<number>;
  /** The revision without a query; undefined where it may have changed. */
  known(): number | undefined;
  /** Whether one of the tags was changed after a revision, as far as was looked at. */
  isChanged(tags: readonly CacheTag[], since: number): boolean;
}

export interface Database {
  readonly dialect: Dialect;
  /** For reads. On SQLite a connection of its own, which sees what is committed. */
  readonly read: Db;
  /** For reads whose time grows with the data: on SQLite in another thread, so that they block no other reads. */
  readonly scan: Db;
  /**
   * Runs a write as one transaction and returns after the commit. A write inside of a write would
   * wait for itself: what runs in one takes its unit.
   */
  write<T>(work: (unit: Unit) => Promise<T>, options?: WriteOptions): Promise<T>;
  readonly revision: Revision;
  /** Memoizes a value that is computed from the directory until one of the tags changes; by default, those of lists. */
  cached<T>(key: string, compute: () => Promise<T>, on?: readonly CacheTag[]): Promise<T>;
  /**
   * Cache of values by company, each kept until the company changes.
   * @param kind key of the kind of value
   * @param read reads missing values; an id without a value is read again the next time
   * @param on further tags that invalidate the values
   */
  cachedEach<T extends object>(
    kind: string,
    ids: readonly string[],
    read: (missing: string[]) => Promise<ReadonlyMap<string, T>>,
    on?: readonly CacheTag[],
  ): Promise<Map<string, T>>;
  /** The value that `cached` has under a key with the default tags; undefined without a current one. */
  kept<T>(key: string): T | undefined;
  close(): Promise<void>;
}

import { type LogEvent, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { createSearchTables } from '#engine/search';
import { type DeferredCounters, openPostgres, openSqlite } from '#engine/sql';
import { problem } from '../../../core/problem.ts';
import { createThread } from '../runtime/thread.ts';
import { type CacheTag, isGlobalTag } from './cache-tags.ts';
import { createRevision, REVISION } from './revision.ts';
import type { Schema } from './schema.ts';
import { INDEXED_DOCUMENTS } from './search-tables.ts';
import { CHANGES, type Database, type Db, type Dialect } from './types.ts';
import { type BeforeUpgrade, upgrade } from './upgrade.ts';

/** Default dependencies of computed values (`cached`). */
const OF_LISTS: readonly CacheTag[] = ['directory', 'likes'];
/** Maximum number of computed values with dependencies of their own. */
const OWN_VALUES = 500;
/** Maximum number of companies with values of `cachedEach`. */
const COMPANY_VALUES_MAX = 10_000;
/** Maximum number of queued writes of one process; further ones are refused as unavailable. */
const MOST_PENDING = 4000;
/** Maximum number of reads that wait for the read thread: at 20 a second, later clients have given up. */
const READS_WAITING_MAX = 1000;
/** Timeout of a statement of a request, in milliseconds: a frozen server reports no error. */
const STATEMENT_WITHIN = 10_000;

interface OpenOptions {
  patient?: boolean;
  lasting?: boolean;
  beforeUpgrade?: BeforeUpgrade | undefined;
  onStatement?: ((event: LogEvent, dialect: Dialect) => void) | undefined;
}

/**
 * Opens the database and brings its tables up to date. Safe when several processes start at once.
 * @param url `sqlite:FILE` or `postgres://...`
 * @param options.patient no statement is given up: for commands that nobody waits for
 * @param options.lasting false where what is written may be lost with the machine: no commit waits for the
 * disk then (on PostgreSQL its own settings say so). For tests.
 * @param options.beforeUpgrade called before tables with content are changed
 * @param options.onStatement called after each statement of a request or of the server's own work
 * @throws NewerDatabaseError where a newer version has changed its tables
 */
export async function openDatabase(
  url: string,
  { patient = false, lasting = true, beforeUpgrade, onStatement }: OpenOptions = {},
): Promise<Database> {
  const connection = url.startsWith('sqlite:')
    ? await openSqlite<Schema>(url.slice('sqlite:'.length), {
        onStatement,
        durable: lasting,
        async migrate(db) {
          await upgrade(db, 'sqlite', beforeUpgrade);
          await createSearchTables(db, INDEXED_DOCUMENTS);
        },
        startReadThread: () =>
          createThread(new URL('./scan-thread.ts', import.meta.url), { mostWaiting: READS_WAITING_MAX }),
      })
    : await openPostgres<Schema>(url, {
        onStatement,
        timeout: patient ? undefined : STATEMENT_WITHIN,
        async migrate(db) {
          await upgrade(db, 'postgres', beforeUpgrade);
          await createSearchTables(db, INDEXED_DOCUMENTS);
        },
      });

  let pending = 0;
  async function transact<T>(work: (tx: Db, counters: DeferredCounters<Schema>) => Promise<T>): Promise<T> {
    if (pending >= MOST_PENDING) {
      throw problem('unavailable', 'Too many writes at once; try again in a moment.', { retryAfter: 2 });
    }
    let own: DeferredCounters<Schema> | undefined;
    pending++;
    try {
      return await connection.write((tx, counters) => {
        own = counters;
        return work(tx, counters);
      });
    } finally {
      pending--;
      if (own?.has(REVISION)) revision.expire();
    }
  }
  const revision = createRevision(connection.read, (work) =>
    transact(async (_tx, counters) => work(counters)),
  );

  const write: Database['write'] = async (work, { stale } = {}) => {
    const later = new Set<CacheTag>();
    const isLongWork = stale === 'soon';
    const raiseSoon = (counters: DeferredCounters<Schema>, tags: readonly CacheTag[]) => {
      const deferred = revision.raiseSoon(counters, tags);
      for (const tag of deferred) later.add(tag);
    };
    try {
      return await transact((tx, counters) =>
        work({
          tx,
          isLongWork,
          changed(changed, _subject, { tags } = {}) {
            const change = CHANGES[changed];
            if (!change) return;
            if (change.stale === 'soon') raiseSoon(counters, tags ?? change.tags);
            // A long work changes thousands of companies: one tag for all replaces a tag for each.
            else if (isLongWork) raiseSoon(counters, tags?.every(isGlobalTag) ? tags : ['everything']);
            else revision.raise(counters, tags ?? change.tags);
          },
          increment: (key, by, apply) => counters.increment(key, by, apply),
        }),
      );
    } finally {
      revision.raiseLater(later);
    }
  };

  let values:
    | { revision: number; byKey: Map<string, Promise<unknown>>; settled: Map<string, unknown> }
    | undefined;
  /** Computed values with tags of their own. */
  const own = new LRUCache<string, { revision: number; value: Promise<unknown> }>({ max: OWN_VALUES });
  async function cached<T>(key: string, compute: () => Promise<T>, on?: readonly CacheTag[]): Promise<T> {
    const of = await revision.current();
    if (on) {
      const kept = own.get(key);
      if (kept && !revision.isChanged(on, kept.revision)) return kept.value as Promise<T>;
      const value = compute();
      own.set(key, { revision: of, value });
      value.catch(() => own.delete(key));
      return value;
    }
    if (!values || revision.isChanged(OF_LISTS, values.revision))
      values = { revision: of, byKey: new Map(), settled: new Map() };
    const { byKey, settled } = values;
    let value = byKey.get(key) as Promise<T> | undefined;
    if (!value) {
      value = compute();
      byKey.set(key, value);
      value.then(
        (computed) => settled.set(key, computed),
        () => byKey.delete(key),
      );
    }
    return value;
  }
  const kept: Database['kept'] = <T>(key: string) =>
    values && !revision.isChanged(OF_LISTS, values.revision)
      ? (values.settled.get(key) as T | undefined)
      : undefined;

  const each = new LRUCache<string, { revision: number; value: object }>({ max: COMPANY_VALUES_MAX });
  const cachedEach: Database['cachedEach'] = async <T extends object>(
    kind: string,
    ids: readonly string[],
    read: (missing: string[]) => Promise<ReadonlyMap<string, T>>,
    on: readonly CacheTag[] = [],
  ) => {
    const of = await revision.current();
    const found = new Map<string, T>();
    const missing: string[] = [];
    for (const id of ids) {
      const kept = each.get(`${kind} ${id}`);
      if (kept && !revision.isChanged([`company:${id}`, ...on], kept.revision))
        found.set(id, kept.value as T);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    for (const [id, value] of await read(missing)) {
      each.set(`${kind} ${id}`, { revision: of, value });
      found.set(id, value);
    }
    return found;
  };

  return {
    dialect: connection.dialect,
    read: connection.read,
    scan: connection.scan,
    write,
    revision,
    cached,
    cachedEach,
    kept,
    async close() {
      revision.close();
      await connection.close();
    },
  };
}

/** How long /readyz waits for the database, in milliseconds. */
const READY_WITHIN = 1500;

/** Whether the database answers soon, and takes writes: for /readyz. */
export async function databaseState(db: Database): Promise<'ready' | 'read-only' | 'away'> {
  const asked =
    db.dialect === 'sqlite'
      ? sql<{ read_only: string }>`select 'off' as read_only`.execute(db.read)
      : sql<{ read_only: string }>`select current_setting('transaction_read_only') as read_only`.execute(
          db.read,
        );
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, READY_WITHIN, undefined).unref();
  });
  const answer = await Promise.race([asked.catch(() => undefined), late]);
  if (!answer) return 'away';
  return answer.rows[0]?.read_only === 'on' ? 'read-only' : 'ready';
}

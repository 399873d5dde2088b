import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { adapterOf, type Queued, type SearchDb } from './adapter.ts';
import { Segment } from './segment.ts';
import {
  addDocuments,
  addPostings,
  addSegment,
  addWords,
  countOutdated,
  countSegments,
  dequeue,
  mergeSegments,
  readQueue,
} from './store.ts';
import { documentTokens, fuzzyVocabulary, type SearchDocument } from './tokens.ts';

/** A database with connections for reads and for long reads, and with transactions. */
export interface SearchDatabase<D extends SearchDb> {
  readonly read: D;
  readonly scan: D;
  write<T>(work: (unit: { readonly tx: D }) => Promise<T>): Promise<T>;
}

/** Documents of one segment: a larger one holds more memory while it is made. */
const SEGMENT_DOCUMENTS = 4000;
/** Documents that are read at once. */
const READ = 40;
/** Documents whose tokens are made before other work of the process has its turn: some milliseconds. */
const TURN = 4;

/** Queued documents up to which a search waits for them, and for how many milliseconds. */
const CATCH_UP_MAX = 500;
const CATCH_UP_WITHIN = 10_000;

export interface ReindexOptions<D extends SearchDb, Database extends SearchDatabase<D>> {
  languages: readonly string[];
  /** Documents by id; a deleted one is left out. */
  load(db: D, ids: readonly string[]): Promise<SearchDocument[]>;
  /** Runs the write after which searches find a batch: cached results of searches end with it. */
  publish(database: Database, work: (tx: D) => Promise<void>): Promise<void>;
}

/** Writes the tokens of queued documents in batches. Several processes may do so at once. */
export class Reindexer<D extends SearchDb, Database extends SearchDatabase<D>> {
  readonly #options: ReindexOptions<D, Database>;
  /** The batch that is being written, by database; callers share one batch. */
  readonly #running = new WeakMap<Database, Promise<number>>();
  /** How many segments the last merge left. */
  readonly #merged = new WeakMap<Database, number>();

  constructor(options: ReindexOptions<D, Database>) {
    this.#options = options;
  }

  /** Indexes a batch of queued documents. Returns how many there were; 0 if the queue is empty. */
  async indexBatch(database: Database): Promise<number> {
    // A batch that found nothing may have started before a document was queued.
    for (let other = this.#running.get(database); other; other = this.#running.get(database)) {
      const written = await other;
      if (written > 0) return written;
    }
    const own = readQueue(database.read, SEGMENT_DOCUMENTS)
      .then((queued) => this.#index(database, queued))
      .finally(() => this.#running.delete(database));
    this.#running.set(database, own);
    return own;
  }

  async indexAll(database: Database): Promise<void> {
    while ((await this.indexBatch(database)) > 0);
  }

  /**
   * Indexes queued documents if there are few, and returns after them or after a while. Does not fail if the
   * database takes no writes.
   * @param within milliseconds
   */
  async catchUp(database: Database, within = CATCH_UP_WITHIN): Promise<void> {
    if ((await countOutdated(database.read, CATCH_UP_MAX)) > CATCH_UP_MAX) return;
    await Promise.race([this.indexAll(database).catch(() => {}), delay(within, undefined, { ref: false })]);
  }

  async #index(database: Database, queued: readonly Queued[]): Promise<number> {
    if (queued.length === 0) return 0;
    const { languages, load, publish } = this.#options;
    const [id = 0, ...numbers] = await database.write(({ tx }) =>
      adapterOf(tx).takeNumbers(tx, queued.length + 1),
    );
    const segment = new Segment(languages);
    const words = new Set<string>();
    const documents: { id: string; number: number }[] = [];
    for (let from = 0; from < queued.length; from += READ) {
      const ids = queued.slice(from, from + READ).map((each) => each.id);
      for (const [i, document] of (await load(database.read, ids)).entries()) {
        const tokens = documentTokens(document);
        const number = numbers[documents.length] as number;
        segment.add(number, tokens);
        for (const word of fuzzyVocabulary(tokens, document)) words.add(word);
        documents.push({ id: document.id, number });
        if (i % TURN === TURN - 1) await turn();
      }
    }
    await database.write(({ tx }) => addSegment(tx, id, numbers.at(-1) ?? id));
    for (const part of segment.parts()) {
      await database.write(({ tx }) => addPostings(tx, id, part));
      await turn();
    }
    await publish(database, async (tx) => {
      const taken = await dequeue(tx, queued);
      await addWords(tx, [...words]);
      await addDocuments(
        tx,
        id,
        documents.filter((document) => taken.has(document.id)),
      );
    });
    return queued.length;
  }

  /** Merges small segments, if their number has changed since the last time. */
  async merge(database: Database): Promise<void> {
    if (this.#merged.get(database) === (await countSegments(database.read))) return;
    const left = await database.write(({ tx }) => mergeSegments(tx, SEGMENT_DOCUMENTS));
    if (left !== undefined) this.#merged.set(database, left);
  }
}

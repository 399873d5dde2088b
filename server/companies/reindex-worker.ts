import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import {
  addDocuments,
  addSearchWords,
  addSegment,
  countMissing,
  countSegments,
  dequeueReindexed,
  readReindexQueue,
  Segment,
  takeNumbers,
  tidySegments,
  type Waiting,
  writePostings,
} from '../database/search-index.ts';
import type { Database } from '../database/types.ts';
import { indexedOf } from '../search/documents.ts';
import { toSearchDocument } from './listing.ts';

/** Companies of one segment: as many as are found together soon, and held in memory meanwhile. */
const BATCH = 4000;
/** Companies that are read at once, and cut into tokens before somebody else has a turn. */
const READ = 40;
const TURN = 4;

/** Companies up to which a search or a start waits until they are found, too, and how long a search does, in milliseconds. */
const CATCH_UP_MAX = 500;
const CATCH_UP_WITHIN = 10_000;

/** The batch that is being written, by database; callers share one batch. */
const running = new WeakMap<Database, Promise<number>>();

/**
 * Writes what is found of companies that wait for it: those of a long work. It takes its time in small
 * pieces, so that everybody else is answered between; two processes that do it at once do no harm.
 * @returns how many there were, 0 where none is left
 */
export async function indexWaiting(database: Database): Promise<number> {
  // A batch that found nothing may have started before the company was enqueued.
  for (let other = running.get(database); other; other = running.get(database)) {
    const written = await other;
    if (written > 0) return written;
  }
  const own = indexBatch(database).finally(() => running.delete(database));
  running.set(database, own);
  return own;
}

async function indexBatch(database: Database): Promise<number> {
  const waiting = await readReindexQueue(database.read, BATCH);
  if (waiting.length > 0) await indexCompanies(database, waiting);
  return waiting.length;
}

/**
 * Waits until what an import, a start or a restore has left to the index is found, where that is soon: not for
 * thousands of companies, and not for a database that takes no writes.
 * @param within milliseconds
 */
export async function catchUp(database: Database, within = CATCH_UP_WITHIN): Promise<void> {
  if ((await countMissing(database.read, CATCH_UP_MAX)) > CATCH_UP_MAX) return;
  const all = async () => {
    while ((await indexWaiting(database)) > 0);
  };
  await Promise.race([all().catch(() => {}), delay(within, undefined, { ref: false })]);
}

async function indexCompanies(database: Database, waiting: readonly Waiting[]): Promise<void> {
  const [id = 0, ...numbers] = await database.write(({ tx }) => takeNumbers(tx, waiting.length + 1));
  const segment = new Segment();
  const words = new Set<string>();
  const documents: { companyId: string; number: number }[] = [];
  for (let from = 0; from < waiting.length; from += READ) {
    const ids = waiting.slice(from, from + READ).map(({ companyId }) => companyId);
    const [companies, texts] = await Promise.all([
      database.read.selectFrom('companies').selectAll().where('id', 'in', ids).execute(),
      database.read.selectFrom('company_texts').selectAll().where('company_id', 'in', ids).execute(),
    ]);
    const textsOf = Map.groupBy(texts, (text) => text.company_id);
    for (const [i, company] of companies.entries()) {
      const indexed = indexedOf(toSearchDocument(company, textsOf.get(company.id) ?? []));
      const number = numbers[documents.length] as number;
      segment.add(number, indexed.tokens);
      for (const word of indexed.words) words.add(word);
      documents.push({ companyId: company.id, number });
      if (i % TURN === TURN - 1) await turn();
    }
  }
  await database.write(({ tx }) => addSegment(tx, id, numbers.at(-1) ?? id));
  for (const part of segment.parts()) {
    await database.write(({ tx }) => writePostings(tx, id, part));
    await turn();
  }
  await database.write(
    async (unit) => {
      const { tx } = unit;
      const taken = await dequeueReindexed(tx, waiting);
      await addSearchWords(tx, [...words]);
      await addDocuments(
        tx,
        id,
        documents.filter(({ companyId }) => taken.has(companyId)),
      );
      // Lists alone show what is found: this comes again whenever edits have left many small segments.
      unit.changed('company', 'search', { tags: ['directory'] });
    },
    { stale: 'soon' },
  );
}

/** How many segments there were when they were looked at last. */
const tidied = new WeakMap<Database, number>();

/** Keeps the index in few segments, where there are more or fewer of them than there were. */
export async function tidyIndex(database: Database): Promise<void> {
  if (tidied.get(database) === (await countSegments(database.read))) return;
  const left = await database.write(({ tx }) => tidySegments(tx, BATCH));
  if (left !== undefined) tidied.set(database, left);
}

import { type RawBuilder, sql } from 'kysely';
import { adapterOf, type Compile, type SearchDb, type SearchDocumentTable } from './adapter.ts';
import { toRanking } from './ranking.ts';
import { Reindexer, type ReindexOptions, type SearchDatabase } from './reindex.ts';
import { Search, type SearchOptions, type SearchRequest, type SearchResults } from './search.ts';
import type { Bits } from './sets.ts';
import {
  addWords,
  clear,
  countQueued,
  countSegments,
  createReads,
  enqueue,
  isIndexEmpty,
  mergeSegments,
  readOrdered,
  writeDocument,
} from './store.ts';
import { documentTokens, fuzzyVocabulary, type SearchDocument } from './tokens.ts';
import { toSimplified } from './traditional.ts';
import { Vocabularies } from './vocabulary.ts';

export interface SearchIndexOptions<D extends SearchDb, Database extends SearchDatabase<D>>
  extends ReindexOptions<D, Database>,
    SearchOptions<D, Database> {
  documents: SearchDocumentTable;
  compile: Compile<D>;
}

/** Creates the index of one kind of documents. It serves any number of databases, which each call names. */
export function createSearchIndex<D extends SearchDb, Database extends SearchDatabase<D>>(
  options: SearchIndexOptions<D, Database>,
) {
  const { documents, languages } = options;
  const reads = createReads(options.compile);
  const vocabularies = new Vocabularies<Database>();
  const reindexer = new Reindexer<D, Database>(options);
  const parts = { ...options, reads, vocabularies };

  async function search(database: Database, db: D, request: SearchRequest): Promise<SearchResults> {
    const results = await new Search(parts, database, db, request).run();
    if (!results.isIncomplete) return results;
    await reindexer.catchUp(database);
    return new Search(parts, database, db, request).run();
  }

  return {
    /** Indexes a document in the transaction of its change. */
    async index(tx: D, document: SearchDocument): Promise<void> {
      const tokens = documentTokens(document);
      await writeDocument(tx, document.id, tokens, languages);
      await addWords(tx, fuzzyVocabulary(tokens, document));
    },

    /** Queues at most 1,000 documents, which `indexQueued` indexes. */
    enqueue,
    countQueued,
    /** Indexes a batch of queued documents. Returns how many there were; 0 if the queue is empty. */
    indexQueued: (database: Database) => reindexer.indexBatch(database),
    indexAllQueued: (database: Database) => reindexer.indexAll(database),
    /** Waits until queued documents are indexed, if that is soon. @param within milliseconds */
    catchUp: (database: Database, within?: number) => reindexer.catchUp(database, within),

    countSegments,
    mergeSegments,
    /** Merges small segments where there are many of them. */
    merge: (database: Database) => reindexer.merge(database),

    clear,
    isEmpty: isIndexEmpty,

    /**
     * Searches. If few documents are queued, waits for them. Traditional Chinese characters that find nothing are
     * searched in simplified ones too.
     * @param db the connection to read from: `scan` for many documents
     */
    async search(database: Database, db: D, request: SearchRequest): Promise<SearchResults> {
      const results = await search(database, db, request);
      const q = results.usedFuzzyMatch ? toSimplified(request.q) : request.q;
      if (q === request.q) return results;
      const inSimplified = await search(database, db, { ...request, q });
      return results.total === 0 || !inSimplified.usedFuzzyMatch ? inSimplified : results;
    },

    /** The query with corrected words, spelt as in the name of the best result; null if it needs no correction. */
    suggest: (database: Database, results: SearchResults, bestName: string) =>
      vocabularies.suggest(database, results.words, results, bestName),

    /** Loads the ranking and the vocabulary, for which a first search would wait. */
    async prepare(database: Database, db: D): Promise<void> {
      await options.ranking.load(database, db, { includeHidden: false });
      await vocabularies.corrections(database, []);
    },

    /** Reads a ranking: documents that fulfil a condition, in an order, both in columns of the document table. */
    readRanking: async (db: D, condition: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
      toRanking(await readOrdered(db, documents, condition, order)),

    /** Document numbers by id; a queued new document has no number. */
    readNumbers: reads.readNumbers,

    /** SQL: the number of the document whose id is in a column; null if it is not indexed. */
    numberOf: (id: string): RawBuilder<number | null> =>
      sql`(select number from search_documents where document_id = ${sql.ref(id)})`,
    /** SQL: the document whose id is in a column belongs to a set. */
    isIn: (db: D, set: Bits, id: string): RawBuilder<boolean> => adapterOf(db).isIn(set, sql.ref(id)),
    /** SQL: the document whose id is in a column is queued. */
    isQueued: (id: string): RawBuilder<boolean> =>
      sql<boolean>`${sql.ref(id)} in (select document_id from search_queue)`,
  };
}

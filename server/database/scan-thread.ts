// A reading connection to SQLite in a thread of its own: see scan.ts.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { answerQuestions } from '../operations/thread.ts';
import { openFile } from './node-sqlite.ts';
import type { Scan } from './scan.ts';

let opened: Promise<DatabaseSync> | undefined;
/** Statements of the open file by their text. */
const prepared = new LRUCache<string, StatementSync>({ max: 100 });

answerQuestions(async ({ file, query }: Scan) => {
  if (!query) {
    prepared.clear();
    (await opened)?.close();
    opened = undefined;
    return [];
  }
  opened ??= openFile(file, true);
  const sqlite = await opened.catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  let statement = prepared.get(query.sql);
  if (!statement) {
    statement = sqlite.prepare(query.sql);
    prepared.set(query.sql, statement);
  }
  return statement.all(...(query.parameters as SQLInputValue[]));
});

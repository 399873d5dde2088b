// A reading connection to SQLite in a thread of its own: see scan.ts.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { answerQuestions } from '../operations/thread.ts';
import { openFile } from './node-sqlite.ts';
import type { Scan } from './scan.ts';

let opened: Promise<DatabaseSync> | undefined;

answerQuestions(async ({ file, query }: Scan) => {
  if (!query) {
    (await opened)?.close();
    opened = undefined;
    return [];
  }
  opened ??= openFile(file, true);
  const sqlite = await opened.catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return sqlite.prepare(query.sql).all(...(query.parameters as SQLInputValue[]));
});

// A reading connection to SQLite in a thread of its own: see scan.ts.
import type { SQLInputValue } from 'node:sqlite';
import { answerQuestions, threadData } from '../operations/thread.ts';
import { openFile } from './node-sqlite.ts';
import type { Scan } from './scan.ts';

const sqlite = await openFile(threadData<string>(), true);

answerQuestions(({ sql, parameters }: Scan) => sqlite.prepare(sql).all(...(parameters as SQLInputValue[])));

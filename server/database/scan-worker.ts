// A reading connection to SQLite in a thread of its own: see scan.ts.
import type { SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openFile } from './node-sqlite.ts';
import type { ScanAnswer, ScanRequest } from './scan.ts';

const port = parentPort;
if (!port) throw new Error('This module is a thread of the database.');

const sqlite = await openFile(workerData as string, true);

port.on('message', ({ id, sql, parameters }: ScanRequest) => {
  let answer: ScanAnswer;
  try {
    answer = { id, rows: sqlite.prepare(sql).all(...(parameters as SQLInputValue[])) };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    answer = { id, failure: { message, code, errcode } };
  }
  port.postMessage(answer);
});

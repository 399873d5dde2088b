export { compiled, compiledInsert, PIPELINED } from './compiled.ts';
export { type Connection, openPostgres, openSqlite, openSqliteKysely } from './connection.ts';
export type { DeferredCounters } from './deferred-counters.ts';
export { STATEMENT_TIMEOUT } from './postgres-pool.ts';
export { createReader } from './read-thread.ts';

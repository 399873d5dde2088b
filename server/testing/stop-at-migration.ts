// Preloaded into a process (`node --import`) that a test kills: it stops for good once the migration named by
// STOP_AT_MIGRATION has done its work and is about to be recorded, and says so.

import { writeSync } from 'node:fs';
import { StatementSync } from 'node:sqlite';
import { Client } from 'pg';

const AT = process.env['STOP_AT_MIGRATION'] ?? '';

function stopAt(statement: string, values: readonly unknown[]): void {
  if (!/insert into (?:"?public"?\.)?"?kysely_migration"/.test(statement) || !values.includes(AT)) return;
  writeSync(1, 'stopped\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const { run } = StatementSync.prototype;
StatementSync.prototype.run = function (this: StatementSync, ...values: never[]) {
  stopAt(this.sourceSQL, values);
  return run.apply(this, values as never);
} as typeof run;

const { query } = Client.prototype;
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  const [text, values] = args as [string, unknown[] | undefined];
  if (typeof text === 'string' && Array.isArray(values)) stopAt(text, values);
  return query.apply(this, args as never);
} as typeof query;

// The server without pages, as a separate process for tests that kill the process.

import { readEnv } from '../env.ts';
import { rebuildListings } from '../features/companies/read-model.ts';
import { backUpBeforeUpgrade } from '../platform/backup/before-upgrade.ts';
import { openDatabase } from '../platform/database/open.ts';
import { loadTelemetry } from '../platform/telemetry/load-telemetry.ts';
import { serve } from '../serve.ts';

const env = readEnv(process.env);
const telemetry = await loadTelemetry(env);
const database = await openDatabase(env.DATABASE_URL, {
  beforeUpgrade: backUpBeforeUpgrade(env),
  onStatement: telemetry?.onStatement,
});
await rebuildListings(database);
await serve(env, database, 'none');

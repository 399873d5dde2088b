// The server without its pages and with its first administrator, as a process of its own.
import { makeFirstAdmin } from '../admins/first-admin.ts';
import { rebuildListings } from '../companies/read-model.ts';
import { openDatabase } from '../database/open.ts';
import { readEnv } from '../env.ts';
import { serve } from '../runtime/serve.ts';

const env = readEnv(process.env);
const database = await openDatabase(env.DATABASE_URL);
await rebuildListings(database);
await makeFirstAdmin(database, env, new Date());
await serve(env, database, 'none');

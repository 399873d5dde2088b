// The server without pages in a process of its own, for tests that kill it.
import { rebuildListings } from '../companies/read-model.ts';
import { openDatabase } from '../database/open.ts';
import { readEnv } from '../env.ts';
import { serve } from '../runtime/serve.ts';

const env = readEnv(process.env);
const database = await openDatabase(env.DATABASE_URL);
await rebuildListings(database);
await serve(env, database, 'none');

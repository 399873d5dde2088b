// The server without pages, with its first administrator, as a separate process.

import { readEnv } from '../env.ts';
import { makeFirstAdmin } from '../features/admins/first-admin.ts';
import { rebuildListings } from '../features/companies/read-model.ts';
import { openDatabase } from '../platform/database/open.ts';
import { serve } from '../serve.ts';

const env = readEnv(process.env);
const database = await openDatabase(env.DATABASE_URL);
await rebuildListings(database);
await makeFirstAdmin(database, env, new Date());
await serve(env, database, 'none');

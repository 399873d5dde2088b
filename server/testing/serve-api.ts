// The server without its pages, as a process of its own: for tests that kill it.
import { openDatabase } from '../database/open.ts';
import { readEnv } from '../env.ts';
import { serve } from '../operations/serve.ts';

const env = readEnv(process.env);
await serve(env, await openDatabase(env.DATABASE_URL), 'none');

// The server without its pages, as a process of its own: for tests that kill it.
import { readEnv } from '../env.ts';
import { serve } from '../serve.ts';

await serve(readEnv(process.env), 'none');

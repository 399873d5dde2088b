import { buildApp } from './app.ts';
import { loadContentOnFirstStart } from './companies/shipped-content.ts';
import { openDatabase } from './database/open.ts';
import { EnvError, readEnv } from './env.ts';
import { makeFirstAdmin } from './session/first-admin.ts';

/** A stop is over after this long, whatever still runs, in milliseconds. */
const STOP_WITHIN = 12_000;

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

let env: ReturnType<typeof readEnv>;
try {
  env = readEnv(process.env);
} catch (error) {
  if (error instanceof EnvError) fail(error.message);
  throw error;
}

const database = await openDatabase(env.DATABASE_URL).catch((error: Error) =>
  fail(`The database ${env.DATABASE_URL.replace(/\/\/[^@]*@/, '//')} cannot be opened: ${error.message}.`),
);
const development = process.argv.includes('--development');
const { app, stopping } = await buildApp({ env, database, pages: development ? 'development' : 'built' });

const loaded = await loadContentOnFirstStart(database, new Date()).catch((error: Error) =>
  fail(`The shipped directory cannot be loaded: ${error.message}.`),
);
if (loaded) app.log.info(loaded, 'loaded the shipped directory');

const firstAdmin = await makeFirstAdmin(database, env, new Date());

await app
  .listen({ port: env.PORT, host: env.HOST })
  .catch((error: Error) => fail(`Cannot listen on ${env.HOST}:${env.PORT}: ${error.message}.`));
console.log(`\n${env.SITE_NAME} is at ${env.SITE_URL}\nThe admin console is at ${env.SITE_URL}/admin`);
if (firstAdmin) {
  const password = firstAdmin.password
    ? `password ${firstAdmin.password} (shown only now)`
    : 'ADMIN_PASSWORD';
  console.log(`Log in there as ${firstAdmin.username} with ${password}`);
}
console.log('');

let stopped = false;
async function stop(signal: string): Promise<void> {
  if (stopped) return;
  stopped = true;
  app.log.info({ signal }, 'stopping');
  stopping();
  const deadline = setTimeout(() => {
    app.server.closeAllConnections();
    process.exit(1);
  }, STOP_WITHIN);
  deadline.unref();
  await app.close();
  await database.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

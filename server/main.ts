import './node-env.ts';
import cluster from 'node:cluster';
import { Problem } from '../core/problem.ts';
import { MINUTE } from '../core/time.ts';
import { VERSION } from '../core/version.ts';
import { type Env, EnvError, readEnv, withoutPassword } from './env.ts';
import { withEnvFile } from './env-sources.ts';
import { type FirstAdmin, makeFirstAdmin } from './features/admins/first-admin.ts';
import { loadCollections, readShippedCollections } from './features/collections/shipped-collections.ts';
import { rebuildListings } from './features/companies/read-model.ts';
import { loadContentOnFirstStart } from './features/companies/shipped-content.ts';
import { companyIndex } from './features/company-index/company-index.ts';
import { followDirectory } from './features/directory/directory.ts';
import { backUpBeforeUpgrade, wayBackFrom } from './platform/backup/before-upgrade.ts';
import { openDatabase } from './platform/database/open.ts';
import type { Database } from './platform/database/types.ts';
import { NewerDatabaseError } from './platform/database/upgrade.ts';
import { runWorkers } from './platform/runtime/workers.ts';
import { loadTelemetry } from './platform/telemetry/load-telemetry.ts';
import { followSecret } from './secret-change.ts';
import { requireFreePort, serve } from './serve.ts';

/** How long a start waits for the search to know a small directory, in milliseconds: on a busy machine it is slow. */
const INDEX_WITHIN = MINUTE;

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function settings(): Env {
  try {
    return readEnv(withEnvFile(process.env));
  } catch (error) {
    if (error instanceof EnvError) fail(error.message);
    throw error;
  }
}

/** What brings the state of before an upgrade back; empty where this start upgraded nothing. */
let wayBack = '';

/** Opens the database, with the tables of this version. */
async function openDatabaseAtStart(env: Env): Promise<Database> {
  const telemetry = await loadTelemetry(env);
  const beforeUpgrade = backUpBeforeUpgrade(env, {
    onBackup(file) {
      console.log(`Upgrading the database to version ${VERSION}. What it was before is in ${file}.`);
      wayBack = ` The state of before the upgrade is in ${file}: with the version of then, npm run cli -- restore ${file}`;
    },
  });
  return openDatabase(env.DATABASE_URL, { beforeUpgrade, onStatement: telemetry?.onStatement }).catch(
    (error: Error) => {
      const way =
        error instanceof NewerDatabaseError
          ? wayBackFrom(error, env.VAR_DIR)
          : wayBack && ` Nothing in it was changed.${wayBack}`;
      fail(`The database ${withoutPassword(env.DATABASE_URL)} cannot be opened: ${error.message}.${way}`);
    },
  );
}

/** What is done once, before anybody is served: the shipped directory, the first administrator. */
async function prepareDatabase(env: Env, database: Database): Promise<FirstAdmin | undefined> {
  await followDirectory(database).refresh();
  const rebuilt = await rebuildListings(database).catch((error: Error) =>
    fail(`The lists cannot be rebuilt: ${error.message}.${wayBack}`),
  );
  if (rebuilt > 0) console.log(`Rebuilt the lists of ${rebuilt} companies.`);
  const secret = await followSecret(database, env, new Date()).catch((error: Error) =>
    fail(`What is encrypted cannot be looked at: ${error.message}.`),
  );
  if (secret) console.warn(secret);
  const loaded = await loadContentOnFirstStart(database, new Date(), env.CONTENT).catch((error: Error) =>
    fail(`The shipped directory cannot be loaded: ${error.message}.`),
  );
  if (loaded) {
    await loadCollections(database, await readShippedCollections(), new Date());
    console.log(`Loaded the shipped directory: ${loaded.added} companies.`);
  }
  // The first search answers as every later one; where it cannot now, the index follows while the server works.
  await companyIndex.catchUp(database, INDEX_WITHIN).catch(() => {});
  return makeFirstAdmin(database, env, new Date()).catch((error: Error) => {
    if (error instanceof Problem) fail('The setting ADMIN_PASSWORD is a password that is too common.');
    throw error;
  });
}

function announce(env: Env, firstAdmin: FirstAdmin | undefined): void {
  console.log(
    `\nVersion ${VERSION}. ${env.SITE_NAME} is at ${env.SITE_URL}\nThe admin console is at ${env.SITE_URL}/admin`,
  );
  if (firstAdmin) {
    const password = firstAdmin.password
      ? `password ${firstAdmin.password} (shown only now)`
      : 'ADMIN_PASSWORD';
    console.log(`Log in there as ${firstAdmin.username} with ${password}`);
  }
  if (!env.RATE_LIMITS) console.log('RATE_LIMITS is off: nothing limits requests. For load tests only.');
  console.log('');
}

if (process.argv.includes('--version')) {
  console.log(VERSION);
  process.exit(0);
}
// Created files are readable by the operator's user account only.
process.umask(0o077);
const env = settings();
// Before anything is written: a new version that cannot listen must not bring the data of the running one forward.
if (cluster.isPrimary) await requireFreePort(env).catch((error: Error) => fail(error.message));
const database = await openDatabaseAtStart(env);
if (cluster.isWorker) {
  await serve(env, database);
} else {
  const firstAdmin = await prepareDatabase(env, database);
  if (env.WEB_CONCURRENCY > 1) {
    await database.close();
    await runWorkers(env.WEB_CONCURRENCY);
  } else {
    await serve(env, database, process.argv.includes('--development') ? 'development' : 'built');
  }
  announce(env, firstAdmin);
}

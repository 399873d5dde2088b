import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openPostgres, openSqliteKysely } from '#engine/sql';
import { type Env, EnvError, envSchema, readEnv, SECRETS, withoutPassword } from './env.ts';
import { ENV_FILE, withEnvFile } from './env-sources.ts';
import { LOW_DISK } from './features/failures/disks.ts';
import { freeBytes } from './platform/backup/work-folder.ts';
import type { Schema } from './platform/database/schema.ts';
import type { Db, Dialect } from './platform/database/types.ts';
import { planUpgrade } from './platform/database/upgrade.ts';
import { createTransport } from './platform/mail/transport.ts';

export interface Finding {
  severity: 'error' | 'warning';
  message: string;
}

export interface CheckReport {
  /** Lines of name, value and source; secrets without their value. */
  settings: string[];
  findings: Finding[];
}

/**
 * Looks at the settings as a start would, and at what they lead to: database, mail server, folders. The check creates
 * VAR_DIR and the generated secret where they are missing, and changes nothing else.
 * @param environment variables of the process, without those of `.env`
 */
export async function checkSettings(
  environment: Record<string, string | undefined>,
  folder = process.cwd(),
): Promise<CheckReport> {
  const variables = withEnvFile(environment, folder);
  const settings = listSettings(variables, environment);
  let env: Env;
  try {
    env = readEnv(variables);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return { settings, findings: error.sentences.map((message) => ({ severity: 'error', message })) };
  }
  const findings: Finding[] = [];
  const found = (severity: Finding['severity'], message: string) => findings.push({ severity, message });
  const warnIf = (isRisky: boolean, message: string) => isRisky && found('warning', message);

  const { protocol, hostname } = new URL(env.SITE_URL);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  warnIf(isLocal, 'SITE_URL is this machine: links in mails and the sitemap lead nowhere for others.');
  warnIf(
    !isLocal && protocol === 'http:',
    'SITE_URL is http: passwords and sessions can be read on the way.',
  );
  warnIf(
    protocol === 'https:' && !env.TRUST_PROXY,
    'TRUST_PROXY is not set: behind the proxy that ends HTTPS all clients count as one.',
  );
  warnIf(env.TRUST_PROXY === 'true', 'TRUST_PROXY is true: anybody can write any address.');
  warnIf(!env.RATE_LIMITS, 'RATE_LIMITS is off: nothing limits requests.');
  warnIf(
    env.DATABASE_URL.startsWith('postgres') && !variables['APP_SECRET'] && !variables['APP_SECRET_FILE'],
    'APP_SECRET is not set: each machine on this database would make a secret of its own.',
  );
  const file = join(folder, ENV_FILE);
  warnIf(
    existsSync(file) && (statSync(file).mode & 0o077) !== 0,
    `${file} can be read by other users: chmod 600 ${file}`,
  );
  warnIf(freeBytes(env.VAR_DIR) < LOW_DISK, `The disk of VAR_DIR (${env.VAR_DIR}) has less than 1 GiB left.`);

  await checkBackups(env, found);
  await checkDatabase(env).then(
    (message) => message && found('warning', message),
    (error: Error) =>
      found('error', `The database ${withoutPassword(env.DATABASE_URL)} cannot be used: ${error.message}.`),
  );
  if (env.SMTP_URL === undefined)
    found('warning', `SMTP_URL is not set: mails are kept under ${join(env.VAR_DIR, 'mail')}.`);
  else
    await verifyMailServer(env).catch((error: Error) =>
      found('error', `The mail server of SMTP_URL cannot be used: ${error.message}.`),
    );
  return { settings, findings };
}

function listSettings(
  variables: Record<string, string | undefined>,
  environment: Record<string, string | undefined>,
): string[] {
  const secrets: readonly string[] = SECRETS;
  const names = Object.keys(envSchema.shape).flatMap((name) =>
    secrets.includes(name) ? [name, `${name}_FILE`] : [name],
  );
  return names
    .filter((name) => variables[name])
    .map((name) => {
      const value = secrets.includes(name) ? '(secret)' : variables[name];
      return `${name.padEnd(24)} ${value}  (${environment[name] ? 'environment' : ENV_FILE})`;
    });
}

type AddFinding = (severity: Finding['severity'], message: string) => void;

async function checkBackups(env: Env, found: AddFinding): Promise<void> {
  const { BACKUP_DIR, BACKUP_S3 } = env;
  if (BACKUP_DIR === undefined && BACKUP_S3 === undefined)
    found('warning', 'Neither BACKUP_DIR nor BACKUP_S3 is set: no backups are made.');
  if (BACKUP_DIR !== undefined) checkBackupFolder(BACKUP_DIR, env.VAR_DIR, found, BACKUP_S3 !== undefined);
  if (BACKUP_S3 === undefined) return;
  if (env.BACKUP_KEY === undefined)
    found('warning', `BACKUP_KEY is not set: whoever runs ${BACKUP_S3} can read all data in the backups.`);
  const { openObjectStorage } = await import('./platform/backup/object-storage.ts');
  await openObjectStorage(env)
    .list()
    .catch((error: Error) => found('error', error.message));
}

function checkBackupFolder(folder: string, varDir: string, found: AddFinding, isStoredToo: boolean): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    found('error', `BACKUP_DIR (${folder}) cannot be written: ${(error as Error).message}.`);
    return;
  }
  if (!isStoredToo && statSync(folder).dev === statSync(varDir).dev)
    found('warning', `BACKUP_DIR (${folder}) is on the disk of VAR_DIR: if it is lost, both are.`);
}

/** What the next start would do with the database; undefined where it is up to date or new. @throws Error where it cannot be used */
async function checkDatabase({ DATABASE_URL }: Env): Promise<string | undefined> {
  const plan = async (db: Db, dialect: Dialect) => {
    await sql`select 1`.execute(db);
    const pending = await planUpgrade(db, dialect);
    return pending > 0 ? `The next start upgrades the database, by ${pending} migrations.` : undefined;
  };
  if (DATABASE_URL.startsWith('sqlite:')) {
    const file = DATABASE_URL.slice('sqlite:'.length);
    if (!existsSync(file)) return undefined;
    const db = await openSqliteKysely<Schema>(file);
    return plan(db, 'sqlite').finally(() => db.destroy());
  }
  const { read, close } = await openPostgres<Schema>(DATABASE_URL, { timeout: undefined });
  return plan(read, 'postgres').finally(close);
}

async function verifyMailServer(env: Env): Promise<void> {
  const transport = createTransport({
    smtpUrl: env.SMTP_URL,
    from: env.MAIL_FROM,
    siteName: env.SITE_NAME,
    varDir: env.VAR_DIR,
    siteUrl: env.SITE_URL,
    readPicture: async () => undefined,
    log: { info: () => {} },
  });
  await transport.verify().finally(() => transport.close());
}

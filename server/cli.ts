import { createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { extname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { DEFAULT_LANGUAGE } from '../core/languages.ts';
import type { SecurityEventName, SecurityOutcome } from '../core/security-log/rules.ts';
import { VERSION } from '../core/version.ts';
import { checkSettings } from './check.ts';
import { ADMIN_EVENTS, administrate, type Done, UsageError } from './cli-admins.ts';
import { exportConfig, exportWords, importWords, saveConfig } from './cli-config.ts';
import { type Env, readEnv, withoutPassword } from './env.ts';
import { withEnvFile } from './env-sources.ts';
import { loadCollections, readShippedCollections } from './features/collections/shipped-collections.ts';
import { runEvaluation } from './features/companies/evaluation.ts';
import { rebuildListings } from './features/companies/read-model.ts';
import { loadContent, readContent } from './features/companies/shipped-content.ts';
import { companyIndex } from './features/company-index/company-index.ts';
import { followDirectory } from './features/directory/directory.ts';
import { countExported, exportMultilingual, exportTable } from './features/import-export/export.ts';
import { importFile } from './features/import-export/import.ts';
import { checkLinks } from './features/links/check.ts';
import { findFailing } from './features/links/store.ts';
import { ON_THE_COMMAND_LINE, recordSecurityEvent } from './features/security-log/store.ts';
import { restoreBackup, writeBackup } from './platform/backup/backup.ts';
import { withBackupFile } from './platform/backup/backup-file.ts';
import { backUpBeforeUpgrade, wayBackFrom } from './platform/backup/before-upgrade.ts';
import { setAside } from './platform/backup/set-aside.ts';
import { verifyBackup } from './platform/backup/verify-backup.ts';
import { openDatabase } from './platform/database/open.ts';
import type { Database } from './platform/database/types.ts';
import { NewerDatabaseError } from './platform/database/upgrade.ts';
import { dayIn, yearOf } from './platform/time/clock.ts';

interface Command {
  usage: string;
  summary: string;
  /** Event for the security log; set for every command that changes access or exports data. */
  event?(words: string[]): SecurityEventName;
  run(context: { env: Env; database: Database; words: string[] }): Promise<Done>;
}

/** The file argument of a command, and the file type by its extension. */
function transferFile([path = '']: string[]): { path: string; type: 'json' | 'csv' } {
  const ending = extname(path).toLowerCase();
  if (ending !== '.json' && ending !== '.csv') throw new Error('Name a file that ends with .json or .csv.');
  return { path, type: ending === '.csv' ? 'csv' : 'json' };
}

function thisYear(env: Env): number {
  return yearOf(dayIn(env.SITE_TIME_ZONE)(new Date()));
}

async function exportTo(database: Database, words: string[]): Promise<Done> {
  const { path, type } = transferFile(words);
  const content = type === 'csv' ? exportTable(database.read) : exportMultilingual(database.read, new Date());
  await pipeline(content, createWriteStream(path));
  const count = await countExported(database.read);
  return { message: `Wrote ${count} companies to ${path}.`, subject: `${count} companies` };
}

async function importFrom(database: Database, env: Env, words: string[]): Promise<Done> {
  const file = transferFile(words);
  await access(file.path);
  const { created, updated, unchanged, failed, errors } = await importFile(database, file, {
    mode: 'merge',
    complete: file.type === 'json',
    language: DEFAULT_LANGUAGE,
    actor: { kind: 'import', name: 'command line' },
    now: new Date(),
    year: thisYear(env),
    onFault: (error) => console.error(error),
  });
  if (failed > 0) process.exitCode = 1;
  const summary = `${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed`;
  return {
    message: [...errors, summary].join('\n'),
    subject: `${created + updated} companies, ${failed} failed`,
  };
}

/** Checks every source that is due, until it is stopped; answers up to then are kept. */
async function checkSources(database: Database, env: Env): Promise<Done> {
  const round = await checkLinks(
    { database, now: () => new Date(), log: console, siteUrl: env.SITE_URL },
    Number.MAX_SAFE_INTEGER,
    new AbortController().signal,
  );
  if (!round) throw new Error('The server asks the sources just now.');
  if (round.offline) throw new Error('No source can be reached from here: nothing was kept.');
  const failing = await findFailing(database.read);
  const lines = failing.map(
    ({ company_id, url, status, failure, failures, checked_at }) =>
      `${company_id}  ${status ?? failure}  ${checked_at.slice(0, 10)}, ${failures} in a row  ${url}`,
  );
  const message = `${round.asked} sources were asked, ${round.failed} of them did not answer.`;
  return { message: [...lines, message].join('\n'), subject: '' };
}

/** Names what a restore replaces, and asks whether to. @throws Error where the answer is not yes */
async function confirmRestore(database: Database, env: Env, file: string): Promise<void> {
  const count = async (table: 'companies' | 'comments' | 'users' | 'admins') => {
    const { rows } = await database.read
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  const replaced = `${await count('companies')} companies, ${await count('comments')} comments, ${await count('users')} accounts and ${await count('admins')} administrators`;
  await confirm(
    `This replaces ${replaced} in ${withoutPassword(env.DATABASE_URL)} with the content of ${file}, which cannot be undone.`,
  );
}

/** Verifies a backup without opening the database. Returns what was compared. */
async function verify(env: Env, file: string | undefined): Promise<string> {
  if (!file) throw new UsageError();
  const { rows, tables, hasChecksum } = await withBackupFile(env, file, (path) =>
    verifyBackup(path, env.VAR_DIR),
  );
  const width = Math.max(...tables.map(({ table }) => table.length));
  const lines = tables.map(
    (one) => `${one.table.padEnd(width)}  ${String(one.rows).padStart(9)} rows  SHA-256 ${one.digest}`,
  );
  const bytes = hasChecksum
    ? 'The bytes of the file are those that were written.'
    : 'The file carries no checksum, as it was written before 3.0.0 or not by this command: a changed value would not be seen.';
  const message = `${file} is a good backup: SQLite finds no damage, and ${rows} rows of ${tables.length} tables are the same when restored. ${bytes}`;
  return [...lines, message].join('\n');
}

/** @throws Error where the answer is not yes */
async function confirm(question: string): Promise<void> {
  if (values['yes']) return;
  if (!process.stdin.isTTY)
    throw new Error(`${question} Nothing was changed: repeat the command with --yes.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question}\nType yes to go on: `);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Error('Nothing was changed.');
}

async function transferConfig(database: Database, words: string[]): Promise<Done> {
  const [action, file] = words;
  if (!file || (action !== 'export' && action !== 'import')) throw new UsageError();
  if (action === 'import')
    return {
      message: `The configuration is saved; versions: ${await saveConfig(database, file)}.`,
      subject: 'config',
    };
  await exportConfig(database, file);
  return { message: `The configuration is in ${file}.`, subject: 'config' };
}

async function transferWords(database: Database, words: string[]): Promise<Done> {
  const [action, folder] = words;
  if (!folder || (action !== 'export' && action !== 'import')) throw new UsageError();
  if (action === 'import')
    return {
      message: `The texts are saved; worded differently: ${await importWords(database, folder)}.`,
      subject: 'texts',
    };
  await exportWords(database, folder);
  return { message: `The texts are in ${folder}.`, subject: 'texts' };
}

async function setUp(database: Database): Promise<Done> {
  const file = values['from'];
  if (typeof file !== 'string') throw new UsageError();
  const any = await database.read.selectFrom('companies').select('id').limit(1).executeTakeFirst();
  if (any)
    throw new Error('The database has companies: `config import` changes the configuration of a directory.');
  const versions = await saveConfig(database, file, true);
  return { message: `The directory is set up, without companies; versions: ${versions}.`, subject: 'config' };
}

/** The commands; each returns the text to print. */
const commands: Record<string, Command> = {
  content: {
    usage: 'content',
    summary: 'Load content/companies and content/collections; what was edited or deleted here stays as it is',
    async run({ database }) {
      const result = await loadContent(database, await readContent(), new Date());
      await loadCollections(database, await readShippedCollections(), new Date());
      await companyIndex.indexAllQueued(database);
      const message = `${result.added} added, ${result.updated} updated, ${result.unchanged} unchanged, ${result.kept} kept as edited here`;
      return { message, subject: '' };
    },
  },
  backup: {
    usage: 'backup FILE',
    summary: 'Write everything into a new file, while the server works',
    event: () => 'backup',
    async run({ env, words }) {
      const [file] = words;
      if (!file) throw new UsageError();
      const rows = await writeBackup(env.DATABASE_URL, file);
      return { message: `${rows} rows are in ${file}.`, subject: `${rows} rows` };
    },
  },
  restore: {
    usage: 'restore FILE|s3:NAME|s3:latest [--yes]',
    summary: 'Put a backup in the place of everything that is stored; asks first, unless --yes is given',
    event: () => 'restore',
    async run({ database, env, words }) {
      const [file] = words;
      if (!file) throw new UsageError();
      await confirmRestore(database, env, file);
      const rows = await withBackupFile(env, file, (path) =>
        restoreBackup(database, path, companyIndex.clear),
      );
      // The search is in no backup.
      await rebuildListings(database);
      return { message: `${rows} rows were restored from ${file}.`, subject: `${rows} rows` };
    },
  },
  export: {
    usage: 'export FILE',
    summary: 'Write all companies to FILE.json or FILE.csv',
    event: () => 'export',
    run: ({ database, words }) => exportTo(database, words),
  },
  import: {
    usage: 'import FILE',
    summary: 'Bring in the companies of FILE.json or FILE.csv; what it does not name stays',
    event: () => 'import',
    run: ({ database, env, words }) => importFrom(database, env, words),
  },
  reindex: {
    usage: 'reindex',
    summary: 'Make anew what lists and search read of the companies, while the server works',
    async run({ database }) {
      const companies = await rebuildListings(database, { anew: true });
      await companyIndex.indexAllQueued(database);
      return { message: `${companies} companies are listed and found anew.`, subject: '' };
    },
  },
  config: {
    usage: 'config export|import FILE',
    summary: 'Write the configuration of the directory to FILE.json, or save the parts that it names',
    event: () => 'settings_changed',
    run: ({ database, words }) => transferConfig(database, words),
  },
  words: {
    usage: 'words export|import DIR',
    summary: 'Write the texts of the interface into DIR as i18next JSON, or save those that DIR has',
    event: () => 'settings_changed',
    run: ({ database, words }) => transferWords(database, words),
  },
  setup: {
    usage: 'setup --from FILE',
    summary: 'Make an empty database a directory of its own, with the configuration of FILE.json',
    event: () => 'settings_changed',
    run: ({ database }) => setUp(database),
  },
  links: {
    usage: 'links',
    summary: 'Ask the addresses of sources whose time it is, and list those that do not answer',
    run: ({ database, env }) => checkSources(database, env),
  },
  evaluate: {
    usage: 'evaluate',
    summary: 'Recompute every score and recount the likes',
    async run({ database, env }) {
      const { updatedCount, changedCount } = await runEvaluation(database, thisYear(env), new Date());
      const message = `Evaluated ${updatedCount} companies, ${changedCount} of them changed.`;
      return { message, subject: '' };
    },
  },
  admin: {
    usage: 'admin create|reset-password NAME [PASSWORD]',
    summary:
      'Make an owner or set a new password, without PASSWORD a generated one; admin make-owner NAME lets one in with all rights again, admin remove-factors NAME without the second factor',
    event: ([action = '']) => ADMIN_EVENTS[action] ?? 'password_reset',
    run: ({ database, words }) => administrate(database, words),
  },
};

function usage(): string {
  const lines = Object.values(commands).map(
    (command) => `  npm run cli -- ${command.usage.padEnd(46)} ${command.summary}`,
  );
  lines.push(
    `  npm run cli -- ${'backup verify FILE|s3:NAME|s3:latest'.padEnd(46)} Restore a backup into a database that is removed afterwards, and compare; exit code 1 for a file that is not good`,
    `  npm run cli -- ${'check'.padEnd(46)} Say which settings are set, from where, and what is wrong or risky; exit code 1 for what is wrong`,
  );
  return `Usage:\n${lines.join('\n')}`;
}

/** Runs a command and records the run in the security log, because command-line access needs no password. */
async function runLogged(
  database: Database,
  { event, run }: Command,
  context: Parameters<Command['run']>[0],
): Promise<string> {
  const record = (outcome: SecurityOutcome, subject: string) =>
    event &&
    database.write(({ tx }) =>
      recordSecurityEvent(
        tx,
        { ...ON_THE_COMMAND_LINE, event: event(context.words), outcome, subject },
        new Date(),
      ),
    );
  try {
    const { message, subject } = await run(context);
    await record('success', subject);
    return message;
  } catch (error) {
    await record('failure', '');
    throw error;
  }
}

function errorText(error: unknown): string {
  if (error instanceof UsageError) return usage();
  if (error instanceof z.ZodError) return error.issues.map((issue) => issue.message).join('\n');
  return error instanceof Error ? error.message : String(error);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { yes: { type: 'boolean' }, version: { type: 'boolean' }, from: { type: 'string' } },
});
const [name = '', ...words] = positionals;
if (values['version']) {
  console.log(VERSION);
  process.exit(0);
}
if (name === 'check') {
  const { settings, findings } = await checkSettings(process.env);
  for (const line of settings) console.log(line);
  for (const { severity, message } of findings) console.log(`${severity}: ${message}`);
  if (findings.length === 0) console.log('Nothing is wrong.');
  process.exit(findings.some(({ severity }) => severity === 'error') ? 1 : 0);
}
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  console.error(usage());
  process.exit(1);
}
// Created files are readable by the operator's user account only.
process.umask(0o077);

/** Runs a command on the configured database. Returns the message for the operator. */
async function runOn(env: Env, run: Command): Promise<string> {
  const database = await openDatabase(env.DATABASE_URL, {
    patient: true,
    beforeUpgrade: backUpBeforeUpgrade(env, { onBackup: (file) => console.error(`Kept ${file}.`) }),
  });
  try {
    await followDirectory(database).refresh();
    await rebuildListings(database);
    return await runLogged(database, run, { env, database, words });
  } finally {
    await database.close();
  }
}

/** Restores into an empty database, in the place of one that is newer than this version. */
async function restoreInPlace(env: Env, run: Command, newer: NewerDatabaseError): Promise<string> {
  const where = withoutPassword(env.DATABASE_URL);
  await confirm(
    `${where} cannot be opened: ${newer.message}. This puts it aside and restores ${words[0]} in its place.`,
  );
  values['yes'] = true;
  const aside = await setAside(env.DATABASE_URL, new Date());
  try {
    const message = await runOn(env, run);
    return `${message}\nThe database of version ${newer.version ?? 'unknown'} is kept as ${aside.place}.`;
  } catch (error) {
    await aside.putBack();
    throw error;
  }
}

try {
  const env = readEnv(withEnvFile(process.env));
  if (name === 'backup' && words[0] === 'verify') console.log(await verify(env, words[1]));
  else
    console.log(
      await runOn(env, command).catch((error: unknown) => {
        if (!(error instanceof NewerDatabaseError)) throw error;
        if (name === 'restore' && words[0]) return restoreInPlace(env, command, error);
        const where = withoutPassword(env.DATABASE_URL);
        throw new Error(`${where} cannot be opened: ${error.message}.${wayBackFrom(error, env.VAR_DIR)}`);
      }),
    );
} catch (error) {
  console.error(errorText(error));
  process.exit(1);
}

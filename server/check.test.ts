import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSettings } from './check.ts';
import { readEnv } from './env.ts';
import { openDatabase } from './platform/database/open.ts';
import { requireFreePort } from './serve.ts';
import { emptyDatabase } from './testing/dialects.ts';
import { makeFirstEdition } from './testing/first-edition.ts';
import { freePort } from './testing/free-port.ts';
import { startObjectStorage } from './testing/object-storage.ts';
import { PROCESS_ENV } from './testing/process.ts';
import { startSmtp } from './testing/smtp.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tiny-giants-check-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const check = async (variables: Record<string, string> = {}) =>
  checkSettings({ VAR_DIR: join(folder, 'var'), ...variables }, folder);
const findingsOf = async (variables: Record<string, string> = {}) =>
  (await check(variables)).findings.map(({ severity, message }) => `${severity}: ${message}`).join('\n');

test('what is risky is warned of, and what is well set is not', async () => {
  const risky = await findingsOf({
    SITE_URL: 'http://giants.example',
    BACKUP_DIR: join(folder, 'backups'),
    TRUST_PROXY: 'true',
    RATE_LIMITS: 'off',
  });
  for (const sentence of [
    'SITE_URL is http',
    'SMTP_URL is not set',
    'on the disk of VAR_DIR',
    'anybody',
    'RATE_LIMITS',
  ])
    expect(risky).toContain(sentence);
  expect(risky).not.toContain('error:');
  expect(await findingsOf({ SITE_URL: 'https://giants.example' })).toContain('TRUST_PROXY is not set');
  const smtp = await startSmtp();
  const well = await findingsOf({ SITE_URL: 'https://giants.example', TRUST_PROXY: '1', SMTP_URL: smtp.url });
  await smtp.close();
  expect(well).toBe('warning: Neither BACKUP_DIR nor BACKUP_S3 is set: no backups are made.');
});

test('what is wrong is an error: settings, database, mail server, folder of backups', async () => {
  expect(await findingsOf({ PORT: 'x', LOG_LEVEL: 'loud' })).toMatch(
    /^error: The setting PORT .*\nerror: The setting LOG_LEVEL /,
  );
  const port = await freePort();
  writeFileSync(join(folder, 'file'), 'not a folder, nor a database');
  const wrong = await findingsOf({
    DATABASE_URL: `postgres://ada:secret@127.0.0.1:${port}/directory`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    BACKUP_DIR: join(folder, 'file'),
  });
  expect(wrong).toContain(`error: The database postgres://127.0.0.1:${port}/directory cannot be used`);
  expect(wrong).toContain('error: The mail server of SMTP_URL cannot be used');
  expect(wrong).toContain('error: BACKUP_DIR');
  expect(await findingsOf({ DATABASE_URL: `sqlite:${join(folder, 'file')}` })).toContain(
    'error: The database sqlite:',
  );
});

test('object storage that cannot be used is an error, and backups that others can read are warned of', async () => {
  const storage = await startObjectStorage();
  const plain = await findingsOf(storage.variables);
  expect(plain).toContain('warning: BACKUP_KEY is not set: whoever runs s3://backups/giants');
  expect(plain).not.toContain('no backups are made');
  expect(await findingsOf({ ...storage.variables, BACKUP_KEY: 'seven small giants' })).not.toMatch(
    /BACKUP|error/,
  );
  expect(await findingsOf({ ...storage.variables, BACKUP_S3_SECRET: 'wrong' })).toContain(
    'error: BACKUP_S3_KEY or BACKUP_S3_SECRET is wrong',
  );
  await storage.close();
  const { settings } = await check(storage.variables);
  expect(settings.join()).not.toContain('S3RVER');
  expect(await findingsOf({ BACKUP_S3: 's3://backups' })).toBe(
    'error: The setting BACKUP_S3 needs BACKUP_S3_KEY and BACKUP_S3_SECRET beside it.',
  );
});

test('an older database is left as it is, and reported', async () => {
  const old = await emptyDatabase('sqlite');
  await makeFirstEdition('sqlite', old.url);
  for (const _ of [1, 2])
    expect(await findingsOf({ DATABASE_URL: old.url })).toMatch(
      /The next start upgrades the database, by \d+ migrations/,
    );
  await (await openDatabase(old.url)).close();
  expect(await findingsOf({ DATABASE_URL: old.url })).not.toContain('upgrades');
  await old.remove();
});

test('each setting is listed with its source, and no secret is shown', async () => {
  const file = join(folder, '.env');
  writeFileSync(file, 'SITE_NAME=Ours\nAPP_SECRET=the secret of the file\n');
  chmodSync(file, 0o644);
  const { settings, findings } = await check({ PORT: '8080' });
  expect(settings.map((line) => line.replace(/ +/g, ' '))).toEqual([
    'PORT 8080 (environment)',
    'SITE_NAME Ours (.env)',
    `VAR_DIR ${join(folder, 'var')} (environment)`,
    'APP_SECRET (secret) (.env)',
  ]);
  expect(findings.map(({ message }) => message)).toContain(
    `${file} can be read by other users: chmod 600 ${file}`,
  );
});

test('the command ends with 1 where something is wrong, and with 0 where it only warns', async () => {
  const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));
  const run = (variables: Record<string, string>) =>
    new Promise<{ code: unknown; output: string }>((resolve) => {
      const env = { ...PROCESS_ENV, VAR_DIR: join(folder, 'var'), ...variables };
      execFile(process.execPath, [cli, 'check'], { cwd: folder, env }, (error, stdout) =>
        resolve({ code: error?.code ?? 0, output: stdout }),
      );
    });
  expect(await run({ PORT: '0' })).toMatchObject({ code: 0, output: expect.stringContaining('warning: ') });
  expect(await run({ PORT: 'x' })).toMatchObject({ code: 1, output: expect.stringContaining('error: ') });
});

test('a server on a Unix socket knows clients by its proxy, and takes over the socket of one that was killed', async () => {
  const { startProcess } = await import('./testing/process.ts');
  const path = join(folder, 'http.sock');
  expect(() => readEnv({ VAR_DIR: folder, HOST: path })).toThrow(
    'The setting HOST is a socket, which needs TRUST_PROXY',
  );
  const ask = (target: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ socketPath: path, path: target, headers: { 'x-forwarded-for': '203.0.113.9' } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
  const start = () =>
    startProcess(`sqlite:${join(folder, 'test.db')}`, folder, { HOST: path, TRUST_PROXY: '1' }, 'api', () =>
      ask('/readyz').then((status) => status === 200),
    );
  const killed = await start();
  await expect(requireFreePort({ HOST: path, PORT: 0 })).rejects.toThrow(`Cannot listen on ${path}`);
  expect(await ask('/api/companies')).toBe(200);
  await killed.end('SIGKILL');
  await requireFreePort({ HOST: path, PORT: 0 });
  const next = await start();
  expect(await ask('/api/companies')).toBe(200);
  expect(await next.end('SIGTERM')).toBe(0);
});

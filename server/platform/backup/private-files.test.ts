import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PROCESS_ENV, startProcess } from '../../testing/process.ts';

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));

let folder: string;
let umask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tiny-giants-private-'));
  // As most systems have it: everybody may read.
  umask = process.umask(0o022);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** What others on the machine could look into, below a folder. */
function open(below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .map((entry) => ({
      path: join(entry.parentPath, entry.name),
      right: entry.isDirectory() ? '700' : '600',
    }))
    .filter(({ path, right }) => modeOf(path) !== right)
    .map(({ path }) => `${path.slice(below.length)} ${modeOf(path)}`);
}

test('whatever the server writes is private: database, secret, mail, backups, also when restored', async () => {
  const varDir = join(folder, 'var');
  const file = join(varDir, 'directory.db');
  const variables = { BACKUP_DIR: join(folder, 'backups'), APP_SECRET: '', DATABASE_URL: `sqlite:${file}` };
  const server = await startProcess(variables.DATABASE_URL, varDir, variables, 'whole');
  try {
    const account = { email: 'ada@example.com', password: 'correct horse battery' };
    expect((await server.call('POST', '/api/auth/register', account)).status).toBe(201);
    await expect.poll(() => readdirSync(folder, { recursive: true }).join()).toMatch(/var\/mail\/.*\.eml/);
    await expect.poll(() => readdirSync(join(folder, 'backups')).join()).toMatch(/\.db/);
    const names = readdirSync(varDir).sort();
    expect(names).toEqual(
      expect.arrayContaining(['directory.db', 'directory.db-shm', 'directory.db-wal', 'mail', 'secret']),
    );
    expect([modeOf(varDir), modeOf(variables.BACKUP_DIR)]).toEqual(['700', '700']);
    expect(open(folder)).toEqual([]);
  } finally {
    await server.end('SIGTERM');
  }
  const cli = (...words: string[]) =>
    execFileSync(process.execPath, [CLI, ...words], {
      env: { ...PROCESS_ENV, VAR_DIR: varDir, DATABASE_URL: variables.DATABASE_URL },
    });
  const backup = join(folder, 'by-hand.db');
  cli('backup', backup);
  rmSync(varDir, { recursive: true });
  cli('restore', backup, '--yes');
  expect(readdirSync(varDir)).toContain('directory.db');
  expect(open(folder)).toEqual([]);
}, 120_000);

test('a password of ADMIN_PASSWORD that the console would refuse stops the start', async () => {
  for (const [password, sentence] of [
    ['abc', 'The setting ADMIN_PASSWORD must have at least 6 characters.'],
    ['password', 'The setting ADMIN_PASSWORD is a password that is too common.'],
  ] as const) {
    const started = startProcess(
      `sqlite:${join(folder, 'a.db')}`,
      folder,
      { ADMIN_PASSWORD: password },
      'whole',
    );
    await expect(started).rejects.toThrow(sentence);
  }
}, 60_000);

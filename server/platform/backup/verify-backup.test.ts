import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEnv } from '../../env.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startObjectStorage } from '../../testing/object-storage.ts';
import { PROCESS_ENV } from '../../testing/process.ts';
import { BACKUP_TABLES, writeBackup } from './backup.ts';
import { openObjectStorage } from './object-storage.ts';
import { verifyBackup } from './verify-backup.ts';

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));

for (const dialect of dialects) {
  describe(`the verification of a backup of ${dialect}`, () => {
    let app: TestApp;
    let folder: string;
    let varDir: string;
    let file: string;
    beforeEach(async () => {
      app = await testApp(dialect);
      folder = mkdtempSync(join(tmpdir(), 'tiny-giants-verify-'));
      varDir = join(folder, 'var');
      file = join(folder, 'backup.db');
      await makeCompany(app, 'Acme');
      await app.post('/api/companies/acme/comments', { author: 'A', content: 'Hello 👩‍👩‍👧' });
      // What a restore ends is in the backup all the same.
      await signIn(app);
      await writeBackup(app.databaseUrl, file);
    });
    afterEach(async () => {
      await app.close();
      rmSync(folder, { recursive: true });
    });

    const verify = () => verifyBackup(file, varDir);
    /** Flips one bit of a byte. */
    function flip(offset: number): void {
      const bytes = readFileSync(file);
      bytes[offset] = (bytes[offset] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    }
    /** Takes the checksum away, as in a file of an older version. */
    function forgetChecksum(): void {
      const bytes = readFileSync(file);
      bytes.fill(0, 60, 64);
      writeFileSync(file, bytes);
    }

    test('finds a good file good, compares every table, and leaves nothing behind', async () => {
      const bytes = readFileSync(file);
      const { rows, tables, hasChecksum } = await verify();
      expect(hasChecksum).toBe(true);
      expect(tables.map(({ table }) => table)).toEqual(BACKUP_TABLES);
      const rowsOf = (name: string) => tables.find(({ table }) => table === name)?.rows;
      expect([rowsOf('companies'), rowsOf('comments'), rowsOf('admin_sessions')]).toEqual([1, 1, 1]);
      expect(rows).toBe(tables.reduce((sum, one) => sum + one.rows, 0));
      expect(readdirSync(varDir)).toEqual([]);
      expect(readdirSync(folder).sort()).toEqual(['backup.db', 'var']);
      expect(readFileSync(file).equals(bytes)).toBe(true);
    });

    test('the digest of a table follows its contents', async () => {
      const digest = async (name: string) =>
        (await verify()).tables.find(({ table }) => table === name)?.digest;
      const [comments, companies] = [await digest('comments'), await digest('companies')];
      forgetChecksum();
      const db = new DatabaseSync(file);
      db.exec("update comments set content = 'Hullo'");
      db.close();
      expect(await digest('comments')).not.toBe(comments);
      expect(await digest('companies')).toBe(companies);
    });

    test('finds rows that cannot be put back, and those that come back with other values', async () => {
      forgetChecksum();
      const change = (statements: string) => {
        const db = new DatabaseSync(file);
        db.exec(`pragma foreign_keys = off; ${statements}`);
        db.close();
      };
      // A column without a type keeps the text, where the real one makes a number of it.
      change(`
        drop table daily_counts;
        create table daily_counts (day, metric, count);
        insert into daily_counts values ('2026-11-27', 'visits', '7')`);
      await expect(verify()).rejects.toThrow(
        'cannot be restored: the 1 rows of daily_counts came back as 1 rows with other contents',
      );
      change("update comments set company_id = 'nowhere'");
      await expect(verify()).rejects.toThrow('cannot be restored: FOREIGN KEY constraint failed');
      expect(readdirSync(varDir)).toEqual([]);
    });

    test('finds a flipped bit in a text, in a page header and in the file header', async () => {
      const bytes = readFileSync(file);
      for (const offset of [bytes.indexOf('Hello'), 4096, 40, bytes.length - 1]) {
        writeFileSync(file, bytes);
        flip(offset);
        await expect(verify(), `offset ${offset}`).rejects.toThrow(
          'its bytes are not those that were written',
        );
      }
      expect(readdirSync(varDir)).toEqual([]);
    });

    test('finds damage that SQLite sees in a file without a checksum', async () => {
      forgetChecksum();
      expect((await verify()).hasChecksum).toBe(false);
      // The kind of the second page.
      flip(4096);
      await expect(verify()).rejects.toThrow('is damaged, or no backup');
      expect(readdirSync(varDir)).toEqual([]);
    });

    test('says of a truncated file how much is missing', async () => {
      const { length } = readFileSync(file);
      truncateSync(file, length - 5000);
      await expect(verify()).rejects.toThrow(`is truncated: it has ${length - 5000} of ${length} bytes`);
    });

    test('says of another file, and of another database, that it is no backup', async () => {
      for (const content of ['', 'not a database', 'x'.repeat(9000)]) {
        writeFileSync(file, content);
        await expect(verify()).rejects.toThrow('is no backup: it is no SQLite database');
      }
      rmSync(file);
      await expect(verify()).rejects.toThrow('There is no file');
      const db = new DatabaseSync(file);
      db.exec('create table notes (id integer)');
      db.close();
      await expect(verify()).rejects.toThrow('is no backup of a directory');
    });

    test('is a command for what is in object storage too', async () => {
      const storage = await startObjectStorage();
      const cli = (words: string[], variables: Record<string, string> = {}) =>
        promisify(execFile)(process.execPath, [CLI, ...words], {
          env: {
            ...{ ...PROCESS_ENV, VAR_DIR: varDir, BACKUP_KEY: 'seven small giants' },
            ...storage.variables,
            ...variables,
          },
        });
      try {
        const name = 'backup-2026-11-21T030000Z.db.age';
        const variables = { ...storage.variables, VAR_DIR: varDir, BACKUP_KEY: 'seven small giants' };
        await openObjectStorage(readEnv(variables)).send(file, name.replace('.age', ''));
        const { stdout } = await cli(['backup', 'verify', `s3:${name}`]);
        expect(stdout).toContain(`s3:${name} is a good backup`);
        expect((await cli(['restore', 's3:latest', '--yes'])).stdout).toMatch(
          /^\d+ rows were restored from s3:latest\./,
        );
        const restored = new DatabaseSync(join(varDir, 'directory.db'), { readOnly: true });
        expect(restored.prepare('select id from companies').all()).toMatchObject([{ id: 'acme' }]);
        restored.close();
        for (const [words, other, told] of [
          [
            ['backup', 'verify', 's3:none'],
            {},
            `There is no none in s3://backups/giants; the newest there are ${name}.`,
          ],
          [['restore', 's3:latest', '--yes'], { BACKUP_KEY: '' }, `${name} is encrypted: set BACKUP_KEY`],
          [['restore', 's3:latest', '--yes'], { BACKUP_S3: '' }, 'BACKUP_S3 is not set'],
        ] as const)
          await expect(cli([...words], other)).rejects.toMatchObject({
            code: 1,
            stdout: '',
            stderr: expect.stringContaining(told),
          });
        expect(readdirSync(varDir).filter((left) => left.startsWith('.'))).toEqual([]);
      } finally {
        await storage.close();
      }
    });

    test('is a command that tells what it compared, and needs no database', async () => {
      const cli = (...words: string[]) =>
        promisify(execFile)(process.execPath, [CLI, 'backup', 'verify', ...words], {
          env: { ...PROCESS_ENV, VAR_DIR: varDir, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
        });
      const { stdout } = await cli(file);
      expect(stdout).toMatch(/^companies +1 rows {2}SHA-256 [0-9a-f]{64}$/m);
      expect(stdout).toContain(`${file} is a good backup`);
      flip(readFileSync(file).indexOf('Hello'));
      await expect(cli(file)).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: `${file} is damaged: its bytes are not those that were written.\n`,
      });
      await expect(cli()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage') });
    });
  });
}

import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import { readEnv } from '../../env.ts';
import { companyIndex } from '../../features/company-index/company-index.ts';
import { findFailures } from '../../features/failures/index.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startObjectStorage, type TestObjectStorage } from '../../testing/object-storage.ts';
import { startProcess } from '../../testing/process.ts';
import { LEASE } from '../jobs/lease.ts';
import { restoreBackup } from './backup.ts';
import { withBackupFile } from './backup-file.ts';
import { openObjectStorage } from './object-storage.ts';

for (const dialect of dialects) {
  describe(`scheduled backups on ${dialect}`, () => {
    let app: TestApp;
    let folder: string;
    let opened: TestApp[];
    beforeEach(async () => {
      app = await testApp(dialect, { now: new Date('2026-11-21T03:00:00Z') });
      folder = join(app.env.VAR_DIR, 'backups');
      opened = [];
    });
    afterEach(async () => {
      for (const other of opened) await other.close();
      await app.close();
    });

    /** A process on the same database that makes backups. */
    async function backingUp(variables: Record<string, string> = {}): Promise<TestApp> {
      const other = await app.sibling({
        BACKUP_DIR: folder,
        BACKUP_EVERY: '6',
        BACKUP_KEEP: '3',
        ...variables,
      });
      other.clock.now = app.clock.now;
      opened.push(other);
      return other;
    }
    const backups = () => (existsSync(folder) ? readdirSync(folder).sort() : []);

    test('are off unless a folder is set', async () => {
      await app.get('/healthz');
      await app.backups.look();
      const rows = await app.database.read
        .selectFrom('state')
        .select('name')
        .where('name', 'like', '%backup%')
        .execute();
      expect(rows).toEqual([]);
    });

    test('are made in their time, and the oldest go', async () => {
      const server = await backingUp();
      mkdirSync(folder);
      for (const name of ['notes.txt', 'backup-mine.db', 'z.db']) writeFileSync(join(folder, name), 'kept');
      await server.backups.look();
      const first = 'backup-2026-11-21T030000Z.db';
      expect(backups()).toContain(first);
      expect(statSync(join(folder, first)).mode & 0o077).toBe(0);
      server.clock.forward(6 * HOUR - 1000);
      await server.backups.look();
      expect(backups()).toHaveLength(4);
      server.clock.forward(1000);
      for (let i = 0; i < 4; i++) {
        await server.backups.look();
        server.clock.forward(6 * HOUR);
      }
      expect(backups()).toEqual([
        'backup-2026-11-21T150000Z.db',
        'backup-2026-11-21T210000Z.db',
        'backup-2026-11-22T030000Z.db',
        'backup-mine.db',
        'notes.txt',
        'z.db',
      ]);
    });

    test('can be restored into either database', async () => {
      await makeCompany(app, 'Acme');
      await app.post('/api/companies/acme/comments', { author: 'A', content: 'Hi 👩‍👩‍👧' });
      const server = await backingUp();
      await server.backups.look();
      await app.post('/api/companies/acme/comments', { author: 'A', content: 'Later' });
      const [file = ''] = backups();
      for (const to of dialects) {
        const other = await testApp(to);
        await restoreBackup(other.database, join(folder, file), companyIndex.clear);
        expect((await other.get('/api/companies/acme')).json()).toMatchObject({ comments_count: 1 });
        expect((await other.get('/api/companies/acme/comments')).json()).toMatchObject([
          { content: 'Hi 👩‍👩‍👧' },
        ]);
        await other.close();
      }
    });

    test('that came due while nobody ran are made at the start, once', async () => {
      const server = await backingUp();
      await server.backups.look();
      app.clock.forward(100 * HOUR);
      const late = await backingUp();
      await late.get('/healthz');
      await late.backups.look();
      await late.backups.look();
      expect(backups()).toEqual(['backup-2026-11-21T030000Z.db', 'backup-2026-11-25T070000Z.db']);
    });

    test('that fail are told and tried again, and the server goes on', async () => {
      const server = await backingUp();
      writeFileSync(folder, 'a file where the folder should be');
      await server.backups.look();
      expect((await server.get('/readyz')).statusCode).toBe(200);
      rmSync(folder);
      server.clock.forward(14 * MINUTE);
      await server.backups.look();
      expect(backups()).toEqual([]);
      server.clock.forward(MINUTE);
      await server.backups.look();
      expect(backups()).toEqual(['backup-2026-11-21T031500Z.db']);
    });

    const verifiedAt = async () =>
      (
        await app.database.read
          .selectFrom('state')
          .select('value')
          .where('name', '=', 'last_backup_verified_at')
          .executeTakeFirst()
      )?.value;

    test('are verified at the first and then once a week', async () => {
      const server = await backingUp({ BACKUP_EVERY: '24' });
      const seen: (string | undefined)[] = [];
      for (let day = 0; day <= 8; day++) {
        await server.backups.look();
        seen.push((await verifiedAt())?.slice(0, 10));
        server.clock.forward(DAY);
      }
      expect(seen).toEqual([...Array(7).fill('2026-11-21'), '2026-11-28', '2026-11-28']);
      // What a clock that was ahead has written does not put the next one off.
      server.clock.forward(-30 * DAY);
      await server.backups.look();
      expect(await verifiedAt()).toBe('2026-10-31T03:00:00.000Z');
    });

    /** Stores a row of a company that does not exist: no restore would take it. */
    async function makeOrphan(): Promise<void> {
      const insert = "insert into likes (company_id, visitor, created_at) values ('gone', 'v', '2026-11-21')";
      if (dialect === 'postgres')
        return app.database.write(async ({ tx }) => {
          await sql`set local session_replication_role = replica`.execute(tx);
          await sql.raw(insert).execute(tx);
        });
      const db = new DatabaseSync(app.databaseUrl.slice('sqlite:'.length));
      db.exec(`pragma foreign_keys = off; ${insert}`);
      db.close();
    }

    test('that are not right are a failure until one is right again, and old ones stay meanwhile', async () => {
      const server = await backingUp({ BACKUP_KEEP: '1' });
      await server.backups.look();
      server.clock.forward(7 * DAY);
      await makeOrphan();
      for (let i = 1; i <= 2; i++) {
        await server.backups.look();
        expect(backups()).toHaveLength(1 + i);
        expect(await findFailures(app.database.read)).toMatchObject([
          { kind: 'backup', reason: expect.stringContaining('cannot be restored') },
        ]);
        expect(await verifiedAt()).toBe('2026-11-21T03:00:00.000Z');
        // The next comes in its time: a repetition soon would not be better.
        server.clock.forward(HOUR);
        await server.backups.look();
        expect(backups()).toHaveLength(1 + i);
        server.clock.forward(5 * HOUR);
      }
      await app.database.write(({ tx }) => tx.deleteFrom('likes').execute());
      await server.backups.look();
      expect(backups()).toHaveLength(1);
      expect(await findFailures(app.database.read)).toEqual([]);
      expect(await verifiedAt()).toBe('2026-11-28T15:00:00.000Z');
    });

    test('that a killed process began are made by another one, without what is left of them', async () => {
      const left = join(folder, '.tiny-giants-backup-abcdef');
      mkdirSync(left, { recursive: true });
      writeFileSync(join(left, 'part.db'), 'half');
      const hoursAgo = new Date(Date.now() - 2 * HOUR);
      for (const path of [join(left, 'part.db'), left]) utimesSync(path, hoursAgo, hoursAgo);
      await app.database.write(({ tx }) =>
        tx
          .insertInto('leases')
          .values({
            name: 'backup',
            holder: 'a killed process',
            held_until: new Date(app.clock.now.getTime() + LEASE).toISOString(),
          })
          .execute(),
      );
      const server = await backingUp();
      await server.backups.look();
      expect(backups()).toEqual(['.tiny-giants-backup-abcdef']);
      server.clock.forward(LEASE);
      await server.backups.look();
      expect(backups()).toEqual(['backup-2026-11-21T030030Z.db']);
    });

    test('that a stop interrupts leave nothing, and the next start makes them', async () => {
      const server = await backingUp();
      const made = server.backups.look();
      // Begun: its lease is taken, and its thread starts.
      const isBegun = async () =>
        (await app.database.read.selectFrom('leases').select('name').where('name', '=', 'backup').execute())
          .length > 0;
      while (!(await isBegun())) await pause(1);
      await server.close();
      opened = [];
      await made;
      expect(backups()).toEqual([]);
      const next = await backingUp();
      await next.backups.look();
      expect(backups()).toEqual(['backup-2026-11-21T030000Z.db']);
    });

    test('are made after the clock was set back, and the new one stays', async () => {
      const server = await backingUp({ BACKUP_KEEP: '1' });
      await server.backups.look();
      server.clock.forward(-24 * HOUR);
      await server.backups.look();
      expect(backups()).toEqual(['backup-2026-11-20T030000Z.db']);
    });

    describe('in object storage', () => {
      let storage: TestObjectStorage;
      beforeEach(async () => {
        storage = await startObjectStorage();
      });
      afterEach(() => storage.close());

      const open = () => openObjectStorage(readEnv({ VAR_DIR: app.env.VAR_DIR, ...storage.variables }));
      const stored = () => open().list();
      const metric = async (server: TestApp, name: string) =>
        Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await server.get('/metrics')).body)?.[1]);

      test('are sent encrypted, verified, and restored straight from there; the oldest go', async () => {
        await makeCompany(app, 'Acme');
        const variables = { ...storage.variables, BACKUP_DIR: '', BACKUP_KEY: 'seven small giants' };
        const server = await backingUp(variables);
        await open().send(import.meta.filename, 'notes.txt');
        for (let i = 0; i < 5; i++) {
          await server.backups.look();
          server.clock.forward(6 * HOUR);
        }
        expect(await stored()).toEqual([
          'backup-2026-11-21T150000Z.db.age',
          'backup-2026-11-21T210000Z.db.age',
          'backup-2026-11-22T030000Z.db.age',
          'notes.txt',
        ]);
        expect(await verifiedAt()).toBe('2026-11-21T03:00:00.000Z');
        expect(await findFailures(app.database.read)).toEqual([]);
        expect(readdirSync(join(app.env.VAR_DIR, 'unsent'))).toEqual([]);
        await withBackupFile(server.env, 's3:latest', async (file) => {
          for (const to of dialects) {
            const other = await testApp(to);
            await restoreBackup(other.database, file, companyIndex.clear);
            expect((await other.get('/api/companies')).json()).toMatchObject([{ name: 'Acme' }]);
            await other.close();
          }
        });
      });

      test.each(['', 'with a folder'])(
        'that cannot be sent are a failure, and the same file is sent later %s',
        async (withFolder) => {
          const server = await backingUp({ ...storage.variables, ...(withFolder ? {} : { BACKUP_DIR: '' }) });
          storage.interfere = (_, response) => {
            response.writeHead(403).end();
            return true;
          };
          await server.backups.look();
          expect(await findFailures(app.database.read)).toMatchObject([
            { kind: 'backup', reason: expect.stringContaining('BACKUP_S3_KEY or BACKUP_S3_SECRET is wrong') },
          ]);
          expect(await metric(server, 'backup_failures_total')).toBe(1);
          expect(await metric(server, 'last_backup_timestamp_seconds')).toBe(0);
          storage.interfere = () => false;
          server.clock.forward(14 * MINUTE);
          await server.backups.look();
          expect(await stored()).toEqual([]);
          server.clock.forward(MINUTE);
          await server.backups.look();
          expect(await stored()).toEqual(['backup-2026-11-21T030000Z.db']);
          expect(backups()).toEqual(withFolder ? await stored() : []);
          expect(await findFailures(app.database.read)).toEqual([]);
          expect(await metric(server, 'last_backup_timestamp_seconds')).toBe(
            Date.parse('2026-11-21T03:00:00Z') / 1000,
          );
          // The next one in its time: six hours after this was made.
          server.clock.forward(6 * HOUR - 15 * MINUTE);
          await server.backups.look();
          expect(await stored()).toHaveLength(2);
        },
      );

      test('that a stop or a kill interrupts while they are sent are sent by the next start', async () => {
        // It takes no part, and never answers.
        let isSending = () => {};
        storage.interfere = ({ method }) => {
          if (method === 'PUT') isSending();
          return method === 'PUT';
        };
        const reached = () => new Promise<void>((resolve) => (isSending = resolve));
        let sending = reached();
        const server = await backingUp(storage.variables);
        const looked = server.backups.look();
        await sending;
        const started = performance.now();
        await server.close();
        opened = [];
        await looked;
        expect(performance.now() - started).toBeLessThan(5000);
        expect(backups()).toEqual(['backup-2026-11-21T030000Z.db']);
        rmSync(folder, { recursive: true });

        sending = reached();
        const killed = await startProcess(app.databaseUrl, app.env.VAR_DIR, {
          BACKUP_DIR: folder,
          ...storage.variables,
        });
        await sending;
        await killed.end('SIGKILL');
        expect(await stored()).toEqual([]);
        storage.interfere = () => false;
        await app.database.write(({ tx }) => tx.deleteFrom('leases').execute());
        const next = await backingUp(storage.variables);
        next.clock.now = new Date();
        await next.backups.look();
        expect(await stored()).toEqual(backups());
        expect(backups()).toHaveLength(1);
      });
    });

    test('are made by one of two processes', async () => {
      await makeCompany(app, 'Acme');
      const processes = await Promise.all(
        [1, 2].map(() =>
          startProcess(app.databaseUrl, app.env.VAR_DIR, { BACKUP_DIR: folder, LOG_LEVEL: 'info' }),
        ),
      );
      const made = () => processes.flatMap((one) => one.output().match(/made a backup/g) ?? []);
      while (made().length === 0) await pause(50);
      await pause(1000);
      expect(made()).toHaveLength(1);
      expect(backups()).toHaveLength(1);
      for (const one of processes) expect(await one.end('SIGTERM')).toBe(0);
      const next = await app.database.read
        .selectFrom('state')
        .select('value')
        .where('name', '=', 'next_backup_at')
        .executeTakeFirstOrThrow();
      const hours = (Date.parse(next.value) - Date.now()) / HOUR;
      expect(hours).toBeGreaterThan(23.9);
      expect(hours).toBeLessThanOrEqual(24);
    });
  });
}

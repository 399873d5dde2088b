import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { BuildOptions } from '../app.ts';
import { refreshListing } from '../companies/listing.ts';
import { newId } from '../database/ids.ts';
import { signIn, type TestApp, testApp, visitor } from '../testing/app.ts';
import { dialects } from '../testing/dialects.ts';
import { makeFolder } from '../testing/folder.ts';
import { makeCompany } from '../testing/make.ts';
import { freePort, startProcess } from '../testing/process.ts';
import { type KeptFiles, openKeptFiles } from './kept-files.ts';

const READER = { headers: { 'accept-encoding': 'br' } };
const ON_DISK = { KEPT_PAGES_MIB: '64' };
const ALPHA = '/en/companies/alpha';
const BETA = '/en/companies/beta';

/** The files that are kept in a folder, without what is beside them. */
const keptIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^[0-9a-f]{40}$/.test(name))
        .map((name) => join(folder, name))
    : [];

for (const dialect of dialects) {
  describe(`pages on the disk on ${dialect}`, () => {
    async function start(build: Partial<BuildOptions> = {}): Promise<{ app: TestApp; folder: string }> {
      const app = await testApp(dialect, { build: { pages: 'built', ...build } });
      onTestFinished(() => app.close());
      for (const id of ['alpha', 'beta'])
        await makeCompany(app, id, { id, founder: id, category: id === 'alpha' ? 'no-seed' : 'small-teams' });
      return { app, folder: join(app.env.VAR_DIR, 'kept') };
    }
    async function restart(app: TestApp, variables: Record<string, string> = {}): Promise<TestApp> {
      const after = await app.sibling({ ...ON_DISK, ...variables });
      onTestFinished(() => after.close());
      return after;
    }
    /** Makes pages in a process that ends, and so are on the disk. */
    async function keep(app: TestApp, paths: string[], variables: Record<string, string> = {}) {
      const before = await app.sibling({ ...ON_DISK, ...variables });
      const pages = [];
      for (const path of paths) pages.push(await before.get(path, READER));
      await before.close();
      return pages;
    }
    /** Keeps pages, and changes behind the server's back what one that is made anew shows. */
    async function keepMarked(app: TestApp, paths: string[]) {
      for (const { statusCode } of await keep(app, paths)) expect(statusCode).toBe(200);
      await renameUnseen(app);
    }
    async function renameUnseen(app: TestApp) {
      await app.database.write(async ({ tx }) => {
        for (const id of ['alpha', 'beta']) {
          const values = { name: `Unseen ${newId()}` };
          await tx.updateTable('company_texts').set(values).where('company_id', '=', id).execute();
          await refreshListing(tx, id);
        }
      });
      const { rows } = await sql<{ name: string }>`select name from company_texts`.execute(app.database.read);
      unseen = rows.map(({ name }) => name);
    }
    let unseen: string[] = [];
    async function isFromDisk(after: TestApp, path: string): Promise<boolean> {
      const { statusCode, body } = await after.get(path);
      expect(statusCode).toBe(200);
      return !unseen.some((name) => body.includes(name));
    }

    test('are sent after a restart without being made, and are what they were', async () => {
      const { app } = await start();
      const [page] = await keep(app, [ALPHA]);
      await keepMarked(app, [BETA]);
      const after = await restart(app);
      const again = await after.get(ALPHA, READER);
      expect(again.rawPayload).toEqual(page?.rawPayload);
      expect(again.headers).toMatchObject({ etag: page?.headers['etag'], 'content-encoding': 'br' });
      expect(await isFromDisk(after, BETA)).toBe(true);
      const same = { headers: { 'if-none-match': String(page?.headers['etag']) } };
      expect((await (await restart(app)).get(ALPHA, same)).statusCode).toBe(304);
      // Who takes no such encoding gets it in another one.
      const plain = await after.get(ALPHA);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.body).toContain('<h1');
    });

    test('of a slow disk are read beside the thread, and are the same', async () => {
      // Each is a slow one: less than no time nothing takes.
      const { app } = await start({ slowAfter: -1 });
      const pages = await keep(app, [ALPHA, BETA]);
      await renameUnseen(app);
      const after = await restart(app);
      for (let round = 0; round < 3; round++) {
        for (const [i, path] of [ALPHA, BETA].entries()) {
          const again = await after.get(path, READER);
          expect(again.rawPayload, path).toEqual(pages[i]?.rawPayload);
        }
      }
      // What nobody has kept is made, and what was changed is made anew.
      expect(await isFromDisk(after, '/ko/companies/alpha')).toBe(false);
      const as = await signIn(app);
      await app.put('/api/admin/companies/alpha/visibility', { show_on_site: false }, as);
      await expect.poll(async () => (await after.get(ALPHA, READER)).statusCode).toBe(404);
      expect(await isFromDisk(after, BETA)).toBe(true);
    });

    test('are lent memory until whoever reads them slowly has the last of them', async () => {
      // Room for one of them: the other one is read from the disk each time. More than a connection takes
      // that nobody reads.
      const { app } = await start({ keptInMemory: 8000 });
      const pages = await keep(app, [ALPHA, BETA]);
      await renameUnseen(app);
      const after = await restart(app);
      const port = await after.listen();
      // Known from here on, so that pages are read before routing.
      await fetch(`http://127.0.0.1:${port}${ALPHA}`, READER);
      const asked = Array.from({ length: 4000 }, (_, n) => n % 2);
      const slow = connect(port, '127.0.0.1').pause();
      for (const n of asked)
        slow.write(`GET ${[ALPHA, BETA][n]} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`);
      // Others read meanwhile what would be written into the same memory.
      for (let n = 0; n < 200; n++) {
        const page = await fetch(`http://127.0.0.1:${port}${[ALPHA, BETA][n % 2]}`, READER);
        const body = await page.text();
        expect(unseen.some((name) => body.includes(name))).toBe(false);
      }
      const parts: Buffer[] = [];
      const wanted = asked.map((n) => pages[n]?.rawPayload ?? Buffer.alloc(0));
      slow.on('data', (part) => parts.push(part));
      const heads = /HTTP\/1\.1 200.*?\r\n\r\n/gs;
      await expect
        .poll(() => {
          slow.resume();
          return Buffer.concat(parts).toString('latin1').replaceAll(heads, '').length;
        })
        .toBe(wanted.reduce((sum, { length }) => sum + length, 0));
      const got = Buffer.from(Buffer.concat(parts).toString('latin1').replaceAll(heads, ''), 'latin1');
      expect(got.equals(Buffer.concat(wanted))).toBe(true);
      slow.destroy();
    });

    test('that changed while nobody served them are made anew, and no others', async () => {
      const { app } = await start();
      await keepMarked(app, [ALPHA, BETA, '/en/all']);
      const as = await signIn(app);
      await app.put('/api/admin/companies/alpha/visibility', { show_on_site: false }, as);
      const after = await restart(app);
      expect((await after.get(ALPHA, READER)).statusCode).toBe(404);
      expect(await isFromDisk(after, '/en/all')).toBe(false);
      expect(await isFromDisk(after, BETA)).toBe(true);
      // Settings are on every page.
      const more = await restart(app);
      const changed = await app.post('/api/admin/settings', { commentModeration: 'all' }, as);
      expect(changed.statusCode).toBe(200);
      await expect.poll(() => isFromDisk(more, BETA)).toBe(false);
    });

    test('show what a process that was killed had counted and not told yet', async () => {
      const { app } = await start();
      const reader = await visitor(app);
      await keepMarked(app, ['/en/all', BETA]);
      for (const id of ['alpha', 'beta']) await app.post(`/api/companies/${id}/like`, undefined, reader);
      const after = await restart(app);
      expect(await isFromDisk(after, '/en/all')).toBe(false);
      expect(await isFromDisk(after, BETA)).toBe(true);
      // Of long work all may have changed.
      await keepMarked(app, [BETA]);
      await app.database.write(async (unit) => unit.changed('company', 'alpha'), { stale: 'soon' });
      await app.database.write(async (unit) => unit.changed('company', 'beta'), { stale: 'soon' });
      expect(await isFromDisk(await restart(app), BETA)).toBe(false);
    });

    test('outlive a process that is killed, except what it had counted last', async () => {
      const { app, folder } = await start();
      const PORT = `${await freePort()}`;
      const run = async (variables: Record<string, string>) => {
        const site = { SITE_URL: app.env.SITE_URL, ...variables };
        const server = await startProcess(app.databaseUrl, app.env.VAR_DIR, site, 'whole');
        onTestFinished(() => void server.child.kill('SIGKILL'));
        const read = async (path: string) => (await fetch(`${server.url}${path}`)).text();
        return { ...server, read };
      };
      const before = await run({ PORT, ...ON_DISK });
      await before.read(ALPHA);
      await before.read('/en/all');
      await expect.poll(() => keptIn(folder).length, { timeout: 5000 }).toBe(2);
      // The first of them is told at once, the others within the second that it does not have.
      for (const id of ['alpha', 'beta', 'beta']) {
        const visit = await before.call('POST', '/api/analytics/page-visit', { page: 'home' });
        const { sessionId } = visit.json as { sessionId: string };
        await before.call('POST', `/api/companies/${id}/like`, undefined, { 'x-visitor-session': sessionId });
      }
      await before.end('SIGKILL');
      await renameUnseen(app);
      const after = await run({ PORT, ...ON_DISK });
      const anew = await run({ KEPT_PAGES_MIB: '0' });
      expect(await after.read(ALPHA)).toContain('>alpha</h1>');
      expect(await anew.read(ALPHA)).toContain('Unseen');
      expect(await after.read('/en/all')).toBe(await anew.read('/en/all'));
    }, 60_000);

    test('of which only numbers moved are sent and made anew, but never to who wrote what they show', async () => {
      const { app } = await start({ movingFor: 0 });
      const reader = await visitor(app);
      await keepMarked(app, [ALPHA, BETA]);
      await app.post('/api/companies/beta/like', undefined, reader);
      const after = await restart(app);
      const written = { author: 'Ann', content: 'A word on alpha' };
      expect((await after.post('/api/companies/alpha/comments', written, reader)).statusCode).toBe(201);
      expect((await after.get(ALPHA)).body).toContain('A word on alpha');
      expect(await isFromDisk(after, BETA)).toBe(true);
      await expect.poll(() => isFromDisk(after, BETA)).toBe(false);
    });

    test('that are cut off, altered or another page are removed, and made anew', async () => {
      const { app, folder } = await start();
      for (const spoil of [
        (file: string) => truncateSync(file, 40),
        (file: string) => truncateSync(file, 0),
        (file: string) => writeFileSync(file, readFileSync(file).fill(0, 200, 220)),
        (file: string) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from('more')])),
        (file: string) => {
          rmSync(file);
          mkdirSync(file);
        },
      ]) {
        rmSync(folder, { recursive: true, force: true });
        await keepMarked(app, [ALPHA]);
        const [file = ''] = keptIn(folder);
        spoil(file);
        const after = await app.sibling(ON_DISK);
        expect((await after.get(ALPHA, READER)).statusCode).toBe(200);
        expect(await isFromDisk(after, ALPHA)).toBe(false);
        await after.close();
      }
      rmSync(folder, { recursive: true, force: true });
      await keepMarked(app, [ALPHA, BETA]);
      const [one = '', two = ''] = keptIn(folder);
      copyFileSync(one, two);
      const after = await restart(app);
      expect(await isFromDisk(after, ALPHA)).not.toBe(await isFromDisk(after, BETA));
      for (const [path, other] of [
        [ALPHA, BETA],
        [BETA, ALPHA],
      ] as const)
        expect((await after.get(path)).body).not.toContain(`canonical" href="${app.env.SITE_URL}${other}`);
    });

    test('are no pages of another site, of another secret or of a database that was put back', async () => {
      const { app, folder } = await start();
      await keepMarked(app, [ALPHA]);
      expect(await isFromDisk(await restart(app), ALPHA)).toBe(true);
      for (const other of [{ SITE_NAME: 'Other' }, { APP_SECRET: 'another secret, which is long enough' }]) {
        await keepMarked(app, [ALPHA]);
        expect(await isFromDisk(await restart(app, other), ALPHA)).toBe(false);
        rmSync(folder, { recursive: true, force: true });
      }
      // An older database in the place of the one that was kept of, which comes to the same numbers again.
      await keepMarked(app, [ALPHA]);
      const revisionIs = (value: number) =>
        app.database.write(async ({ tx }) => {
          await tx
            .updateTable('state')
            .set({ value: `${value}` })
            .where('name', '=', 'revision')
            .execute();
          await tx.deleteFrom('topics').where('revision', '>', value).execute();
        });
      const { rows } = await sql<{ value: string }>`
        select value from state where name = 'revision'
      `.execute(app.database.read);
      const now = Number(rows[0]?.value);
      await revisionIs(now - 1);
      await keep(app, ['/healthz']);
      await revisionIs(now + 10);
      expect(await isFromDisk(await restart(app), ALPHA)).toBe(false);
    });

    test('are of their day where they say what is so today, else of their year', async () => {
      const { app } = await start();
      await keep(app, [ALPHA, BETA]);
      const after = await restart(app);
      const day = 24 * 60 * 60_000;
      // A start does not know what was counted before it, which the home page shows.
      await after.get('/en');
      await renameUnseen(app);
      expect(await isFromDisk(after, '/en')).toBe(true);
      after.clock.forward(day);
      // Its figures are those of a day.
      expect(await isFromDisk(after, '/en')).toBe(false);
      expect(await isFromDisk(after, ALPHA)).toBe(true);
      after.clock.forward(60 * day);
      expect(await isFromDisk(after, BETA)).toBe(false);
      expect((await after.get(BETA)).body).toContain('2027');
    });

    test('are made before somebody asks for them, and again when everything has changed', async () => {
      const { app, folder } = await start({ aheadEvery: 20 });
      await makeCompany(app, 'Not for readers', { id: 'secret', show_on_site: false });
      const after = await restart(app);
      await after.get('/healthz');
      // Two companies in four languages.
      const areKept = () => expect.poll(() => keptIn(folder).length, { timeout: 10_000 }).toBe(8);
      await areKept();
      await renameUnseen(app);
      for (const path of [ALPHA, BETA, '/ko/companies/alpha'])
        expect(await isFromDisk(after, path)).toBe(true);
      const as = await signIn(app);
      const before = Date.now();
      expect((await app.post('/api/admin/settings', { blockedWords: ['spam'] }, as)).statusCode).toBe(200);
      const oldest = () => Math.min(...keptIn(folder).map((file) => statSync(file).mtimeMs));
      await expect.poll(oldest, { timeout: 10_000 }).toBeGreaterThan(before);
      await areKept();
      // What one change made stale is left to whoever asks for it.
      const written = { author: 'Ann', content: 'A word on alpha' };
      await app.post('/api/companies/alpha/comments', written, await visitor(app));
      // Another process may be a quarter of a second behind.
      await expect.poll(async () => (await after.get(ALPHA)).body).toContain('A word on alpha');
    });

    test('are written later where they are in memory alone', async () => {
      const { app, folder } = await start({ aheadEvery: 2500 });
      const before = await restart(app);
      const asked = await before.get(ALPHA, READER);
      await expect.poll(() => keptIn(folder).length, { timeout: 2000 }).toBe(1);
      for (const file of keptIn(folder)) rmSync(file);
      await expect.poll(() => keptIn(folder).length, { timeout: 10_000 }).toBe(8);
      await renameUnseen(app);
      const after = await restart(app);
      expect(await isFromDisk(after, ALPHA)).toBe(true);
      expect((await after.get(ALPHA, READER)).rawPayload).toEqual(asked.rawPayload);
    });

    test('are only pages that are the same for everybody, and have an address without a question', async () => {
      const { app, folder } = await start();
      const as = await signIn(app);
      const before = await app.sibling(ON_DISK);
      for (const path of [
        '/en/all?q=alpha',
        '/en/nothing-here',
        '/en/compare?ids=alpha,beta',
        '/admin',
        '/admin/companies',
        '/api/companies',
        '/api/companies/alpha',
        '/healthz',
      ])
        await before.get(path, READER);
      await before.get('/api/admin/companies', as);
      await before.get(ALPHA, READER);
      await before.close();
      expect(keptIn(folder)).toHaveLength(1);
      const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);
      const [file = ''] = keptIn(folder);
      expect([rights(folder), rights(file)]).toEqual(['700', '600']);
      expect(readFileSync(file).toString('latin1')).not.toContain('<h1');
      // Nothing is written where there is no room for it.
      rmSync(folder, { recursive: true, force: true });
      await keep(app, [ALPHA], { KEPT_PAGES_MIB: '0' });
      expect(existsSync(folder)).toBe(false);
    });

    test('are one, however their address is spelt', async () => {
      const { app, folder } = await start();
      const id = await makeCompany(app, '리모트', { id: '리모트' });
      const own = encodeURIComponent(id);
      const before = await app.sibling(ON_DISK);
      const port = await before.listen();
      const ask = (path: string) =>
        new Promise<string>((resolve) => {
          const socket = connect(port, '127.0.0.1');
          const parts: Buffer[] = [];
          socket.on('data', (part) => parts.push(part));
          socket.on('end', () => resolve(Buffer.concat(parts).toString()));
          socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
        });
      const etagOf = (answer: string) => /^HTTP\/1\.1 200.*?\r\netag: (\S+)/is.exec(answer)?.[1];
      for (const [plain, ...spellings] of [
        [
          ALPHA,
          '/en/./companies/alpha',
          '/en/x/../companies/alpha',
          '/x/%2e%2E/en/companies/alpha',
          `${ALPHA}#7`,
        ],
        [`/en/companies/${own}`, `/en/companies/${own.toLowerCase()}`, `/../en/companies/./${own}`],
      ]) {
        const etag = etagOf(await ask(plain ?? ''));
        expect(etag).toBeDefined();
        for (const path of spellings) expect([path, etagOf(await ask(path))]).toEqual([path, etag]);
      }
      await before.close();
      expect(keptIn(folder)).toHaveLength(2);
    });

    describe('by their files', () => {
      async function open(folder: string, room = 2 ** 30, told: string[] = []): Promise<KeptFiles> {
        const app = await testApp(dialect);
        onTestFinished(() => app.close());
        const tell = (_: object, message?: string) => void told.push(message ?? '');
        const log = { info: tell, warn: tell } as never;
        return openKeptFiles({ folder, room, processes: 1, version: 'one', database: app.database, log });
      }
      const folderOf = () => {
        const folder = makeFolder('kept');
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        return folder;
      };
      const page = (i: number) => async () => Buffer.alloc(3000, i);

      test('are the same by another thread, also what was altered; and a slow disk is known', async () => {
        const folder = folderOf();
        const app = await testApp(dialect);
        onTestFinished(() => app.close());
        const log = { info: () => {}, warn: () => {} };
        const options = { folder, room: 2 ** 30, processes: 1, version: 'one', database: app.database, log };
        const quick = await openKeptFiles({ ...options, slowAfter: 10_000 });
        const slow = await openKeptFiles({ ...options, slowAfter: -1 });
        onTestFinished(() => Promise.all([quick.close(), slow.close()]).then(() => {}));
        for (let i = 0; i < 3; i++) quick.keep(`page ${i}`, page(i));
        await quick.close();
        expect(quick.read('page 1')).toEqual(await page(1)());
        expect(await quick.readBeside('page 1')).toEqual(await page(1)());
        expect(await quick.readBeside('no page')).toBeUndefined();
        expect(quick.isSlow()).toBe(false);
        expect(slow.isSlow()).toBe(false);
        expect(slow.read('page 1')).toEqual(await page(1)());
        expect(slow.isSlow()).toBe(true);
        for (const file of keptIn(folder)) truncateSync(file, 2000);
        for (let i = 0; i < 3; i++) expect(await slow.readBeside(`page ${i}`)).toBeUndefined();
        await expect.poll(() => keptIn(folder)).toEqual([]);
        // It is tried again after a while.
        await expect.poll(() => slow.isSlow(), { timeout: 5000 }).toBe(false);
      });

      test('are not taken for those of a slow disk because the thread had to wait once', async () => {
        const files = await open(folderOf());
        files.keep('page', page(1));
        await files.close();
        let clock = performance.now();
        let took = 0;
        const time = vi.spyOn(performance, 'now').mockImplementation(() => {
          clock += took;
          return clock;
        });
        onTestFinished(() => time.mockRestore());
        const readIn = (milliseconds: number) => {
          took = milliseconds;
          expect(files.read('page')).toEqual(Buffer.alloc(3000, 1));
          took = 0;
        };
        readIn(500);
        expect(files.isSlow()).toBe(false);
        for (let i = 0; i < 30; i++) readIn(0.01);
        readIn(500);
        expect(files.isSlow()).toBe(false);
        readIn(10);
        readIn(10);
        expect(files.isSlow()).toBe(true);
      });

      test('take no more room than they have; the least used go first, with what is foreign', async () => {
        const folder = folderOf();
        const room = 100_000;
        const long = new Date('2026-01-01');
        const foreign = join(folder, 'foreign.txt');
        writeFileSync(foreign, 'foreign');
        utimesSync(foreign, long, long);
        let files = await open(folder, room);
        files.keep('read again', page(0));
        files.keep('never read', page(0));
        await files.close();
        for (const file of keptIn(folder)) utimesSync(file, long, long);
        expect(await files.read('read again')).toBeDefined();
        await expect.poll(() => keptIn(folder).some((file) => statSync(file).mtime > long)).toBe(true);
        for (let i = 0; i < 60; i++) {
          files.keep(`page ${i}`, page(i));
          if (i === 20) await files.read('read again');
        }
        await files.close();
        const size = keptIn(folder).reduce((sum, file) => sum + statSync(file).size, 0);
        expect(size).toBeLessThanOrEqual(room);
        expect(size).toBeGreaterThan(room / 2);
        expect(await files.read('never read')).toBeUndefined();
        expect(await files.read('page 59')).toEqual(await page(59)());
        expect(existsSync(foreign)).toBe(false);
        files = await open(folder, room);
        // Of another database.
        expect(await files.read('page 59')).toBeUndefined();
        await files.close();
      });

      test('that the disk does not take are told once, and nothing else happens', async () => {
        const folder = join(folderOf(), 'kept');
        // In the way of the folder.
        writeFileSync(folder, '');
        const told: string[] = [];
        const files = await open(folder, 2 ** 20, told);
        for (let i = 0; i < 2; i++) {
          files.keep('page', page(1));
          await files.close();
        }
        expect(await files.read('page')).toBeUndefined();
        expect(told).toEqual(['pages are not kept on the disk']);
      });
    });
  });
}

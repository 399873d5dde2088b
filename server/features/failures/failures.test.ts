import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FailureKind } from '../../../core/failures/rules.ts';
import { HOUR, MINUTE } from '../../../core/time.ts';
import { startAi } from '../../testing/ai.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { startWebSites } from '../../testing/web-sites.ts';
import { failureMailText } from './texts.ts';

const [PURGE_FAILS, LINKS_FAIL, JOB_FAILED] = (['purge', 'links', 'jobs'] as const).map((kind) =>
  failureMailText(kind, 'en'),
) as [string, string, string];

for (const dialect of dialects) {
  describe(`failures on ${dialect}`, () => {
    let smtp: TestSmtp;
    let app: TestApp;
    let admin: Awaited<ReturnType<typeof signIn>>;
    let bytes: number;
    const start = async (
      variables: Record<string, string> = {},
      build: NonNullable<Parameters<typeof testApp>[1]>['build'] = {},
    ) => {
      smtp = await startSmtp();
      bytes = 1024 ** 4;
      app = await testApp(dialect, {
        variables: { SMTP_URL: smtp.url, ...variables },
        build: { freeBytes: async () => bytes, ...build },
      });
      admin = await signIn(app);
      await app.database.write(({ tx }) =>
        tx.updateTable('admins').set({ email: 'owner@example.com' }).execute(),
      );
    };
    beforeEach(() => start());
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    const subjects = async () => {
      await app.outbox.whenIdle();
      return smtp.mails.map(({ to, raw }) => `${to}: ${/^Subject: (.*?) =?/m.exec(raw)?.[1]}`);
    };
    const failures = async () => (await app.get('/api/admin/waiting', admin)).json().failures;
    const metric = async (name: string) => {
      const { body } = await app.get('/metrics');
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
    };

    test('a disk that is nearly full is told once, by whichever process sees it, and its recovery too', async () => {
      const other = await app.sibling();
      bytes = 300 * 1024 ** 2;
      for (const process of [app, other, app]) await process.disks.look();
      expect(await failures()).toMatchObject([
        { kind: 'disk', reason: expect.stringMatching(/^300 MiB are left for /), since: expect.any(String) },
      ]);
      await vi.waitFor(() => expect(smtp.mails).toHaveLength(1));
      expect(smtp.mails[0]).toMatchObject({ to: 'owner@example.com' });
      expect(smtp.mails[0]?.raw.replaceAll('=\r\n', '')).toContain(
        'The disk is nearly full. The reason: 300 MiB are left',
      );
      expect(await metric('disk_failures_total')).toBe(2);
      bytes = 1.1 * 1024 ** 3;
      await app.disks.look();
      expect(await failures()).toHaveLength(1);
      bytes = 2 * 1024 ** 3;
      for (const process of [other, app]) await process.disks.look();
      expect(await failures()).toEqual([]);
      await vi.waitFor(() => expect(smtp.mails).toHaveLength(2));
      await app.outbox.whenIdle();
      expect(smtp.mails).toHaveLength(2);
      await other.close();
    });

    test('the disk of the backups is looked at too', async () => {
      await app.close();
      await smtp.close();
      const backups = mkdtempSync(join(tmpdir(), 'tiny-giants-disk-'));
      const free = async (folder: string) => (folder === backups ? 1024 ** 2 : 1024 ** 4);
      await start({ BACKUP_DIR: backups }, { freeBytes: free });
      await app.disks.look();
      expect(await failures()).toMatchObject([{ kind: 'disk', reason: `1 MiB are left for ${backups}.` }]);
      rmSync(backups, { recursive: true });
    });

    test('a backup that fails is told of once, and one that works again tells its time to the metrics', async () => {
      const folder = join(app.env.VAR_DIR, 'backups');
      writeFileSync(folder, 'in the way');
      const backing = await app.sibling({ BACKUP_DIR: folder });
      await backing.backups.look();
      backing.clock.forward(HOUR);
      await backing.backups.look();
      expect(await failures()).toMatchObject([{ kind: 'backup', reason: expect.stringContaining('EEXIST') }]);
      expect((await backing.get('/metrics')).body).toMatch(/^backup_failures_total 2$/m);
      expect(await metric('last_backup_timestamp_seconds')).toBe(0);
      rmSync(folder);
      backing.clock.forward(HOUR);
      await backing.backups.look();
      expect(await failures()).toEqual([]);
      expect(await metric('last_backup_timestamp_seconds')).toBe(backing.clock.now.getTime() / 1000);
      await vi.waitFor(() => expect(smtp.mails).toHaveLength(2));
      await backing.close();
    });

    test('a mail server that refuses us shows after three tries, and one mail tells that it is over', async () => {
      smtp.answer.code = 451;
      await app.post('/api/auth/register', { email: 'ada@example.com', password: 'correct horse battery' });
      for (let attempt = 1; attempt <= 3; attempt++) {
        await app.outbox.whenIdle();
        if (attempt < 3) expect(await failures()).toEqual([]);
        app.clock.forward(10 * MINUTE);
        app.outbox.wake();
      }
      await app.outbox.whenIdle();
      await vi.waitFor(async () => expect(await failures()).toMatchObject([{ kind: 'mail' }]));
      smtp.answer.code = null;
      app.clock.forward(2 * HOUR);
      app.outbox.wake();
      await vi.waitFor(() =>
        expect(smtp.mails.map(({ to }) => to)).toEqual(['ada@example.com', 'owner@example.com']),
      );
      expect(await failures()).toEqual([]);
    });

    /** Starts with other settings, in the place of the one of `beforeEach`. */
    const startAnew: typeof start = async (...options) => {
      await app.close();
      await smtp.close();
      await start(...options);
    };
    /** What a person and a machine see of a failure that lasts, and of its end. */
    async function expectBegun(kind: FailureKind, sentence: string, reason: string, count: number) {
      // Before each purge of a CDN is half a second, in which other processes come to know of the change.
      await vi.waitFor(async () => expect(await failures()).toMatchObject([{ kind, reason }]), 10_000);
      await vi.waitFor(() => expect(smtp.mails).toHaveLength(1));
      expect(smtp.mails[0]?.to).toBe('owner@example.com');
      for (const text of [sentence, `The reason: ${reason}`]) expect(smtp.mails[0]?.text).toContain(text);
      expect(await metric(`${kind}_failures_total`)).toBeGreaterThanOrEqual(count);
    }
    async function expectEnded(kind: FailureKind, sentence: string) {
      await vi.waitFor(async () => expect(await failures()).toEqual([]), 10_000);
      await vi.waitFor(() => expect(smtp.mails).toHaveLength(2));
      expect(smtp.mails[1]).toMatchObject({ to: 'owner@example.com' });
      expect(smtp.mails[1]?.text).toContain(sentence);
      const counted = await metric(`${kind}_failures_total`);
      await app.outbox.whenIdle();
      expect([smtp.mails.length, await metric(`${kind}_failures_total`)]).toEqual([2, counted]);
    }

    test('a CDN that cannot be purged is told of after five tries, and its recovery too', async () => {
      let status = 500;
      const cdn = createServer((request, response) => {
        request.resume();
        response.writeHead(status).end();
      });
      await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
      const { port } = cdn.address() as AddressInfo;
      await startAnew(
        { CDN_SECONDS: '600', CDN_PURGE_URL: `http://127.0.0.1:${port}/purge` },
        { cdn: { collectMs: 1 } },
      );
      await expectBegun('purge', PURGE_FAILS, 'The CDN was not purged: it answered 500.', 5);
      status = 200;
      await expectEnded('purge', PURGE_FAILS);
      cdn.closeAllConnections();
      await new Promise((resolve) => cdn.close(resolve));
    });

    test('sources of which none can be reached are told of, and that they are reached again', async () => {
      let isOnline = false;
      const sites = await startWebSites((_, response) => response.end());
      const network = {
        ...sites.network,
        resolve: (...asked: Parameters<typeof sites.network.resolve>) =>
          isOnline ? sites.network.resolve(...asked) : Promise.reject(new Error('getaddrinfo EAI_AGAIN')),
      };
      await startAnew({}, { links: { network, hostPause: 0 } });
      for (let i = 0; i < 12; i++)
        await makeCompany(app, `Acme ${i}`, { sources: [{ url: sites.at(`site${i}.test`), supports: [] }] });
      await app.post('/api/admin/settings', { checkSources: true }, admin);
      await app.links.look();
      await expectBegun('links', LINKS_FAIL, 'No source can be reached from the server.', 1);
      isOnline = true;
      app.clock.forward(25 * HOUR);
      admin = await signIn(app, 'later');
      await app.links.look();
      await expectEnded('links', LINKS_FAIL);
      await sites.close();
    });

    test('a job that fails for good is told of, and the next that is done', async () => {
      const ai = await startAi();
      ai.reply({ says: { employees: 12 } });
      await startAnew(ai.variables, { ai: { timeout: 5000, firstWait: 5 } });
      await app.post('/api/admin/settings', { claudeApiKey: 'sk-ant-0123456789' }, admin);
      const companyIds = [await makeCompany(app, 'Acme'), await makeCompany(app, 'Bcme')];
      const begin = () => app.post('/api/admin/jobs', { kind: 'ai-update', input: { companyIds } }, admin);
      ai.reply(async () => {
        await app.post('/api/admin/settings', { enableAiUpdates: false }, admin);
        return { says: { employees: 12 } };
      });
      expect((await begin()).statusCode).toBe(201);
      await vi.waitFor(async () => expect(await failures()).toHaveLength(1));
      const [{ reason }] = (await failures()) as [{ reason: string }];
      expect(reason).toContain('turned off');
      await expectBegun('jobs', JOB_FAILED, reason, 1);
      await app.post('/api/admin/settings', { enableAiUpdates: true }, admin);
      ai.reply({ says: { employees: 12 } });
      expect((await begin()).statusCode).toBe(201);
      await expectEnded('jobs', JOB_FAILED);
      await ai.close();
    });

    test('owners who switched it off get no mail, and the dashboard shows the failure all the same', async () => {
      await app.post('/api/admin/settings', { failureMails: false }, admin);
      bytes = 0;
      await app.disks.look();
      expect(await failures()).toHaveLength(1);
      expect(await subjects()).toEqual([]);
    });

    test('a test mail goes to the owners, else to the contact, and says where nobody is to be told', async () => {
      const ask = () => app.post('/api/admin/settings/test', { provider: 'failure_mail' }, admin);
      expect((await ask()).json()).toMatchObject({ success: true, code: null });
      await vi.waitFor(() => expect(smtp.mails.map(({ to }) => to)).toEqual(['owner@example.com']));
      await app.database.write(({ tx }) => tx.updateTable('admins').set({ email: null }).execute());
      expect((await ask()).json()).toMatchObject({ success: false, code: 'mail_no_recipient' });
      const contacted = await app.sibling({ CONTACT_EMAIL: 'contact@example.com' });
      expect(
        (await contacted.post('/api/admin/settings/test', { provider: 'failure_mail' }, admin)).json(),
      ).toMatchObject({ success: true });
      await vi.waitFor(() => expect(smtp.mails.at(-1)?.to).toBe('contact@example.com'));
      await contacted.close();
    });
  });
}

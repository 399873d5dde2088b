import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '../../../core/languages.ts';
import type { FollowKind, Frequency } from '../../../core/readers/rules.ts';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import { restoreBackup, writeBackup } from '../../platform/backup/backup.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Database } from '../../platform/database/types.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany } from '../../testing/make.ts';
import { endProcesses, startProcess } from '../../testing/process.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { ensureReader, putFollow } from '../readers/index.ts';

/** A Sunday evening in Seoul; the weekly digests are due eleven hours later. */
const SUNDAY = new Date('2026-11-22T12:00:00Z');

interface Asked {
  language?: Language;
  timeZone?: string;
  frequency?: Frequency;
}

async function reader(
  database: Database,
  email: string,
  follows: [FollowKind, string][],
  at: Date,
  { language = 'en', timeZone = 'Asia/Seoul', frequency = 'weekly' }: Asked = {},
): Promise<void> {
  await database.write(async ({ tx }) => {
    const stored = await ensureReader(tx, { email, language, timeZone }, at);
    for (const [kind, value] of follows) await putFollow(tx, stored, { kind, value, frequency }, at, true);
  });
}

for (const dialect of dialects) {
  describe(`digests on ${dialect}`, () => {
    let app: TestApp;
    let smtp: TestSmtp;
    beforeEach(async () => {
      smtp = await startSmtp();
      app = await testApp(dialect, {
        now: SUNDAY,
        variables: { SMTP_URL: smtp.url, SITE_URL: 'https://giants.example', MAIL_PER_MINUTE: '100000' },
      });
      await makeCompany(app, 'Acme', {
        id: 'acme',
        category: 'no-seed',
        country: 'KR',
        tags: ['tea'],
        texts: { en: { name: 'Acme' }, ko: { name: '아크메' } },
      });
      await makeCompany(app, 'Brew', { id: 'brew', category: 'no-seed', country: 'DE', employees: 3 });
    });
    afterEach(async () => {
      await endProcesses();
      await app.close();
      await smtp.close();
    });

    /** Notes a change, as a save does. */
    const change = async (
      company_id: string,
      field: 'created' | 'employees' = 'employees',
      at = app.clock.now,
    ) =>
      app.database.write(({ tx }) =>
        tx
          .insertInto('company_changes')
          .values({
            id: newId(),
            company_id,
            at: at.toISOString(),
            field,
            before: field === 'created' ? 'null' : '3',
            after: field === 'created' ? 'null' : '5',
            year: null,
            source: null,
          })
          .execute(),
      );
    const follow = (email: string, follows: [FollowKind, string][], asked?: Asked) =>
      reader(app.database, email, follows, new Date(app.clock.now.getTime() - DAY), asked);
    /** Goes to Monday, nine in the morning in Seoul, and sends what is due. */
    const onMonday = async () => {
      // What the start of the app has begun is of Sunday.
      await app.digests.run();
      app.clock.now = new Date('2026-11-23T00:00:00Z');
      await app.digests.run();
    };
    const sent = () =>
      smtp.mails.map(({ to, subject }) => ({ to, subject })).sort((a, b) => (a.to < b.to ? -1 : 1));
    const states = async () =>
      (await app.database.read.selectFrom('reader_mails').select('state').execute()).map(
        ({ state }) => state,
      );

    test('comments are counted in one line, and told to those who follow the company itself', async () => {
      await follow('ada@example.com', [['company', 'acme']]);
      await follow('bob@example.com', [['category', 'no-seed']]);
      for (const hours of [0, 3]) {
        app.clock.forward(hours * HOUR);
        await makeComment(app, 'acme', 'A secret sentence', { author: 'Eve' });
      }
      await onMonday();
      expect(sent()).toEqual([{ to: 'ada@example.com', subject: 'New this week: Acme · Tiny Giants' }]);
      const [{ text } = { text: '' }] = smtp.mails;
      expect(text).toContain('New comments: 2');
      expect(text).not.toContain('secret sentence');
    });

    test('of a company that changed its comments are told to none who follows only its category', async () => {
      await follow('ada@example.com', [['company', 'acme']]);
      await follow('bob@example.com', [['category', 'no-seed']]);
      await makeComment(app, 'acme', 'A question', { author: 'Eve' });
      await change('acme');
      await onMonday();
      const told = smtp.mails.map(({ to, text }) => [to, /new comment/i.test(text)]);
      expect(told.sort()).toEqual([
        ['ada@example.com', true],
        ['bob@example.com', false],
      ]);
    });

    test('each reader gets what is followed, in the own language and morning, once', async () => {
      await follow('ada@example.com', [
        ['company', 'acme'],
        ['category', 'no-seed'],
      ]);
      await follow('kim@example.com', [['country', 'KR']], { language: 'ko' });
      await follow('joe@example.com', [['company', 'acme']], { timeZone: 'America/New_York' });
      await follow('eve@example.com', [['company', 'acme']], { frequency: 'monthly' });
      await follow('bob@example.com', [['tag', 'coffee']]);
      const as = await signIn(app);
      const saved = await app.put('/api/admin/companies/acme', { employees: 9 }, as);
      expect(saved.statusCode).toBe(200);
      await app.digests.run();
      expect(smtp.mails).toEqual([]);
      await onMonday();
      expect(sent()).toEqual([
        { to: 'ada@example.com', subject: 'New this week: Acme · Tiny Giants' },
        { to: 'kim@example.com', subject: '이번 주 새 소식: 아크메 · 작은 거인들' },
      ]);
      const [toAda] = smtp.mails.filter(({ to }) => to === 'ada@example.com');
      const { text = '', html = '', raw = '' } = toAda ?? {};
      expect(text).toContain('Employees: 5 → 9');
      expect(text).toContain('You follow: No Seed');
      expect(text).toContain('https://giants.example/en/companies/acme');
      expect(html).toContain('href="https://giants.example/en/companies/acme"');
      expect(html).toMatch(/prefers-color-scheme:dark/);
      expect(raw).toMatch(
        /^List-Unsubscribe: <https:\/\/giants\.example\/mail\/unsubscribe\?token=[\w-]+>\r$/m,
      );
      expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      // Nothing more, however often it is looked at; then the morning of New York, and the first of the month.
      await app.digests.run();
      expect(smtp.mails).toHaveLength(2);
      app.clock.forward(14 * HOUR);
      await app.digests.run();
      expect(smtp.mails.map(({ to }) => to)).toContain('joe@example.com');
      app.clock.now = new Date('2026-12-01T00:00:00Z');
      await app.digests.run();
      expect(smtp.mails.map(({ to }) => to)).toContain('eve@example.com');
      expect(smtp.mails).toHaveLength(4);
      // The token of the mail ends it, and what was sent is told to its reader.
      const preferences = (await app.get(`/api/mail/preferences?token=${toAda?.token}`)).json();
      expect(preferences.sent).toMatchObject([
        {
          frequency: 'weekly',
          period: '2026-11-23',
          companies: [
            { id: 'acme', because_of: expect.arrayContaining(['company acme', 'category no-seed']) },
          ],
        },
      ]);
    });

    test('nothing is told that is hidden, deleted, or of before it was followed', async () => {
      await change('acme', 'employees', new Date(SUNDAY.getTime() - 2 * DAY));
      await follow('ada@example.com', [['company', 'acme']]);
      await follow('bob@example.com', [['company', 'brew']]);
      await change('brew');
      const as = await signIn(app);
      await app.put('/api/admin/companies/brew', { show_on_site: false }, as);
      await onMonday();
      expect([sent(), await states()]).toEqual([[], []]);
      // Hidden after the digests were made: left out of what is sent.
      app.clock.forward(DAY);
      await change('acme');
      await makeCompany(app, 'Cold', { id: 'cold' });
      await follow('cid@example.com', [['company', 'cold']], { frequency: 'daily' });
      await change('cold');
      smtp.answer.code = 451;
      app.clock.forward(DAY);
      await app.digests.run();
      expect(await states()).toEqual(['queued']);
      await app.delete('/api/admin/companies/cold', undefined, await signIn(app, 'second'));
      smtp.answer.code = null;
      app.clock.forward(HOUR);
      await app.digests.run();
      expect([sent(), await states()]).toEqual([[], ['empty']]);
    });

    test('searches, renamed tags, founders and newsletters are told of', async () => {
      await follow('search@example.com', [['search', 'country=DE&employees_max=4']]);
      await follow('other@example.com', [['search', 'country=DE&employees_min=400']]);
      await follow('tag@example.com', [['tag', 'tea']]);
      await follow('news@example.com', [['newsletter', 'no-seed']]);
      await follow('none@example.com', [['newsletter', 'bootstrapped']]);
      const as = await signIn(app);
      await app.put('/api/admin/tags/tea', { name: 'chai' }, as);
      await change('acme');
      await change('brew', 'created');
      await app.database.write(({ tx }) =>
        tx.updateTable('companies').set({ week_views: 7 }).where('id', '=', 'acme').execute(),
      );
      await onMonday();
      expect(sent().map(({ to }) => to)).toEqual([
        'news@example.com',
        'search@example.com',
        'tag@example.com',
      ]);
      const textTo = (name: string) => smtp.mails.find(({ to }) => to.startsWith(name))?.text ?? '';
      expect(textTo('search')).toContain('New here');
      expect(textTo('news')).toMatch(/New in No Seed[\s\S]*Brew[\s\S]*Read most[\s\S]*Acme/);
      const html = smtp.mails.find(({ to }) => to.startsWith('news'))?.html ?? '';
      expect([...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading]) => heading)).toEqual(
        expect.arrayContaining([
          expect.stringContaining('New in No Seed'),
          expect.stringContaining('Read most'),
        ]),
      );
    });

    test('a company that was merged is followed as its target, and told of once', async () => {
      await follow('old@example.com', [['company', 'acme']]);
      await follow('both@example.com', [
        ['company', 'acme'],
        ['company', 'brew'],
      ]);
      const as = await signIn(app);
      await app.post('/api/admin/companies/acme/merge', { into: 'brew' }, as);
      await change('brew');
      await onMonday();
      expect(sent()).toEqual(
        ['both', 'old'].map((name) => ({
          to: `${name}@example.com`,
          subject: 'New this week: Brew · Tiny Giants',
        })),
      );
      for (const { text } of smtp.mails) expect(text.match(/companies\/brew$/gm)).toHaveLength(1);
    });

    test('a subject has the commas of its language, counts what it does not name, and leaves out what is read most', async () => {
      await makeCompany(app, 'Corner', { id: 'corner', category: 'no-seed' });
      await makeCompany(app, 'Read', { id: 'read', category: 'no-seed' });
      for (const id of ['acme', 'brew', 'corner']) await change(id, 'created');
      await app.database.write(({ tx }) =>
        tx.updateTable('companies').set({ week_views: 7 }).where('id', '=', 'read').execute(),
      );
      await follow('en@example.com', [['newsletter', 'no-seed']]);
      await follow(
        'ja@example.com',
        [
          ['company', 'acme'],
          ['company', 'brew'],
        ],
        { language: 'ja' },
      );
      await onMonday();
      expect(sent().map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/^New this week: (Acme|Brew|Corner), (Acme|Brew|Corner) and 1 more · /),
        expect.stringMatching(/^今週の新着：(Acme、Brew|Brew、Acme) · /),
      ]);
      expect(smtp.mails.find(({ to }) => to.startsWith('en'))?.text).toContain('Read');
      expect(smtp.mails.find(({ to }) => to.startsWith('ja'))?.text).toMatch(/：(Acme、Brew|Brew、Acme)。/);
    });

    test('of several processes one makes and sends them', async () => {
      for (let i = 0; i < 30; i++) await follow(`reader${i}@example.com`, [['company', 'acme']]);
      await change('acme');
      const sibling = await app.sibling();
      await Promise.all([app.digests.run(), sibling.digests.run()]);
      app.clock.now = new Date('2026-11-23T00:00:00Z');
      sibling.clock.now = app.clock.now;
      await Promise.all([app.digests.run(), sibling.digests.run()]);
      await Promise.all([app.digests.run(), sibling.digests.run()]);
      expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(30);
      expect(smtp.mails).toHaveLength(30);
      await sibling.close();
    });

    test('a mail server that is busy is asked again; one that knows no such mailbox ends the address', async () => {
      await follow('ada@example.com', [['company', 'acme']]);
      await change('acme');
      smtp.answer.code = 451;
      await onMonday();
      expect([smtp.mails, await states()]).toEqual([[], ['queued']]);
      smtp.answer.code = null;
      await app.digests.run();
      expect(smtp.mails).toEqual([]);
      app.clock.forward(2 * MINUTE);
      await app.digests.run();
      expect([smtp.mails.length, await states()]).toEqual([1, ['sent']]);
      smtp.refused.set('ada@example.com', { code: 550, text: '5.7.1 Relay access denied' });
      await change('acme');
      app.clock.forward(7 * DAY);
      await app.digests.run();
      // A rule of the mail server says nothing of the address.
      expect(await app.database.read.selectFrom('mail_suppressions').selectAll().execute()).toEqual([]);
      smtp.refused.set('ada@example.com', { code: 550, text: '5.1.1 No such user' });
      await change('acme');
      app.clock.forward(7 * DAY);
      await app.digests.run();
      expect(await app.database.read.selectFrom('mail_suppressions').select('reason').execute()).toEqual([
        { reason: 'refused' },
      ]);
      expect(await app.database.read.selectFrom('readers').selectAll().execute()).toEqual([]);
    });

    test('they are sent no faster than the setting says', async () => {
      const slow = await app.sibling({ MAIL_PER_MINUTE: '60' });
      for (let i = 0; i < 3; i++) await follow(`reader${i}@example.com`, [['company', 'acme']]);
      await change('acme');
      await slow.digests.run();
      slow.clock.now = new Date('2026-11-23T00:00:00Z');
      await slow.digests.run();
      // One each second.
      const [first, , third] = smtp.mails;
      expect((third?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(1500);
      await slow.close();
    });

    test('a restore sends nothing again, and goes on with the next period', async () => {
      await follow('ada@example.com', [['company', 'acme']]);
      await change('acme');
      const file = join(app.env.VAR_DIR, 'backup.db');
      await writeBackup(app.databaseUrl, file);
      await onMonday();
      expect(smtp.mails).toHaveLength(1);
      await restoreBackup(app.database, file, async () => {});
      await app.digests.run();
      expect(smtp.mails).toHaveLength(1);
      app.clock.now = new Date('2026-12-07T00:00:00Z');
      await change('acme', 'employees', new Date('2026-12-05T00:00:00Z'));
      await app.digests.run();
      expect(smtp.mails).toHaveLength(2);
    });

    test('a process that is killed while the mail server takes a digest: nobody gets it twice', async () => {
      const yesterday = new Date(Date.now() - 3 * DAY);
      for (const name of ['ada', 'bob', 'cid'])
        await reader(app.database, `${name}@example.com`, [['company', 'acme']], yesterday, {
          frequency: 'daily',
        });
      await change('acme', 'employees', new Date(Date.now() - 24 * HOUR));
      const end = Promise.withResolvers<void>();
      smtp.answer.delay = end.promise;
      const variables = { SMTP_URL: smtp.url, MAIL_PER_MINUTE: '60' };
      const killed = await startProcess(app.databaseUrl, app.env.VAR_DIR, variables);
      await expect.poll(() => smtp.arrived()).toBeGreaterThan(0);
      await killed.end('SIGKILL');
      // Taken, and nobody is there to hear of it.
      end.resolve();
      await expect.poll(() => smtp.mails.length).toBe(smtp.arrived());
      const inState = async (state: string) => (await states()).filter((one) => one === state).length;
      const handed = await inState('handed');
      expect(handed).toBeGreaterThan(0);
      smtp.answer.delay = 0;
      // The lease of the killed process is over first.
      await app.database.write(({ tx }) => tx.deleteFrom('leases').execute());
      const next = await startProcess(app.databaseUrl, app.env.VAR_DIR, {
        ...variables,
        MAIL_PER_MINUTE: '60000',
      });
      await expect.poll(() => inState('sent')).toBe(3 - handed);
      await next.end('SIGTERM');
      const recipients = smtp.mails.map(({ to }) => to).sort();
      expect(recipients).toEqual(['ada@example.com', 'bob@example.com', 'cid@example.com']);
    });
  });
}

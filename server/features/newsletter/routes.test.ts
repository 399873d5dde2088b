import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../core/admins/roles.ts';
import type { Language } from '../../../core/languages.ts';
import type { NewsletterIssue } from '../../../core/newsletter/calls.ts';
import type { IssueTexts } from '../../../core/newsletter/rules.ts';
import { DAY, HOUR } from '../../../core/time.ts';
import { restoreBackup, writeBackup } from '../../platform/backup/backup.ts';
import { startAi, type TestAi } from '../../testing/ai.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { endProcesses, startProcess } from '../../testing/process.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { ensureReader, findMails, findReaderOf, putFollow, suppress, toMail } from '../readers/index.ts';

const ISSUES = '/api/admin/newsletter/issues';
const SECRET = 'secret-of-the-mail-service';
const TEXTS = {
  en: { subject: 'Five small giants', body: 'Hello **all**.\n\n{{company:acme}}\n\n{{company:cold}}' },
  ko: { subject: '작은 거인 다섯', body: '안녕하세요.\n\n{{company:acme}}' },
};

for (const dialect of dialects) {
  describe(`issues of the newsletter on ${dialect}`, () => {
    let app: TestApp;
    let smtp: TestSmtp;
    let ai: TestAi;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      smtp = await startSmtp();
      ai = await startAi();
      app = await testApp(dialect, {
        variables: {
          ...ai.variables,
          SMTP_URL: smtp.url,
          SITE_URL: 'https://giants.example',
          MAIL_PER_MINUTE: '100000',
          MAIL_WEBHOOK_SECRET: SECRET,
        },
      });
      as = await signIn(app);
      await makeCompany(app, 'Acme', {
        id: 'acme',
        texts: { en: { name: 'Acme' }, ko: { name: '아크메' } },
      });
      await makeCompany(app, 'Cold', { id: 'cold' });
      await app.put('/api/admin/companies/cold', { show_on_site: false }, as);
    });
    afterEach(async () => {
      await endProcesses();
      await app.close();
      await smtp.close();
      await ai.close();
    });

    const subscribe = (
      email: string,
      { language = 'en' as Language, values = ['all'], confirmed = true, at = app.clock.now } = {},
    ) =>
      app.database.write(async ({ tx }) => {
        const since = new Date(at.getTime() - DAY);
        const reader = await ensureReader(tx, { email, language }, since);
        for (const value of values)
          await putFollow(tx, reader, { kind: 'newsletter', value, frequency: 'weekly' }, since, confirmed);
        return reader;
      });
    const create = async (texts: IssueTexts = TEXTS): Promise<NewsletterIssue> => {
      const made = await app.post(ISSUES, { texts }, as);
      expect(made.statusCode).toBe(201);
      return made.json();
    };
    const read = async (id: string): Promise<NewsletterIssue> =>
      (await app.get(`${ISSUES}/${id}`, as)).json();
    const schedule = ({ id, version }: NewsletterIssue, at?: string) =>
      app.post(`${ISSUES}/${id}/schedule`, { version, ...(at ? { at } : {}) }, as);
    /** Queues the mails of issues that are due, sends the mails, and waits until the queue is empty. */
    const run = async () => {
      await app.issues.look();
      await app.digests.run();
      await app.issues.look();
    };
    const tokenIn = (raw: string) => /^List-Unsubscribe: <\S+token=([\w-]+)>\r$/m.exec(raw)?.[1] ?? '';
    const recipients = () => smtp.mails.map(({ to }) => to).sort();

    test('an issue goes once to each who subscribed, in the own language, and is counted', async () => {
      await subscribe('ada@example.com');
      await subscribe('kim@example.com', { language: 'ko', values: ['no-seed', 'bootstrapped'] });
      await subscribe('jun@example.com', { language: 'ja' });
      await subscribe('new@example.com', { confirmed: false });
      const gone = await subscribe('gone@example.com');
      await app.database.write(({ tx }) => suppress(tx, gone.address, 'bounce', app.clock.now));
      const issue = await create();
      const audience = (await app.get(`${ISSUES}/${issue.id}/audience`, as)).json();
      expect(audience).toEqual({
        readers: 3,
        languages: [
          { language: 'en', readers: 1, text: 'en' },
          { language: 'ko', readers: 1, text: 'ko' },
          { language: 'ja', readers: 1, text: 'en' },
        ],
        newsletters: [
          { value: 'all', readers: 2 },
          { value: 'bootstrapped', readers: 1 },
          { value: 'no-seed', readers: 1 },
        ],
        unconfirmed: 1,
      });
      expect((await schedule(issue)).json()).toMatchObject({ status: 'scheduled' });
      await run();
      await run();
      expect(smtp.mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
        'ada@example.com Five small giants',
        'jun@example.com Five small giants',
        'kim@example.com 작은 거인 다섯',
      ]);
      const toKim = smtp.mails.find(({ to }) => to.startsWith('kim'));
      expect(toKim?.text).toContain('아크메');
      expect(toKim?.text).toContain('https://giants.example/ko/companies/acme');
      expect(toKim?.html).toContain('href="https://giants.example/ko/companies/acme"');
      expect(toKim?.html).not.toMatch(/<img|src=|url\(/);
      const toJun = smtp.mails.find(({ to }) => to.startsWith('jun'));
      expect(toJun?.html).toMatch(/<html lang="ja">[\s\S]*<div lang="en">/);
      expect(toJun?.text).not.toContain('cold');
      expect(toJun?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      expect(await read(issue.id)).toMatchObject({
        status: 'sent',
        ...{ recipients: 3, waiting: 0, sent: 3, refused: 0, bounced: 0, unsubscribed: 0 },
      });
      // The log of its reader says what was sent, and why.
      const kim = await findReaderOf(app.database.read, 'kim@example.com');
      const mails = (await findMails(app.database.read, kim?.id ?? '')).map(toMail);
      expect(mails).toMatchObject([
        {
          frequency: 'issue',
          issue: { id: issue.id, subject: '작은 거인 다섯', language: 'ko' },
          newsletters: ['bootstrapped', 'no-seed'],
        },
      ]);
    });

    test('who ends it by a link of the issue is counted, once, and so is what comes back', async () => {
      for (const name of ['ada', 'bob', 'cid', 'dan', 'eve']) await subscribe(`${name}@example.com`);
      await app.database.write(async ({ tx }) => {
        const [ada] = await tx
          .selectFrom('readers')
          .selectAll()
          .where('email', '=', 'ada@example.com')
          .execute();
        const followed = { kind: 'company', value: 'acme', frequency: 'weekly' } as const;
        if (ada) await putFollow(tx, ada, followed, app.clock.now, true);
      });
      smtp.refused.set('cid@example.com', { code: 550, text: '5.1.1 No such user' });
      const issue = await create();
      await schedule(issue);
      await run();
      expect(await read(issue.id)).toMatchObject({ status: 'sent', recipients: 5, sent: 4, refused: 1 });
      const tokenOf = (name: string) => tokenIn(smtp.mails.find(({ to }) => to.startsWith(name))?.raw ?? '');
      const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      // What a program that looks at links does ends nothing.
      expect((await app.get(`/mail/unsubscribe?token=${tokenOf('ada')}`)).statusCode).toBe(303);
      expect(await read(issue.id)).toMatchObject({ unsubscribed: 0 });
      for (let i = 0; i < 2; i++) {
        const path = `/mail/unsubscribe?token=${tokenOf('ada')}`;
        expect((await app.post(path, 'List-Unsubscribe=One-Click', form)).statusCode).toBe(200);
      }
      expect(await read(issue.id)).toMatchObject({ unsubscribed: 1 });
      // What else the address follows goes on; the button of the page ends that too.
      const kept = async () => (await app.get(`/api/mail/preferences?token=${tokenOf('ada')}`)).json();
      expect((await kept()).follows).toMatchObject([{ kind: 'company', value: 'acme' }]);
      await app.post(`/api/mail/unsubscribe?token=${tokenOf('ada')}&all=true`, {});
      expect((await kept()).code).toBe('token_invalid');
      const forged = tokenOf('bob').replace(issue.id, '00000000-0000-4000-8000-000000000000');
      expect((await app.post(`/mail/unsubscribe?token=${forged}`, 'x', form)).json().code).toBe(
        'token_invalid',
      );
      // On the page of preferences, the newsletter alone.
      const preferences = (await app.get(`/api/mail/preferences?token=${tokenOf('bob')}`)).json();
      await app.delete(`/api/follows/${preferences.follows[0].id}?token=${tokenOf('bob')}`);
      const events = [
        { email: 'dan@example.com', kind: 'bounce' },
        { email: 'eve@example.com', kind: 'complaint' },
      ];
      for (let i = 0; i < 2; i++)
        await app.post('/api/mail/bounces', { events }, { headers: { authorization: `Bearer ${SECRET}` } });
      expect(await read(issue.id)).toMatchObject({ sent: 4, refused: 1, bounced: 1, unsubscribed: 3 });
      const second = await create();
      await schedule(second);
      await run();
      expect(await read(second.id)).toMatchObject({ status: 'sent', recipients: 0 });
    });

    test('a draft is saved by its version, and what was scheduled stays as it is', async () => {
      const issue = await create({});
      const save = (body: object) => app.put(`${ISSUES}/${issue.id}`, body, as);
      const saved = await save({ texts: TEXTS, version: 1 });
      expect(saved.json()).toMatchObject({ version: 2, texts: TEXTS, status: 'draft', updated_by: 'admin' });
      const stale = await save({ texts: {}, version: 1 });
      expect([stale.statusCode, stale.json()]).toMatchObject([
        409,
        { code: 'stale_version', current: { version: 2, texts: TEXTS }, changed_by: 'admin' },
      ]);
      expect((await schedule(issue)).json().code).toBe('stale_version');
      expect(
        (await save({ texts: { en: { subject: 'x'.repeat(151), body: '' } }, version: 2 })).json(),
      ).toMatchObject({
        code: 'validation_failed',
        details: [{ path: 'body.texts.en.subject', code: 'too_long' }],
      });
      const past = new Date(app.clock.now.getTime() - 1000).toISOString();
      expect((await schedule(saved.json(), past)).json().details[0].code).toBe('not_in_future');
      const later = await schedule(saved.json(), '2026-11-22T09:00:00+09:00');
      expect(later.json()).toMatchObject({ status: 'scheduled', at: '2026-11-22T00:00:00.000Z', version: 3 });
      expect((await save({ texts: {}, version: 3 })).json().code).toBe('conflict');
      expect((await app.delete(`${ISSUES}/${issue.id}`, undefined, as)).json().code).toBe('conflict');
      expect((await schedule(later.json())).json().code).toBe('conflict');
      await subscribe('ada@example.com');
      await run();
      expect(smtp.mails).toEqual([]);
      const back = await app.post(`${ISSUES}/${issue.id}/cancel`, {}, as);
      expect(back.json()).toMatchObject({ status: 'draft', at: null });
      app.clock.forward(2 * DAY);
      as = await signIn(app, 'next');
      await run();
      expect(smtp.mails).toEqual([]);
      expect((await app.post(`${ISSUES}/${issue.id}/cancel`, {}, as)).json().code).toBe('conflict');
      expect((await app.delete(`${ISSUES}/${issue.id}`, undefined, as)).statusCode).toBe(200);
      expect((await app.get(`${ISSUES}/${issue.id}`, as)).statusCode).toBe(404);
      for (const gone of [
        await save({ texts: {}, version: 3 }),
        await schedule(later.json()),
        await app.post(`${ISSUES}/${issue.id}/cancel`, {}, as),
        await app.delete(`${ISSUES}/${issue.id}`, undefined, as),
      ])
        expect([gone.statusCode, gone.json().code]).toEqual([404, 'not_found']);
      const empty = await create({ en: { subject: 'no text', body: '' } });
      expect((await schedule(empty)).json()).toMatchObject({
        code: 'validation_failed',
        details: [{ code: 'required' }],
      });
      const log = (await app.get('/api/admin/audit', as)).json() as { action: string }[];
      expect(log.map(({ action }) => action)).toEqual(
        expect.arrayContaining([
          'newsletter.create',
          'newsletter.save',
          'newsletter.schedule',
          'newsletter.cancel',
          'newsletter.delete',
        ]),
      );
    });

    test('contributors write and test, and do not publish; others see nothing of it', async () => {
      const issue = await create();
      const statusOf = async (role: Role) => {
        const who = await signIn(app, role, role);
        const asked = await Promise.all([
          app.get(ISSUES, who),
          app.post(ISSUES, { texts: {} }, who),
          app.post(`${ISSUES}/${issue.id}/preview`, { language: 'en' }, who),
          app.post(`${ISSUES}/${issue.id}/cancel`, {}, who),
          app.post(`${ISSUES}/${issue.id}/schedule`, { version: 9 }, who),
        ]);
        return asked.map(({ statusCode }) => statusCode);
      };
      expect(await statusOf('contributor')).toEqual([200, 201, 200, 403, 403]);
      expect(await statusOf('editor')).toEqual([200, 201, 200, 409, 409]);
      expect(await statusOf('moderator')).toEqual([403, 403, 403, 403, 403]);
      expect(await statusOf('analyst')).toEqual([403, 403, 403, 403, 403]);
      expect((await app.get(ISSUES)).statusCode).toBe(401);
    });

    test('a company that was merged away has the card of the one that it was merged into', async () => {
      await makeCompany(app, 'Nadir', { id: 'nadir' });
      const issue = await create({ en: { subject: 'One', body: '{{company:nadir}}' } });
      expect((await app.post('/api/admin/companies/nadir/merge', { into: 'acme' }, as)).statusCode).toBe(200);
      const shown = (await app.post(`${ISSUES}/${issue.id}/preview`, { language: 'en' }, as)).json();
      expect(shown).toMatchObject({
        text: expect.stringContaining('https://giants.example/en/companies/acme'),
        missing_companies: [],
      });
    });

    test('the preview is the mail; a test goes to whoever asks and to nobody else', async () => {
      await subscribe('ada@example.com');
      const issue = await create();
      const preview = async (body: object) =>
        (await app.post(`${ISSUES}/${issue.id}/preview`, body, as)).json();
      expect(await preview({ language: 'en' })).toMatchObject({
        language: 'en',
        subject: 'Five small giants',
        text: expect.stringContaining('Acme'),
        html: expect.stringMatching(/^<!doctype html>[\s\S]*<strong>all<\/strong>/),
        missing_companies: ['cold'],
      });
      expect(await preview({ language: 'zh' })).toMatchObject({ language: 'en' });
      const typed = { zh: { subject: '五', body: '<script>x</script>' } };
      const shown = await preview({ language: 'zh', texts: typed });
      expect(shown).toMatchObject({ language: 'zh', subject: '五', missing_companies: [] });
      expect(shown.html).toContain('&#60;script&#62;');
      expect(await preview({ language: 'zh', texts: {} })).toMatchObject({ code: 'conflict' });
      const test = () => app.post(`${ISSUES}/${issue.id}/test`, { language: 'ko' }, as);
      expect((await test()).json().code).toBe('conflict');
      await app.database.write(({ tx }) =>
        tx.updateTable('admins').set({ email: 'me@example.com', email_key: 'me@example.com' }).execute(),
      );
      expect((await test()).json()).toEqual({ success: true, to: 'me@example.com', kept_in: null });
      await app.outbox.whenIdle();
      expect(smtp.mails).toMatchObject([{ to: 'me@example.com', subject: '작은 거인 다섯' }]);
      expect(await read(issue.id)).toMatchObject({ status: 'draft', sent: 0 });
    });

    test('a model translates a text, whole with its companies, and nothing is saved', async () => {
      const ask = () =>
        app.post(
          '/api/admin/newsletter/translate',
          { from: 'en', to: 'ja', text: { subject: 'Hi', body: 'One\n\n{{company:acme}}' } },
          as,
        );
      expect((await ask()).json().code).toBe('ai_not_configured');
      await app.post('/api/admin/settings', { claudeApiKey: 'sk-ant-0123456789' }, as);
      const text = { subject: 'こんにちは', body: '一つ\n\n{{company:acme}}' };
      ai.reply({ says: text });
      expect((await ask()).json()).toMatchObject({ text });
      expect(ai.asked.at(-1)?.prompt).toContain('{{company:acme}}');
      ai.reply({ says: { subject: 'こんにちは', body: '一つ' } });
      expect((await ask()).json()).toMatchObject({ code: 'ai_failed', reason: 'ai_translation_incomplete' });
    });

    test('an account finds what it was sent, and why, in its export; its deletion ends all of it', async () => {
      const [email, password] = ['ada@example.com', 'the password of Ada'];
      await app.post('/api/auth/register', { email, password, language: 'ko', newsletter_subscribed: true });
      await app.outbox.whenIdle();
      await app.get(`/api/auth/verify-email?token=${smtp.mails.pop()?.token}`);
      app.clock.forward(1000);
      const issue = await create();
      await schedule(issue);
      await run();
      expect(recipients()).toEqual([email]);
      const { token } = (await app.post('/api/auth/login', { email, password })).json();
      const ada = { headers: { authorization: `Bearer ${token}` } };
      expect((await app.get('/api/auth/export', ada)).json().mails).toMatchObject([
        {
          frequency: 'issue',
          issue: { id: issue.id, subject: '작은 거인 다섯', language: 'ko' },
          newsletters: ['all'],
          companies: [],
        },
      ]);
      await app.delete('/api/auth/account', { password }, ada);
      expect(await app.database.read.selectFrom('reader_mails').selectAll().execute()).toEqual([]);
      const unsubscribe = `/api/mail/unsubscribe?token=${tokenIn(smtp.mails[0]?.raw ?? '')}`;
      expect((await app.post(unsubscribe, {})).statusCode).toBe(200);
      // What was counted stays, and names nobody.
      expect(await read(issue.id)).toMatchObject({ recipients: 1, sent: 1, unsubscribed: 0 });
    });

    test('of several processes one queues and sends an issue', async () => {
      for (let i = 0; i < 20; i++) await subscribe(`reader${i}@example.com`);
      const issue = await create();
      await schedule(issue);
      const sibling = await app.sibling();
      for (let i = 0; i < 3; i++) {
        await Promise.all([app.issues.look(), sibling.issues.look()]);
        await Promise.all([app.digests.run(), sibling.digests.run()]);
      }
      await sibling.close();
      expect(smtp.mails).toHaveLength(20);
      expect(new Set(recipients()).size).toBe(20);
      expect(await read(issue.id)).toMatchObject({ status: 'sent', recipients: 20, sent: 20 });
    });

    test('a stopped issue goes to nobody who still waits', async () => {
      for (const name of ['ada', 'bob']) await subscribe(`${name}@example.com`);
      const issue = await create();
      await schedule(issue);
      smtp.refused.set('bob@example.com', { code: 451, text: 'later' });
      await run();
      expect(await read(issue.id)).toMatchObject({ status: 'sending', sent: 1, waiting: 1 });
      expect((await app.post(`${ISSUES}/${issue.id}/cancel`, {}, as)).json()).toMatchObject({
        status: 'cancelled',
        waiting: 0,
      });
      smtp.refused.clear();
      app.clock.forward(HOUR);
      await run();
      expect(recipients()).toEqual(['ada@example.com']);
    });

    test('who subscribes anew while it is sent does not get it twice', async () => {
      await subscribe('ada@example.com');
      await subscribe('bob@example.com');
      const issue = await create();
      await schedule(issue);
      smtp.refused.set('bob@example.com', { code: 451, text: 'later' });
      await run();
      const [mail] = smtp.mails;
      await app.post(`/api/mail/unsubscribe?token=${tokenIn(mail?.raw ?? '')}`, {});
      app.clock.forward(HOUR);
      await subscribe('ada@example.com', { at: new Date(app.clock.now.getTime() + DAY) });
      smtp.refused.clear();
      await run();
      expect(recipients()).toEqual(['ada@example.com', 'bob@example.com']);
    });

    test('a restore sends no issue again that had begun, or whose moment has passed', async () => {
      await subscribe('ada@example.com');
      const [sent, due, later] = [await create(), await create(), await create()];
      const moment = (time: number) => new Date(Date.now() + time).toISOString();
      await schedule(later, moment(30 * DAY));
      const file = join(app.env.VAR_DIR, 'backup.db');
      await app.database.write(({ tx }) =>
        tx
          .updateTable('newsletter_issues')
          .set({ status: 'scheduled', at: moment(-DAY) })
          .where('id', '=', due.id)
          .execute(),
      );
      await writeBackup(app.databaseUrl, file);
      await schedule(sent);
      app.clock.now = new Date();
      await run();
      expect(recipients()).toEqual(['ada@example.com', 'ada@example.com']);
      await restoreBackup(app.database, file, async () => {});
      await run();
      await run();
      const rows = await app.database.read
        .selectFrom('newsletter_issues')
        .select(['id', 'status', 'sent'])
        .execute();
      expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
        new Map([
          [sent.id, 'sent'],
          [due.id, 'sent'],
          [later.id, 'scheduled'],
        ]),
      );
      expect(smtp.mails).toHaveLength(2);
      await app.database.write(({ tx }) => tx.deleteFrom('newsletter_issues').execute());
      await restoreBackup(app.database, file, async () => {});
      await run();
      const status = { status: 'cancelled' };
      expect(
        await app.database.read
          .selectFrom('newsletter_issues')
          .select('status')
          .where('id', '=', due.id)
          .execute(),
      ).toEqual([status]);
      expect(smtp.mails).toHaveLength(2);
    });

    test('an issue that was sent can be read by everybody, in each language, and nothing else of it', async () => {
      await subscribe('kim@example.com', { language: 'ko' });
      const archive = async (language = 'en') =>
        (await app.get(`/api/newsletters?language=${language}`)).json();
      const status = async (id: string) => (await app.get(`/api/newsletters/${id}`)).statusCode;
      const sitemap = async () => (await app.get('/sitemap.xml')).body;
      const issue = await create();
      const later = await create();
      await schedule(later, new Date(app.clock.now.getTime() + DAY).toISOString());
      expect([await archive(), await status(issue.id), await status(later.id)]).toEqual([[], 404, 404]);
      expect(await status('no-id')).toBe(400);
      expect(await sitemap()).not.toContain('/newsletters');
      await schedule(issue);
      const sent_at = app.clock.now.toISOString();
      // The first reader follows the link of the mail while other readers wait for theirs.
      await app.issues.look();
      expect([(await read(issue.id)).status, await status(issue.id)]).toEqual(['sending', 200]);
      await run();
      const { id } = issue;
      expect(await archive()).toEqual([{ id, subject: 'Five small giants', language: 'en', sent_at }]);
      expect(await archive('ko')).toEqual([{ id, subject: '작은 거인 다섯', language: 'ko', sent_at }]);
      expect(await archive('ja')).toEqual(await archive());
      const text = (await app.get(`/api/newsletters/${id}`)).json();
      expect(text.parts).toEqual([
        {
          blocks: [
            { kind: 'paragraph', runs: [{ text: 'Hello ' }, { text: 'all', bold: true }, { text: '.' }] },
          ],
        },
        { company: expect.objectContaining({ id: 'acme', name: 'Acme' }) },
      ]);
      expect(Object.keys(text).sort()).toEqual(['id', 'language', 'parts', 'sent_at', 'subject']);
      const address = `https://giants.example/ko/newsletters/${id}`;
      const mail = (await app.post(`${ISSUES}/${id}/preview`, { language: 'ko' }, as)).json();
      expect(mail.text).toContain(`브라우저에서 보기: ${address}\n`);
      expect(smtp.mails[0]?.html).toContain(`href="${address}"`);
      expect(await sitemap()).toContain(`<loc>${address}</loc>`);
      await app.put('/api/admin/companies/acme', { name: 'Acme & Co.' }, as);
      const [, card] = (await app.get(`/api/newsletters/${id}`)).json().parts;
      expect(card.company.name).toBe('Acme & Co.');
    });

    test('an issue that is stopped on its way is read by nobody any more', async () => {
      await subscribe('ada@example.com');
      const issue = await create();
      await schedule(issue);
      await app.issues.look();
      const status = async () => (await app.get(`/api/newsletters/${issue.id}`)).statusCode;
      expect(await status()).toBe(200);
      await app.post(`${ISSUES}/${issue.id}/cancel`, undefined, as);
      expect([await status(), (await app.get('/api/newsletters')).json()]).toEqual([404, []]);
    });

    test('a process that is killed while the mail server takes an issue: nobody gets it twice', async () => {
      const names = ['ada', 'bob', 'cid', 'dan'];
      for (const name of names) await subscribe(`${name}@example.com`, { at: new Date() });
      const issue = await create();
      // Later than the clock of this process, whose own look would send the issue before anybody is subscribed to it.
      await schedule(issue, new Date().toISOString());
      const end = Promise.withResolvers<void>();
      smtp.answer.delay = end.promise;
      const variables = { SMTP_URL: smtp.url, MAIL_PER_MINUTE: '60' };
      const killed = await startProcess(app.databaseUrl, app.env.VAR_DIR, variables);
      await expect.poll(() => smtp.arrived()).toBeGreaterThan(0);
      await killed.end('SIGKILL');
      // Taken, and nobody is there to hear of it.
      end.resolve();
      await expect.poll(() => smtp.mails.length).toBe(smtp.arrived());
      const states = await app.database.read.selectFrom('reader_mails').select('state').execute();
      expect(states.map(({ state }) => state)).toContain('handed');
      smtp.answer.delay = 0;
      // The lease of the killed process is over first.
      await app.database.write(({ tx }) => tx.deleteFrom('leases').execute());
      const next = await startProcess(app.databaseUrl, app.env.VAR_DIR, {
        ...variables,
        MAIL_PER_MINUTE: '60000',
      });
      await expect.poll(async () => (await read(issue.id)).status).toBe('sent');
      await next.end('SIGTERM');
      expect(recipients()).toEqual(names.map((name) => `${name}@example.com`));
    });
  });
}

import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FOLLOWS_MAX, WAITING_MAX } from '../../../core/readers/rules.ts';
import { DAY, HOUR } from '../../../core/time.ts';
import { restoreBackup, writeBackup } from '../../platform/backup/backup.ts';
import { signIn as signInAsAdmin, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { deleteOldFollows } from '../readers/index.ts';

const PASSWORD = 'correct horse battery';
const SECRET = 'a-secret-of-the-mail-service';
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

for (const dialect of dialects) {
  describe(`follows on ${dialect}`, () => {
    let app: TestApp;
    let smtp: TestSmtp;
    beforeEach(async () => {
      smtp = await startSmtp();
      app = await testApp(dialect, {
        variables: {
          SMTP_URL: smtp.url,
          SITE_URL: 'https://giants.example',
          RATE_LIMITS: 'on',
          MAIL_WEBHOOK_SECRET: SECRET,
        },
      });
      await makeCompany(app, 'Acme', {
        id: 'acme',
        category: 'no-seed',
        country: 'KR',
        tags: ['tea'],
        founders: [{ id: 'ada', name: { en: 'Ada' } }],
      });
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    const nextMail = async () => {
      await app.outbox.whenIdle();
      const mail = smtp.mails.shift();
      if (!mail) throw new Error('no mail came');
      return mail;
    };
    const register = (fields: object = {}) =>
      app.post('/api/auth/register', {
        email: 'ada@example.com',
        password: PASSWORD,
        language: 'en',
        ...fields,
      });
    /** Registers, verifies and logs in; what its requests carry. */
    const signIn = async (fields: { email?: string; newsletter_subscribed?: boolean } = {}) => {
      const email = fields.email ?? 'ada@example.com';
      await register(fields);
      await app.get(`/api/auth/verify-email?token=${(await nextMail()).token}`);
      const { token } = (await app.post('/api/auth/login', { email, password: PASSWORD })).json();
      return bearer(token);
    };
    const follow = (body: object, as = {}) =>
      app.post('/api/follows', { kind: 'company', value: 'acme', ...body }, as);
    const followed = async (as: object) => (await app.get('/api/auth/follows?language=en', as)).json();
    const preferences = async (token: string) =>
      (await app.get(`/api/mail/preferences?token=${token}`)).json();
    /** Follows with an address and confirms it. Returns the token of its mails. */
    const confirmed = async (email: string, body: object = {}) => {
      expect((await follow({ email, language: 'en', ...body })).statusCode).toBe(201);
      const { token } = await nextMail();
      expect((await app.post(`/api/mail/confirm?token=${token}`, {})).statusCode).toBe(200);
      return token;
    };

    test('what strangers ask for fills nobody’s list, and a mail confirms only what it names', async () => {
      const quiet = await app.sibling({ RATE_LIMITS: 'off' });
      await register({ newsletter_subscribed: true });
      const verification = (await nextMail()).token;
      const ask = (value: string) =>
        quiet.post('/api/follows', { kind: 'search', value, email: 'ada@example.com' });
      for (let i = 0; i < FOLLOWS_MAX + 5; i++) expect((await ask(`q=spam${i}`)).statusCode).toBe(201);
      await quiet.outbox.whenIdle();
      const links = smtp.mails.map(
        ({ text }) => /preferences\?token=([^&\s]+)&follow=([\w-]+)/.exec(text) ?? [],
      );
      smtp.mails.length = 0;
      // The address can be verified all the same, and its owner follows what the account asked for.
      expect((await app.get(`/api/auth/verify-email?token=${verification}`)).statusCode).toBe(200);
      const login = await app.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD });
      const as = bearer(login.json().token);
      expect((await follow({}, as)).statusCode).toBe(201);
      const { follows } = await followed(as);
      const waiting = follows.filter(({ confirmed: is }: { confirmed: boolean }) => !is);
      expect([waiting.length, follows.length]).toEqual([WAITING_MAX, WAITING_MAX + 2]);
      // Mails do not arrive in the order in which they were asked for.
      const [, token, id] =
        links.find(([, , of]) => waiting.some((one: { id: string }) => one.id === of)) ?? [];
      await app.post(`/api/mail/confirm?token=${token}`, { follow: id });
      const after = (await followed(as)).follows.filter(({ confirmed: is }: { confirmed: boolean }) => is);
      expect(after).toHaveLength(3);
      // What a stranger asked for and the account asks for too is the account's.
      const other = waiting.find((one: { id: string }) => one.id !== id);
      await follow({ kind: 'search', value: other.value }, as);
      const own = (await followed(as)).follows.find((one: { id: string }) => one.id === other.id);
      expect(own.confirmed).toBe(true);
      await quiet.close();
    });

    test('who follows it already is told so by mail, and asked for nothing; the page answers as it does to anybody', async () => {
      const email = 'ada@example.com';
      const first = (await follow({ email, language: 'en', frequency: 'daily' })).json();
      const { token } = await nextMail();
      await app.post(`/api/mail/confirm?token=${token}`, {});
      const again = await follow({ email, language: 'en', frequency: 'monthly' });
      expect([again.statusCode, again.json()]).toEqual([201, first]);
      const told = await nextMail();
      expect([told.to, told.subject]).toEqual([email, 'Already confirmed: Acme · Tiny Giants']);
      // As often as the owner chose, not as somebody asks.
      expect(told.text).toContain('How often: Every day, in the morning.');
      expect(told.text).toMatch(/\/en\/mail\/preferences\?token=[\w-]+$/m);
      expect(await preferences(told.token)).toMatchObject({
        follows: [{ frequency: 'daily', confirmed: true }],
      });
      // Who ended everything is asked anew.
      await app.post(`/api/mail/unsubscribe?token=${token}&all=true`);
      await follow({ email, language: 'en' });
      expect((await nextMail()).subject).toContain('Please confirm');
    });

    test('a company and the one that was merged into it are followed as one', async () => {
      const admin = await signInAsAdmin(app);
      for (const id of ['old', 'twin']) await makeCompany(app, id, { id });
      const token = await confirmed('ada@example.com', { value: 'acme' });
      for (const value of ['twin', 'old']) await confirmed('ada@example.com', { value });
      await confirmed('bob@example.com', { value: 'old', frequency: 'daily' });
      for (const id of ['old', 'twin'])
        await app.post(`/api/admin/companies/${id}/merge`, { into: 'acme' }, admin);
      const { follows } = await preferences(token);
      expect(follows).toMatchObject([{ kind: 'company', value: 'acme', confirmed: true }]);
      const rows = () =>
        app.database.read
          .selectFrom('follows')
          .select(['value', 'frequency'])
          .execute()
          .then((found) => found.map(({ value, frequency }) => `${value} ${frequency}`).sort());
      const at = `/api/follows/${follows[0].id}?token=${token}`;
      expect((await app.put(at, { frequency: 'monthly' })).json()).toMatchObject({
        value: 'acme',
        frequency: 'monthly',
      });
      expect(await rows()).toEqual(['acme monthly', 'old daily', 'old monthly', 'twin monthly']);
      // Who confirmed the old id gets the target already.
      await follow({ email: 'bob@example.com', language: 'en', value: 'acme' });
      const told = await nextMail();
      expect([told.to, told.subject]).toEqual(['bob@example.com', 'Already confirmed: Acme · Tiny Giants']);
      expect((await preferences(told.token)).follows).toHaveLength(1);
      expect((await app.delete(at)).statusCode).toBe(200);
      expect(await rows()).toEqual(['old daily']);
      expect((await app.delete(at)).statusCode).toBe(404);
    });

    test('what a hidden company is called now is told to nobody who follows it', async () => {
      const admin = await signInAsAdmin(app);
      const as = await signIn();
      await follow({}, as);
      await app.put(
        '/api/admin/companies/acme',
        { show_on_site: false, content: { en: { name: 'Codename' } } },
        admin,
      );
      expect(JSON.stringify(await followed(as))).not.toContain('Codename');
    });

    test('with an account it is at once; it is seen, changed and ended', async () => {
      const as = await signIn();
      const made = await follow({ frequency: 'daily' }, as);
      expect([made.statusCode, made.json().follow]).toMatchObject([
        201,
        {
          kind: 'company',
          value: 'acme',
          name: 'Acme',
          path: '/companies/acme',
          frequency: 'daily',
          confirmed: true,
        },
      ]);
      expect((await follow({ frequency: 'monthly' }, as)).json().follow.id).toBe(made.json().follow.id);
      expect(await followed(as)).toMatchObject({
        email: 'ada@example.com',
        ended: null,
        follows: [{ frequency: 'monthly' }],
        sent: [],
      });
      const { id } = made.json().follow;
      const changed = await app.put(`/api/follows/${id}`, { frequency: 'weekly' }, as);
      expect([changed.statusCode, changed.json().frequency]).toEqual([200, 'weekly']);
      const other = await signIn({ email: 'eve@example.com' });
      expect((await app.put(`/api/follows/${id}`, { frequency: 'daily' }, other)).statusCode).toBe(404);
      expect((await app.delete(`/api/follows/${id}`, undefined, other)).statusCode).toBe(404);
      expect((await app.delete(`/api/follows/${id}`)).statusCode).toBe(404);
      expect((await app.put(`/api/follows/${id}`, { frequency: 'daily' })).statusCode).toBe(404);
      expect((await app.delete(`/api/follows/${id}?token=wrong`)).json().code).toBe('token_invalid');
      expect((await app.delete(`/api/follows/${id}`, undefined, as)).statusCode).toBe(200);
      expect((await app.delete(`/api/follows/${id}`, undefined, as)).statusCode).toBe(404);
      expect((await followed(as)).follows).toEqual([]);
      expect((await app.get('/api/auth/follows')).statusCode).toBe(401);
      expect(smtp.mails).toEqual([]);
    });

    test('everything that can be followed has its name and page; what is not there is refused', async () => {
      const as = await signIn();
      const given: [string, string, string, string][] = [
        ['founder', 'ada', 'Ada', '/founders/ada'],
        ['category', 'no-seed', 'No Seed', '/no-seed'],
        ['country', 'kr', 'South Korea', '/countries/kr'],
        ['kind', 'app', 'App', '/kinds/app'],
        ['tag', 'tea', 'tea', '/tags/tea'],
        [
          'search',
          'sort=likes&q=green tea&country=KR',
          '“green tea” · South Korea',
          '/all?country=KR&q=green+tea',
        ],
        ['newsletter', 'all', 'All', '/all'],
      ];
      for (const [kind, value, name, path] of given) {
        const answer = await follow({ kind, value }, as);
        expect([kind, answer.statusCode]).toEqual([kind, 201]);
        expect(answer.json().follow).toMatchObject({
          path,
          name: expect.stringMatching(new RegExp(name, 'i')),
        });
      }
      const refused: [object, number, string?][] = [
        [{ value: 'no-such' }, 404, 'company_not_found'],
        [{ kind: 'founder', value: 'nobody' }, 400, 'not_followable'],
        [{ kind: 'category', value: 'no-such' }, 400, 'not_followable'],
        [{ kind: 'category', value: 'all' }, 400, 'not_followable'],
        [{ kind: 'newsletter', value: 'no-such' }, 400, 'not_followable'],
        [{ kind: 'kind', value: 'no-such' }, 400, 'not_followable'],
        [{ kind: 'tag', value: 'no-such' }, 400, 'not_followable'],
        [{ kind: 'country', value: 'Korea' }, 400, 'invalid_country'],
        [{ kind: 'country', value: 'KK' }, 400, 'invalid_country'],
        [{ kind: 'search', value: 'sort=likes' }, 400, 'required'],
        [{ kind: 'search', value: 'country=Korea' }, 400, 'invalid_country'],
        [{ kind: 'planet', value: 'x' }, 400, 'not_one_of'],
        [{ frequency: 'hourly' }, 400, 'not_one_of'],
        [{ time_zone: 'Mars/Base' }, 400, 'invalid_time_zone'],
        [{ value: '' }, 400, 'required'],
        [{ email: 'no address' }, 400, 'invalid_email'],
      ];
      for (const [body, status, code] of refused) {
        const answer = await follow(body, as);
        const { details, code: whole } = answer.json();
        expect([body, answer.statusCode, details?.[0].code ?? whole]).toEqual([body, status, code]);
      }
      const nobody = await follow({});
      expect(nobody.json().details[0]).toMatchObject({ path: 'body.email', code: 'required' });
    });

    test('searches that differ in a range alone have different names', async () => {
      const as = await signIn();
      for (const [value, name] of [
        ['employees_max=50', 'Team size ≤ 50'],
        ['revenue_min=1000000&revenue_max=9999999', 'Revenue a year $1M–$10M'],
        ['revenue_max=99999', 'Revenue a year < $100K'],
        ['founded_min=2020', 'Founded ≥ 2020'],
        ['founded_min=2020&founded_max=2020', 'Founded 2020'],
      ])
        expect((await follow({ kind: 'search', value }, as)).json().follow.name).toBe(name);
    });

    test('without an account a mail asks; reading its link changes nothing, a press confirms', async () => {
      await signIn();
      const known = await follow({ email: 'ada@example.com', language: 'en' });
      const unknown = await follow({ email: 'bob@example.com', language: 'en', time_zone: 'Europe/Berlin' });
      expect([known.statusCode, unknown.statusCode]).toEqual([201, 201]);
      expect(known.json()).toEqual(unknown.json());
      await app.outbox.whenIdle();
      const [toAda, toBob] = smtp.mails;
      expect([toAda?.to, toBob?.to]).toEqual(['ada@example.com', 'bob@example.com']);
      expect(toBob?.subject).toContain('Acme');
      expect(toBob?.text).toContain('https://giants.example/en/mail/preferences?token=');
      const token = toBob?.token ?? '';
      const waiting = await app.get(`/api/mail/preferences?token=${token}`);
      expect(waiting.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      expect(waiting.json()).toMatchObject({
        email: 'bob@example.com',
        time_zone: 'Europe/Berlin',
        follows: [{ value: 'acme', confirmed: false }],
      });
      expect((await preferences(token)).follows[0].confirmed).toBe(false);
      const pressed = await app.post(`/api/mail/confirm?token=${token}`, { time_zone: 'Asia/Tokyo' });
      expect(pressed.json()).toMatchObject({ time_zone: 'Asia/Tokyo', follows: [{ confirmed: true }] });
      // Somebody else who types the address changes nothing of what is confirmed.
      await follow({ email: 'bob@example.com', frequency: 'daily', time_zone: 'Asia/Seoul' });
      expect(await preferences(token)).toMatchObject({
        time_zone: 'Asia/Tokyo',
        follows: [{ frequency: 'weekly' }],
      });
      const { id } = (await preferences(token)).follows[0];
      const changed = await app.put(`/api/follows/${id}?token=${token}`, { frequency: 'monthly' });
      expect(changed.json().frequency).toBe('monthly');
      expect((await app.delete(`/api/follows/${id}?token=${token}`)).statusCode).toBe(200);
      expect((await preferences(token)).follows).toEqual([]);
      for (const wrong of ['x', `${token}x`, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`])
        for (const path of ['preferences', 'confirm', 'unsubscribe'])
          expect(
            (
              await (path === 'preferences'
                ? app.get(`/api/mail/${path}?token=${wrong}`)
                : app.post(`/api/mail/${path}?token=${wrong}`, {}))
            ).json().code,
          ).toBe('token_invalid');
    });

    test('mails to one address are limited, whoever asks for them', async () => {
      const statuses = [];
      for (let i = 0; i < 6; i++)
        statuses.push((await follow({ email: i % 2 ? 'Bob@example.com' : 'bob@example.com' })).statusCode);
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
      const answered: number[] = [];
      for (let hour = 0; hour < 3; hour++) {
        app.clock.forward(HOUR);
        for (let i = 0; i < 5; i++) answered.push((await follow({ email: 'bob@example.com' })).statusCode);
      }
      // The refused one counts for the day, too.
      expect(answered.filter((status) => status === 201)).toHaveLength(9);
      app.clock.forward(DAY);
      expect((await follow({ email: 'bob@example.com' })).statusCode).toBe(201);
    });

    test('one network has few addresses asked, and an account follows on', async () => {
      const as = await signIn();
      const statuses = [];
      for (let i = 0; i < 21; i++)
        statuses.push((await follow({ email: `reader${i}@example.com` })).statusCode);
      expect(statuses.filter((status) => status !== 201)).toEqual([429]);
      expect((await follow({}, as)).statusCode).toBe(201);
      app.clock.forward(HOUR);
      expect((await follow({ email: 'late@example.com' })).statusCode).toBe(201);
    });

    test('one request of a mail program ends everything, and only a POST does', async () => {
      const token = await confirmed('bob@example.com');
      const address = `/mail/unsubscribe?token=${token}`;
      const opened = await app.get(address);
      expect([opened.statusCode, opened.headers['location']]).toEqual([
        303,
        `/mail/preferences?token=${token}`,
      ]);
      await app.get(address, { method: 'HEAD' });
      expect((await preferences(token)).follows).toHaveLength(1);
      const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      // What a mail program sends as the body matters as little as that it asks again.
      for (const type of [
        form.headers['content-type'],
        'text/plain',
        'application/json',
        'multipart/form-data',
      ])
        expect(
          (
            await app.post(address, Buffer.from('List-Unsubscribe=One-Click'), {
              headers: { 'content-type': type },
            })
          ).statusCode,
        ).toBe(200);
      expect((await app.post('/mail/unsubscribe?token=x', Buffer.from('a=b'), form)).statusCode).toBe(400);
      expect((await preferences(token)).code).toBe('token_invalid');
      // Somebody else cannot begin it anew; the owner can.
      await follow({ email: 'bob@example.com', language: 'en' });
      const again = (await nextMail()).token;
      expect(await preferences(again)).toMatchObject({
        ended: 'unsubscribed',
        follows: [{ confirmed: false }],
      });
      await app.post(`/api/mail/confirm?token=${again}`, {});
      expect(await preferences(again)).toMatchObject({ ended: null, follows: [{ confirmed: true }] });
    });

    test('the newsletter of a profile and what its address follows are the same', async () => {
      const as = await signIn({ newsletter_subscribed: true });
      expect((await followed(as)).follows).toMatchObject([
        { kind: 'newsletter', value: 'all', frequency: 'weekly' },
      ]);
      await app.put('/api/auth/profile', { newsletter_categories: ['no-seed'] }, as);
      const { follows } = await followed(as);
      expect(follows).toMatchObject([{ kind: 'newsletter', value: 'no-seed' }]);
      const profile = async () => (await app.get('/api/auth/me', as)).json().user;
      await app.delete(`/api/follows/${follows[0].id}`, undefined, as);
      expect((await profile()).newsletter_subscribed).toBe(false);
      await follow({ kind: 'newsletter', value: 'all' }, as);
      expect(await profile()).toMatchObject({ newsletter_subscribed: true, newsletter_categories: [] });
      await app.put('/api/auth/profile', { newsletter_subscribed: false }, as);
      expect((await followed(as)).follows).toEqual([]);
      // An administrator who saves it does the same.
      const admin = await signInAsAdmin(app);
      const [{ id }] = (await app.get('/api/admin/users', admin)).json();
      await app.put(`/api/admin/users/${id}`, { newsletter_subscribed: true }, admin);
      expect((await followed(as)).follows).toMatchObject([{ kind: 'newsletter', value: 'all' }]);
    });

    test('an account takes over what its address followed, and its deletion ends all of it', async () => {
      const token = await confirmed('ada@example.com');
      // Whoever registers an address without reading its mail sees nothing of it.
      await register();
      expect((await app.database.read.selectFrom('readers').select('user_id').execute())[0]).toEqual({
        user_id: null,
      });
      await nextMail();
      app.clock.forward(HOUR);
      const as = await (async () => {
        await register();
        await app.get(`/api/auth/verify-email?token=${(await nextMail()).token}`);
        const login = await app.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD });
        return bearer(login.json().token);
      })();
      expect((await followed(as)).follows).toMatchObject([{ value: 'acme' }]);
      const exported = (await app.get('/api/auth/export', as)).json();
      expect(exported).toMatchObject({ follows: [{ kind: 'company', value: 'acme' }], mails: [] });
      await app.delete('/api/auth/account', { password: PASSWORD }, as);
      expect((await preferences(token)).code).toBe('token_invalid');
      for (const table of ['readers', 'follows', 'reader_mails'] as const)
        expect(await app.database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    });

    test('a mail service ends addresses, with its secret alone', async () => {
      const as = await signIn({ newsletter_subscribed: true });
      const token = await confirmed('bob@example.com');
      const report = (events: object[], secret = SECRET) =>
        app.post('/api/mail/bounces', { events }, bearer(secret));
      const events = [
        { email: 'BOB@example.com', kind: 'complaint' },
        { email: 'ada@example.com', kind: 'bounce' },
        { email: 'new@example.com', kind: 'bounce' },
      ];
      expect((await report(events, 'another-secret-of-somebody')).statusCode).toBe(401);
      expect((await app.post('/api/mail/bounces', { events })).statusCode).toBe(401);
      expect((await report([])).statusCode).toBe(400);
      expect((await report([{ email: 'a@example.com', kind: 'soft' }])).json().details[0].code).toBe(
        'not_one_of',
      );
      expect((await report(events)).json()).toEqual({ ended: 2 });
      expect((await preferences(token)).code).toBe('token_invalid');
      expect(await followed(as)).toMatchObject({ ended: 'bounce', follows: [] });
      expect((await app.get('/api/auth/me', as)).json().user.newsletter_subscribed).toBe(false);
      // No mail goes there, and the answer is that of any other address.
      const answers = [
        await follow({ email: 'new@example.com' }),
        await follow({ email: 'else@example.com' }),
      ];
      expect(answers[0]?.json()).toEqual(answers[1]?.json());
      await app.outbox.whenIdle();
      expect(smtp.mails.map(({ to }) => to)).toEqual(['else@example.com']);
      const without = await app.sibling({ MAIL_WEBHOOK_SECRET: '' });
      expect((await without.post('/api/mail/bounces', { events }, bearer(SECRET))).statusCode).toBe(404);
      await without.close();
      // Whoever has the account asks for it anew.
      await follow({}, as);
      expect(await followed(as)).toMatchObject({ ended: null, follows: [{ value: 'acme' }] });
    });

    test('a restore brings back nobody who ended it', async () => {
      const [bob, eve] = [await confirmed('bob@example.com'), await confirmed('eve@example.com')];
      const as = await signIn({ newsletter_subscribed: true });
      const file = join(app.env.VAR_DIR, 'backup.db');
      await writeBackup(app.databaseUrl, file);
      await app.post(`/api/mail/unsubscribe?token=${bob}`, {});
      await app.post(
        '/api/mail/bounces',
        { events: [{ email: 'ada@example.com', kind: 'bounce' }] },
        bearer(SECRET),
      );
      expect((await followed(as)).follows).toEqual([]);
      await restoreBackup(app.database, file, async () => {});
      expect((await preferences(bob)).follows).toEqual([]);
      expect(await preferences(eve)).toMatchObject({ ended: null, follows: [{ confirmed: true }] });
      const [ada] = await app.database.read
        .selectFrom('users')
        .select('newsletter_subscribed')
        .where('email', '=', 'ada@example.com')
        .execute();
      expect(ada).toEqual({ newsletter_subscribed: 0 });
    });

    test('what nobody confirms is forgotten', async () => {
      await follow({ email: 'bob@example.com' });
      await nextMail();
      const token = await confirmed('eve@example.com');
      app.clock.forward(8 * DAY);
      await app.database.write(({ tx }) => deleteOldFollows(tx, app.clock.now));
      const rows = await app.database.read.selectFrom('readers').select('email').execute();
      expect(rows).toEqual([{ email: 'eve@example.com' }]);
      expect((await preferences(token)).follows).toHaveLength(1);
    });

    test('nobody follows more than there is room for', async () => {
      const as = await signIn();
      const { id } = (await follow({}, as)).json().follow;
      await app.database.write(async ({ tx }) => {
        const row = await tx.selectFrom('follows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        const more = Array.from({ length: FOLLOWS_MAX - 1 }, (_, i) => ({
          ...row,
          id: `${id}-${i}`,
          value: `other-${i}`,
        }));
        await tx.insertInto('follows').values(more).execute();
      });
      const full = await follow({ kind: 'tag', value: 'tea' }, as);
      expect([full.statusCode, full.json().code]).toEqual([409, 'conflict']);
      expect((await follow({ frequency: 'daily' }, as)).statusCode).toBe(201);
      // Nobody else learns that an address is full.
      expect((await follow({ kind: 'tag', value: 'tea', email: 'ada@example.com' })).statusCode).toBe(201);
    });
  });
}

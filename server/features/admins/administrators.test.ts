import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Administrator } from '../../../core/admins/administrator-calls.ts';
import type { Role } from '../../../core/admins/roles.ts';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import { ADMIN_PASSWORD, signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeUser } from '../../testing/make.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';

type As = Awaited<ReturnType<typeof signIn>>;

for (const dialect of dialects) {
  describe(`the administrators on ${dialect}`, () => {
    let app: TestApp;
    let owner: As;
    beforeEach(async () => {
      app = await testApp(dialect);
      owner = await signIn(app, 'admin');
    });
    afterEach(() => app.close());

    const list = async (as = owner) =>
      (await app.get('/api/admin/administrators', as)).json() as Administrator[];
    const find = async (name: string) => (await list()).find(({ username }) => username === name);
    const idOf = async (name: string) =>
      (
        await app.database.read
          .selectFrom('admins')
          .select('id')
          .where('username', '=', name)
          .executeTakeFirstOrThrow()
      ).id;
    const session = (as: As) => app.get('/api/admin/session', as);
    const log = async () => (await app.get('/api/admin/audit', owner)).json();

    test('the single administrator of before is the first owner, and may do everything', async () => {
      expect((await session(owner)).json()).toMatchObject({ username: 'admin', role: 'owner', email: null });
      expect(await list()).toMatchObject([
        { username: 'admin', role: 'owner', disabled_at: null, sessions: 1, self: true },
      ]);
      expect(await find('admin')).not.toHaveProperty('password_hash');
    });

    test('a log-in and the session name the role and what it may do', async () => {
      await signIn(app, 'mo', 'moderator');
      const answer = await app.post('/api/admin/login', { username: 'mo', password: ADMIN_PASSWORD });
      expect(answer.json()).toMatchObject({ success: true, username: 'mo', role: 'moderator' });
      expect(answer.json().permissions).toContain('comments.moderate');
      expect(answer.json().permissions).not.toContain('companies.write');
    });

    test('another role holds at once, for sessions that run', async () => {
      const editor = await signIn(app, 'ed', 'editor');
      const save = () => app.post('/api/admin/companies/upsert', { companies: [] }, editor);
      expect((await save()).json().code).not.toBe('forbidden');
      const id = await idOf('ed');
      const changed = await app.put(`/api/admin/administrators/${id}`, { role: 'analyst' }, owner);
      expect(changed.json()).toMatchObject({ username: 'ed', role: 'analyst', sessions: 1 });
      expect((await save()).json()).toMatchObject({ code: 'forbidden', reason: 'not_your_role' });
      expect((await session(editor)).json().role).toBe('analyst');
      expect((await log())[0]).toMatchObject({
        admin: 'admin',
        action: 'administrator.change_role',
        subject: 'ed',
        before: { role: 'editor' },
        after: { role: 'analyst' },
      });
    });

    test('a session that began while the clock was ahead does not outlive its time', async () => {
      app.clock.forward(400 * DAY);
      const ahead = await signIn(app, 'admin');
      expect((await session(ahead)).statusCode).toBe(200);
      app.clock.forward(-400 * DAY);
      const answer = await session(ahead);
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized']);
      expect((await session(await signIn(app, 'admin'))).statusCode).toBe(200);
    });

    test('who is disabled is out at once, and is told so only after the right password', async () => {
      const editor = await signIn(app, 'ed', 'editor');
      const id = await idOf('ed');
      const disabled = await app.post(`/api/admin/administrators/${id}/disable`, undefined, owner);
      expect(disabled.json()).toMatchObject({ sessions: 0, disabled_at: app.clock.now.toISOString() });
      expect((await session(editor)).json().code).toBe('unauthorized');
      const login = (password: string) => app.post('/api/admin/login', { username: 'ed', password });
      expect((await login('wrong')).json()).toMatchObject({ code: 'invalid_credentials', success: false });
      const told = await login(ADMIN_PASSWORD);
      expect([told.statusCode, told.json()]).toMatchObject([
        403,
        { code: 'account_suspended', success: false },
      ]);
      await app.post(`/api/admin/administrators/${id}/enable`, undefined, owner);
      expect((await login(ADMIN_PASSWORD)).statusCode).toBe(200);
    });

    test('who is removed is out at once, and the audit log keeps the name', async () => {
      const other = await signIn(app, 'olga');
      await app.post('/api/analytics/reset', {}, other);
      const id = await idOf('olga');
      expect((await app.delete(`/api/admin/administrators/${id}`, undefined, owner)).statusCode).toBe(200);
      expect((await session(other)).json().code).toBe('unauthorized');
      expect((await list()).map(({ username }) => username)).toEqual(['admin']);
      const entries = await log();
      expect(entries[0]).toMatchObject({ admin: 'admin', action: 'administrator.remove', subject: 'olga' });
      expect(entries).toContainEqual(
        expect.objectContaining({ admin: 'olga', action: 'statistics.reset', subject: 'all' }),
      );
      const again = await app.delete(`/api/admin/administrators/${id}`, undefined, owner);
      expect([again.statusCode, again.json().code]).toEqual([404, 'administrator_not_found']);
    });

    test('the last enabled owner can be neither disabled, removed nor given another role', async () => {
      const gone = await signIn(app, 'olga');
      const olga = await idOf('olga');
      await app.post(`/api/admin/administrators/${olga}/disable`, undefined, owner);
      expect((await session(gone)).statusCode).toBe(401);
      const id = await idOf('admin');
      for (const refused of [
        await app.post(`/api/admin/administrators/${id}/disable`, undefined, owner),
        await app.delete(`/api/admin/administrators/${id}`, undefined, owner),
        await app.put(`/api/admin/administrators/${id}`, { role: 'editor' }, owner),
      ])
        expect([refused.statusCode, refused.json()]).toMatchObject([
          409,
          { code: 'conflict', reason: 'last_owner' },
        ]);
      expect(await find('admin')).toMatchObject({ role: 'owner', disabled_at: null, sessions: 1 });
    });

    test('an owner beside another one may leave', async () => {
      await signIn(app, 'olga');
      const id = await idOf('admin');
      const left = await app.put(`/api/admin/administrators/${id}`, { role: 'analyst' }, owner);
      expect(left.json()).toMatchObject({ role: 'analyst' });
      expect((await app.get('/api/admin/administrators', owner)).json().code).toBe('forbidden');
    });

    test.each([
      ['remove', (id: string, as: As) => app.delete(`/api/admin/administrators/${id}`, undefined, as)],
      ['disable', (id: string, as: As) => app.post(`/api/admin/administrators/${id}/disable`, undefined, as)],
      ['demote', (id: string, as: As) => app.put(`/api/admin/administrators/${id}`, { role: 'editor' }, as)],
    ])('of two owners who %s each other at the same time one is refused', async (_, act) => {
      for (let round = 0; round < 5; round++) {
        const name = `olga ${round}`;
        const other = await signIn(app, name);
        const answers = await Promise.all([act(await idOf(name), owner), act(await idOf('admin'), other)]);
        expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
        const owners = await app.database.read
          .selectFrom('admins')
          .select('username')
          .where('role', '=', 'owner')
          .where('disabled_at', 'is', null)
          .execute();
        expect(owners).toHaveLength(1);
        // The other one begins anew.
        await app.database.write(async ({ tx }) => {
          await tx.deleteFrom('admin_sessions').execute();
          await tx.deleteFrom('admins').execute();
        });
        owner = await signIn(app, 'admin');
      }
    });

    test('an owner sees the sessions of the others and ends one, or all', async () => {
      const first = await signIn(app, 'ed', 'editor');
      app.clock.forward(MINUTE);
      const second = await signIn(app, 'ed', 'editor');
      app.clock.forward(MINUTE);
      const third = await signIn(app, 'ed', 'editor');
      const id = await idOf('ed');
      const sessions = async () =>
        (await app.get(`/api/admin/administrators/${id}/sessions`, owner)).json() as { id: string }[];
      const shown = await sessions();
      expect(shown).toMatchObject([
        { created_at: '2026-11-21T03:02:00.000Z', expires_at: '2026-11-22T03:02:00.000Z', current: false },
        { created_at: '2026-11-21T03:01:00.000Z' },
        { created_at: '2026-11-21T03:00:00.000Z' },
      ]);
      expect(Object.keys(shown[0] ?? {}).sort()).toEqual([
        'created_at',
        'current',
        'device',
        'expires_at',
        'id',
      ]);
      await app.delete(`/api/admin/administrators/${id}/sessions/${shown[2]?.id}`, undefined, owner);
      expect((await session(first)).statusCode).toBe(401);
      expect((await session(second)).statusCode).toBe(200);
      const all = await app.delete(`/api/admin/administrators/${id}/sessions`, undefined, owner);
      expect(all.json().ended).toBe(2);
      expect((await session(third)).statusCode).toBe(401);
      const none = await app.delete(
        `/api/admin/administrators/${id}/sessions/${shown[2]?.id}`,
        undefined,
        owner,
      );
      expect([none.statusCode, none.json().code]).toEqual([404, 'session_not_found']);
    });

    test('administrators see and end only their own sessions', async () => {
      const here = await signIn(app, 'ann', 'analyst');
      app.clock.forward(MINUTE);
      const there = await signIn(app, 'ann', 'analyst');
      const sessions = (await app.get('/api/admin/sessions', here)).json();
      expect(sessions).toMatchObject([{ current: false }, { current: true }]);
      const ended = await app.delete(`/api/admin/sessions/${sessions[0].id}`, undefined, here);
      expect(ended.statusCode).toBe(200);
      expect((await session(there)).statusCode).toBe(401);
      const owners = (await app.get('/api/admin/sessions', owner)).json();
      const others = await app.delete(`/api/admin/sessions/${owners[0].id}`, undefined, here);
      expect(others.json().code).toBe('session_not_found');
      expect((await session(owner)).statusCode).toBe(200);
    });

    test('administrators add their own address, which nobody else has', async () => {
      const save = (email: string | null, as = owner) => app.put('/api/admin/account', { email }, as);
      expect((await save('Ada@Example.com')).json()).toEqual({ email: 'Ada@Example.com' });
      expect((await session(owner)).json().email).toBe('Ada@Example.com');
      const other = await signIn(app, 'ed', 'editor');
      const refused = await save('ada@example.COM', other);
      expect([refused.statusCode, refused.json().details]).toMatchObject([
        400,
        [{ path: 'body.email', code: 'address_taken' }],
      ]);
      expect((await save(null)).json()).toEqual({ email: null });
      expect((await save('ada@example.COM', other)).statusCode).toBe(200);
    });

    describe('a proof of identity older than ten minutes is asked for again', () => {
      const confirm = (password: string, as = owner) => app.post('/api/admin/confirm', { password }, as);
      const acts: [string, () => Promise<{ statusCode: number; body: string }>][] = [
        ['exporting people', () => app.get('/api/admin/users/export.csv', owner)],
        [
          'deleting a person',
          async () =>
            app.post(
              `/api/admin/users/${await makeUser(app, `u${Math.random()}@example.com`)}/delete`,
              {},
              owner,
            ),
        ],
        [
          'saving a key',
          () => app.post('/api/admin/settings', { claudeApiKey: `sk-ant-${Math.random()}` }, owner),
        ],
        [
          'giving a role',
          async () => app.put(`/api/admin/administrators/${await idOf('admin')}`, { role: 'owner' }, owner),
        ],
        [
          'inviting',
          () =>
            app.post(
              '/api/admin/invitations',
              { email: 'new@example.com', role: 'editor', language: 'en' },
              owner,
            ),
        ],
        [
          'removing',
          async () => {
            await signIn(app, 'olga');
            return app.delete(`/api/admin/administrators/${await idOf('olga')}`, undefined, owner);
          },
        ],
      ];
      test.each(acts)('before %s', async (_, act) => {
        app.clock.forward(10 * MINUTE - 1000);
        expect((await act()).statusCode).toBeLessThan(300);
        app.clock.forward(1000);
        const refused = await act();
        expect([refused.statusCode, JSON.parse(refused.body).code]).toEqual([403, 'confirmation_required']);
        expect((await confirm('wrong')).json().code).toBe('wrong_password');
        expect((await act()).statusCode).toBe(403);
        const confirmed = await confirm(ADMIN_PASSWORD);
        expect(confirmed.json().freshUntil).toBe(
          new Date(app.clock.now.getTime() + 10 * MINUTE).toISOString(),
        );
        expect((await act()).statusCode).toBeLessThan(300);
      });

      test('and not for anything else', async () => {
        await app.post('/api/admin/settings', { claudeApiKey: 'sk-ant-0123456789' }, owner);
        app.clock.forward(HOUR);
        const settings = (await app.get('/api/admin/settings', owner)).json();
        const saved = await app.post('/api/admin/settings', { ...settings, enableAnalytics: false }, owner);
        expect([saved.statusCode, saved.json().enableAnalytics]).toEqual([200, false]);
        const user = await makeUser(app, 'ada@example.com');
        expect((await app.post(`/api/admin/users/${user}/suspend`, {}, owner)).statusCode).toBe(200);
      });
    });

    test('wrong passwords of who is asked again are throttled', async () => {
      const limited = await app.sibling({ RATE_LIMITS: 'on' });
      try {
        const statuses: number[] = [];
        for (let i = 0; i < 7; i++)
          statuses.push((await limited.post('/api/admin/confirm', { password: 'wrong' }, owner)).statusCode);
        expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
        expect(statuses.at(-1)).toBe(429);
      } finally {
        await limited.close();
      }
    });
  });

  describe(`invitations on ${dialect}`, () => {
    let smtp: TestSmtp;
    let app: TestApp;
    let owner: As;
    beforeEach(async () => {
      smtp = await startSmtp();
      app = await testApp(dialect, { variables: { SMTP_URL: smtp.url } });
      owner = await signIn(app, 'admin');
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    const invite = async (fields: { email?: string; role?: Role; language?: string } = {}) => {
      const answer = await app.post(
        '/api/admin/invitations',
        { email: 'ed@example.com', role: 'editor', language: 'en', ...fields },
        owner,
      );
      await app.outbox.whenIdle();
      return answer;
    };
    const token = () => smtp.mails.at(-1)?.token ?? '';
    const read = (of = token()) => app.post('/api/admin/invitation', { token: of });
    const accept = (fields: object = {}) =>
      app.post('/api/admin/invitation/accept', {
        token: token(),
        username: 'ed',
        password: 'nine quiet giants',
        ...fields,
      });
    const outstanding = async () => (await app.get('/api/admin/invitations', owner)).json();

    test('a link that was sent while the clock was ahead lets nobody in afterwards', async () => {
      app.clock.forward(400 * DAY);
      owner = await signIn(app, 'admin');
      expect((await invite()).statusCode).toBe(201);
      app.clock.forward(-400 * DAY);
      expect([(await read()).statusCode, (await accept()).statusCode]).toEqual([400, 400]);
      owner = await signIn(app, 'admin');
      expect((await invite()).statusCode).toBe(201);
      expect((await read()).statusCode).toBe(200);
    });

    test('an invited person becomes an administrator of the role, once', async () => {
      const invited = await invite();
      expect(invited.statusCode).toBe(201);
      expect(invited.json()).toMatchObject({
        email: 'ed@example.com',
        role: 'editor',
        invited_by: 'admin',
        expires_at: '2026-11-28T03:00:00.000Z',
      });
      expect(invited.json()).not.toHaveProperty('token_hash');
      expect(smtp.mails[0]).toMatchObject({ to: 'ed@example.com' });
      expect(smtp.mails[0]?.text).toContain('/admin/invitation?token=');
      const rows = await app.database.read.selectFrom('admin_invitations').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(token());
      expect((await read()).json()).toEqual({
        email: 'ed@example.com',
        role: 'editor',
        invited_by: 'admin',
        expires_at: '2026-11-28T03:00:00.000Z',
      });
      const accepted = (await accept()).json();
      expect(accepted).toMatchObject({ success: true, username: 'ed', role: 'editor' });
      const as = { headers: { authorization: `Bearer ${accepted.sessionToken}` } };
      expect((await app.get('/api/admin/session', as)).json()).toMatchObject({
        username: 'ed',
        email: 'ed@example.com',
        role: 'editor',
      });
      const login = await app.post('/api/admin/login', { username: 'ed', password: 'nine quiet giants' });
      expect(login.statusCode).toBe(200);
      expect(await outstanding()).toEqual([]);
      for (const used of [await read(), await accept({ username: 'other' })])
        expect([used.statusCode, used.json().code]).toEqual([400, 'token_invalid']);
    });

    test.each([
      ['ko', '초대'],
      ['ja', '招待'],
      ['zh', '邀请'],
    ])('the mail is written in the chosen language: %s', async (language, word) => {
      await invite({ language });
      expect(smtp.mails[0]?.subject).toContain(word);
      expect(smtp.mails[0]?.text).toContain('admin');
    });

    test('a link works for seven days', async () => {
      await invite();
      app.clock.forward(7 * DAY - 1000);
      expect((await read()).statusCode).toBe(200);
      app.clock.forward(1000);
      expect((await read()).json().code).toBe('token_invalid');
      expect((await accept()).json().code).toBe('token_invalid');
      owner = await signIn(app, 'admin');
      expect(await outstanding()).toMatchObject([{ email: 'ed@example.com' }]);
    });

    test('sent again, the old link ends; withdrawn, every one', async () => {
      const { id } = (await invite()).json();
      const first = token();
      app.clock.forward(5 * MINUTE);
      const again = await app.post(`/api/admin/invitations/${id}/resend`, undefined, owner);
      await app.outbox.whenIdle();
      expect(again.json().expires_at).toBe('2026-11-28T03:05:00.000Z');
      expect(smtp.mails).toHaveLength(2);
      expect((await read(first)).json().code).toBe('token_invalid');
      expect((await read()).statusCode).toBe(200);
      await app.delete(`/api/admin/invitations/${id}`, undefined, owner);
      expect((await accept()).json().code).toBe('token_invalid');
      expect(await outstanding()).toEqual([]);
      const gone = await app.post(`/api/admin/invitations/${id}/resend`, undefined, owner);
      expect([gone.statusCode, gone.json().code]).toEqual([404, 'invitation_not_found']);
    });

    test.each(['demoted', 'disabled', 'removed'])('an invitation ends when its sender is %s', async (how) => {
      const other = await signIn(app, 'boss', 'owner');
      const sent = await app.post(
        '/api/admin/invitations',
        { email: 'friend@example.com', role: 'owner', language: 'en' },
        other,
      );
      expect(sent.statusCode).toBe(201);
      await app.outbox.whenIdle();
      const taken = token();
      await invite({ email: 'stays@example.com' });
      expect((await read(taken)).statusCode).toBe(200);
      const all = (await app.get('/api/admin/administrators', owner)).json();
      const { id } = all.find(({ username }: { username: string }) => username === 'boss');
      if (how === 'demoted') await app.put(`/api/admin/administrators/${id}`, { role: 'analyst' }, owner);
      if (how === 'disabled') await app.post(`/api/admin/administrators/${id}/disable`, undefined, owner);
      if (how === 'removed') await app.delete(`/api/admin/administrators/${id}`, undefined, owner);
      expect((await read(taken)).json().code).toBe('token_invalid');
      expect((await accept({ token: taken, username: 'friend' })).json().code).toBe('token_invalid');
      expect(await outstanding()).toMatchObject([{ email: 'stays@example.com' }]);
    });

    test('an invited address is kept for whoever was invited', async () => {
      await invite();
      const analyst = await signIn(app, 'ann', 'analyst');
      const refused = await app.put('/api/admin/account', { email: 'ED@example.com' }, analyst);
      expect([refused.statusCode, refused.json().details?.[0]?.code]).toEqual([400, 'address_taken']);
    });

    test('only who may see the administrators reads in the log to which addresses invitations went', async () => {
      await invite();
      const analyst = await signIn(app, 'ann', 'analyst');
      const seen = async (as: As) => JSON.stringify((await app.get('/api/admin/audit', as)).json());
      expect(await seen(owner)).toContain('ed@example.com');
      expect(await seen(analyst)).toContain('session.begin');
      expect(await seen(analyst)).not.toContain('ed@example.com');
    });

    test('a second invitation to an address ends the first', async () => {
      await invite();
      const first = token();
      await invite({ email: 'ED@example.com', role: 'analyst' });
      expect((await read(first)).json().code).toBe('token_invalid');
      expect(await outstanding()).toMatchObject([{ email: 'ED@example.com', role: 'analyst' }]);
    });

    test('nobody is invited who is an administrator, and mails to one address are limited', async () => {
      await app.put('/api/admin/account', { email: 'ada@example.com' }, owner);
      const taken = await invite({ email: 'Ada@example.com' });
      expect([taken.statusCode, taken.json().details]).toMatchObject([
        400,
        [{ path: 'body.email', code: 'address_taken' }],
      ]);
      const limited = await app.sibling({ RATE_LIMITS: 'on' });
      try {
        const body = { email: 'eve@example.com', role: 'editor', language: 'en' };
        expect((await limited.post('/api/admin/invitations', body, owner)).statusCode).toBe(201);
        expect((await limited.post('/api/admin/invitations', body, owner)).statusCode).toBe(429);
      } finally {
        await limited.close();
      }
    });

    test.each([
      [{ username: ' ADMIN ' }, 'body.username', 'username_taken'],
      [{ username: ' ' }, 'body.username', 'required'],
      [{ password: '12345' }, 'body.password', 'too_short'],
      [{ password: 'password' }, 'body.password', 'too_common'],
    ])('accepting with %o is refused, and the link still works', async (fields, path, code) => {
      await invite();
      const refused = await accept(fields);
      expect([refused.statusCode, refused.json().details]).toMatchObject([400, [{ path, code }]]);
      expect((await accept()).statusCode).toBe(200);
    });

    test('of two who use a link at the same time one gets in', async () => {
      await invite();
      const answers = await Promise.all(['ed', 'ned'].map((username) => accept({ username })));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
      const admins = await app.database.read.selectFrom('admins').select('username').execute();
      expect(admins).toHaveLength(2);
    });

    test('of two links that are used for one name at the same time one is refused, and still works', async () => {
      const tokens: string[] = [];
      for (const email of ['ed@example.com', 'ned@example.com']) {
        await invite({ email });
        tokens.push(token());
      }
      const answers = await Promise.all(tokens.map((of) => accept({ token: of })));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
      const loser = answers.findIndex(({ statusCode }) => statusCode === 400);
      expect(answers[loser]?.json().details).toMatchObject([
        { path: 'body.username', code: 'username_taken' },
      ]);
      expect((await accept({ token: tokens[loser], username: 'ned' })).statusCode).toBe(200);
    });

    test('what has been over for long is cleared away', async () => {
      await invite();
      app.clock.forward(38 * DAY);
      const other = await app.sibling();
      other.clock.now = app.clock.now;
      await other.get('/healthz');
      await other.close();
      expect(await app.database.read.selectFrom('admin_invitations').selectAll().execute()).toEqual([]);
    });
  });
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../core/time.ts';
import { addressHash } from '../../platform/auth/secret-token.ts';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { type ReceivedMail, startSmtp, type TestSmtp } from '../../testing/smtp.ts';
import { deleteOldFollows, suppress } from '../readers/index.ts';

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
type As = Awaited<ReturnType<typeof visitor>>;

for (const dialect of dialects) {
  describe(`replies told to an address without an account on ${dialect}`, () => {
    let app: TestApp;
    let smtp: TestSmtp;
    let ada: As;
    let bob: As;
    beforeEach(async () => {
      smtp = await startSmtp();
      app = await testApp(dialect, { variables: { SMTP_URL: smtp.url, SITE_URL: 'https://giants.example' } });
      for (const id of ['acme', 'brew']) await makeCompany(app, id === 'acme' ? 'Acme' : 'Brew', { id });
      [ada, bob] = [await visitor(app), await visitor(app)];
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    const say = async (as: As, parent_id?: string, company = 'acme'): Promise<string> =>
      (
        await app.post(
          `/api/companies/${company}/comments`,
          { content: 'A secret sentence', ...(parent_id ? { parent_id } : {}) },
          as,
        )
      ).json().id;
    const ask = (value: string, as: As, email = 'ada@example.com') =>
      app.post('/api/follows', { kind: 'thread', value, email, language: 'ko' }, as);
    const mails = async (): Promise<ReceivedMail[]> => {
      await app.outbox.whenIdle();
      await app.digests.run();
      return smtp.mails.splice(0);
    };
    const preferences = async (token: string) =>
      (await app.get(`/api/mail/preferences?token=${token}&language=en`)).json();
    /** Leaves an address with a comment and confirms it. Returns the token of its mails. */
    const confirm = async (comment: string): Promise<string> => {
      await ask(comment, ada);
      const [mail] = await mails();
      const token = mail?.token ?? '';
      await app.post(`/api/mail/confirm?token=${token}`, {});
      return token;
    };

    test('one confirmation is for all comments; what comes within ten minutes is one mail', async () => {
      const first = await say(ada);
      const second = await say(ada, undefined, 'brew');
      const asked = await ask(first, ada);
      expect([asked.statusCode, asked.json().follow]).toEqual([201, null]);
      await ask(second, ada);
      const [confirmation, ...others] = await mails();
      expect([confirmation?.to, confirmation?.subject, others]).toEqual([
        'ada@example.com',
        '확인해 주세요: Acme · 작은 거인들',
        [],
      ]);
      const token = confirmation?.token ?? '';
      // Nothing is sent before.
      await say(bob, first);
      app.clock.forward(11 * MINUTE);
      expect(await mails()).toEqual([]);
      const named = (await preferences(token)).follows.find(
        ({ path }: { path: string }) => path === `/companies/acme#comment-${first}`,
      );
      await app.post(`/api/mail/confirm?token=${token}`, { follow: named.id });
      expect((await preferences(token)).follows).toMatchObject([
        { kind: 'thread', confirmed: true, name: 'Brew' },
        { kind: 'thread', confirmed: true, name: 'Acme' },
      ]);
      // A third comment needs no other confirmation.
      const third = await say(ada);
      await ask(third, ada);
      expect(await mails()).toEqual([]);

      await say(bob, first);
      const reply = await say(bob, third);
      // One's own is no news.
      await say(ada, reply);
      app.clock.forward(9 * MINUTE);
      await say(bob, second, 'brew');
      expect(await mails()).toEqual([]);
      app.clock.forward(2 * MINUTE);
      const [told, ...more] = await mails();
      expect([told?.to, told?.subject, more]).toEqual([
        'ada@example.com',
        '새 답글: Acme, Brew · 작은 거인들',
        [],
      ]);
      expect(told?.text.match(/새 댓글 1개/g)).toHaveLength(3);
      expect(told?.text).toContain(`https://giants.example/ko/companies/acme#comment-${reply}`);
      expect(told?.text).not.toContain('secret sentence');
      expect(await mails()).toEqual([]);
      expect((await preferences(token)).sent).toMatchObject([
        {
          frequency: 'replies',
          companies: [
            { id: 'acme', because_of: [`thread ${first}`, `thread ${third}`] },
            { id: 'brew', because_of: [`thread ${second}`] },
          ],
        },
      ]);
      const exported = await app.get('/api/companies/acme/comments');
      expect(exported.body).not.toContain('ada@example.com');
    });

    test('one press ends the thread, or all of them; a GET ends nothing', async () => {
      const [first, second] = [await say(ada), await say(ada)];
      const token = await confirm(first);
      await ask(second, ada);
      const threads = async () => (await preferences(token)).follows.length;
      await say(bob, first);
      app.clock.forward(11 * MINUTE);
      const [aboutOne] = await mails();
      const oneClick = /^List-Unsubscribe: <https:\/\/giants\.example(\S+)>\r$/m;
      const end = (mail: ReceivedMail | undefined) => oneClick.exec(mail?.raw ?? '')?.[1] ?? '';
      expect(aboutOne?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      expect((await app.get(end(aboutOne))).statusCode).toBe(303);
      expect(await threads()).toBe(2);
      expect((await app.post(end(aboutOne), 'List-Unsubscribe=One-Click', FORM)).statusCode).toBe(200);
      expect(await threads()).toBe(1);
      await say(bob, first);
      await say(bob, second);
      app.clock.forward(11 * MINUTE);
      const [aboutSecond, ...none] = await mails();
      expect([aboutSecond?.text.match(/새 댓글/g)?.length, none]).toEqual([1, []]);
      await ask(first, ada);
      await say(bob, first);
      await say(bob, second);
      app.clock.forward(11 * MINUTE);
      const [aboutBoth] = await mails();
      await app.post('/api/follows', { kind: 'company', value: 'brew', email: 'ada@example.com' });
      await app.post(`/api/mail/confirm?token=${token}`, {});
      await say(bob, first);
      await app.post(end(aboutBoth), 'List-Unsubscribe=One-Click', FORM);
      expect((await preferences(token)).follows).toMatchObject([{ kind: 'company' }]);
      await mails();
      app.clock.forward(11 * MINUTE);
      expect(await mails()).toEqual([]);
      // The button of the page ends everything, whichever mail the link came from.
      await app.post(`/api/mail/unsubscribe?token=${aboutBoth?.token}&all=true`, {});
      expect((await app.get(`/api/mail/preferences?token=${token}`)).statusCode).toBe(400);
    });

    test('what the public does not see is not told, nor what a moderator holds until it is approved', async () => {
      const first = await say(ada);
      await confirm(first);
      const as = await signIn(app);
      const act = (id: string, task: string) =>
        app.post('/api/admin/comments/moderate', { task, ids: [id] }, as);
      await act(await say(bob, first), 'delete');
      app.clock.forward(11 * MINUTE);
      expect(await mails()).toEqual([]);
      await app.post('/api/admin/settings', { commentModeration: 'all' }, as);
      const held = await say(bob, first);
      app.clock.forward(HOUR);
      expect(await mails()).toEqual([]);
      await act(held, 'approve');
      app.clock.forward(11 * MINUTE);
      expect(await mails()).toMatchObject([{ to: 'ada@example.com' }]);
    });

    test('only who wrote a comment leaves an address with it, and a refused address stays silent', async () => {
      const first = await say(ada);
      for (const [value, as] of [
        [first, bob],
        [first, { headers: {} }],
        ['nothing', ada],
      ] as [string, As][]) {
        const answer = await ask(value, as);
        expect([answer.statusCode, answer.json().details]).toMatchObject([
          400,
          [{ path: 'body.value', code: 'not_followable' }],
        ]);
      }
      await app.database.write(({ tx }) =>
        suppress(tx, addressHash('eve@example.com'), 'bounce', app.clock.now),
      );
      expect((await ask(first, ada, 'eve@example.com')).statusCode).toBe(201);
      expect(await mails()).toEqual([]);
    });

    test('a stranger who names an address that has confirmed threads has it asked anew', async () => {
      const [first, waiting] = [await say(ada), await say(ada, undefined, 'brew')];
      await ask(first, ada);
      const [ofAda] = await mails();
      await ask(waiting, ada);
      const strange = await say(bob);
      await ask(strange, bob);
      // The mail of one visitor confirms nothing that another asked for.
      const follow = /follow=([\w-]+)/.exec(ofAda?.text ?? '')?.[1];
      await app.post(`/api/mail/confirm?token=${ofAda?.token}`, { follow });
      const confirmed = (await preferences(ofAda?.token ?? '')).follows.map(
        ({ path, confirmed }: { path: string; confirmed: boolean }) => [
          path.split('-').slice(1).join('-'),
          confirmed,
        ],
      );
      expect(Object.fromEntries(confirmed)).toEqual({ [first]: true, [waiting]: true, [strange]: false });
      expect(await mails()).toMatchObject([{ subject: expect.stringContaining('확인해 주세요') }]);
      // Later threads of the other visitor wait, too.
      const later = await say(bob);
      app.clock.forward(2 * HOUR);
      await ask(later, bob);
      await say(ada, later);
      await say(ada, strange);
      app.clock.forward(11 * MINUTE);
      expect(await mails()).toMatchObject([{ subject: expect.stringContaining('확인해 주세요') }]);
    });

    test('a thread is followed on after its company was in the trash, and forgotten with the company', async () => {
      const first = await say(ada);
      const token = await confirm(first);
      const as = await signIn(app);
      const forget = () => app.database.write(({ tx }) => deleteOldFollows(tx, app.clock.now));
      const throwAway = async () => {
        await app.delete('/api/admin/companies/acme', undefined, as);
        await forget();
        const [{ id }] = (await app.get('/api/admin/bin', as)).json();
        return id as string;
      };
      await app.post(`/api/admin/bin/${await throwAway()}/restore`, {}, as);
      await say(bob, first);
      app.clock.forward(11 * MINUTE);
      expect(await mails()).toMatchObject([{ to: 'ada@example.com' }]);
      await app.delete(`/api/admin/bin/${await throwAway()}`, undefined, as);
      expect((await preferences(token)).follows).toHaveLength(1);
      await forget();
      expect((await preferences(token)).follows).toEqual([]);
    });

    test('what nobody confirms is forgotten', async () => {
      const first = await say(ada);
      await ask(first, ada);
      app.clock.forward(8 * DAY);
      await app.database.write(({ tx }) => deleteOldFollows(tx, app.clock.now));
      expect(await app.database.read.selectFrom('readers').select('id').execute()).toEqual([]);
    });
  });
}

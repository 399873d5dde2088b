import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '../../../core/time.ts';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { type ReceivedMail, startSmtp, type TestSmtp } from '../../testing/smtp.ts';

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
const PASSWORD = 'a password of nobody else';

for (const dialect of dialects) {
  describe(`replies on ${dialect}`, () => {
    let app: TestApp;
    let smtp: TestSmtp;
    let company: string;
    beforeEach(async () => {
      smtp = await startSmtp();
      app = await testApp(dialect, {
        variables: {
          SMTP_URL: smtp.url,
          REQUIRE_VERIFIED_EMAIL: 'false',
          SITE_URL: 'https://giants.example',
        },
      });
      company = await makeCompany(app, 'Small Shop', { id: 'small-shop' });
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    type As = { headers: Record<string, string> };
    /** A new account, as requests name it. */
    async function account(name: string, language = 'en', verified = true): Promise<As> {
      const email = `${name}@example.com`;
      const body = { email, password: PASSWORD, nickname: name, language };
      const { token } = (await app.post('/api/auth/register', body)).json();
      await app.database.write(({ tx }) =>
        tx
          .updateTable('users')
          .set({ email_verified: Number(verified) })
          .where('email_key', '=', email)
          .execute(),
      );
      return { headers: { authorization: `Bearer ${token}` } };
    }
    const post = async (content: string, parent_id?: string, as: As | object = {}) =>
      (await app.post(`/api/companies/${company}/comments`, { content, parent_id }, as)).json().id as string;
    const told = async (as: As) => (await app.get('/api/auth/notifications?language=en', as)).json();
    /** Mails that came since, without those of the registration. */
    async function mailsAfter(milliseconds: number): Promise<ReceivedMail[]> {
      await app.outbox.whenIdle();
      const before = smtp.mails.length;
      app.clock.forward(milliseconds);
      await app.replyMails.look();
      await app.outbox.whenIdle();
      return smtp.mails.slice(before);
    }

    test('who wrote with an account is told of replies, not of those of one’s own, and reads them', async () => {
      const [ann, bob] = [await account('ann'), await account('bob')];
      const first = await post('What a bakery!', undefined, ann);
      const reply = await post('Indeed.', first, bob);
      await post('My own addition.', first, ann);
      const deeper = await post('A stranger answers Bob.', reply);
      expect(await told(ann)).toEqual({
        unread: 1,
        mails: true,
        notifications: [
          {
            id: expect.any(String),
            kind: 'reply',
            created_at: app.clock.now.toISOString(),
            read: false,
            company: { id: company, name: 'Small Shop' },
            comment: { id: reply, root_id: first, author: 'Anonymous User', content: 'Indeed.' },
          },
        ],
      });
      expect((await told(bob)).notifications).toMatchObject([{ comment: { id: deeper } }]);
      expect((await app.post('/api/auth/notifications/read', {}, ann)).json()).toEqual({ unread: 0 });
      expect((await told(ann)).notifications).toMatchObject([{ read: true }]);
      const [{ id }] = (await told(bob)).notifications;
      expect((await app.post('/api/auth/notifications/read', { ids: [] }, bob)).json()).toEqual({
        unread: 1,
      });
      expect((await app.post('/api/auth/notifications/read', { ids: [id, 'other'] }, bob)).json()).toEqual({
        unread: 0,
      });
      // Nobody else's.
      for (const path of ['notifications', 'notifications/count', 'threads'])
        expect((await app.get(`/api/auth/${path}`)).statusCode).toBe(401);
    });

    test('a thread is followed and muted, and left', async () => {
      const [ann, eve] = [await account('ann'), await account('eve')];
      const first = await post('A question.', undefined, ann);
      const reply = await post('An answer.', first);
      const followed = await app.put(`/api/auth/threads/${reply}`, {}, eve);
      expect(followed.json()).toEqual({ root_id: first, muted: false });
      await app.put(`/api/auth/threads/${first}`, { muted: true }, ann);
      await post('Another answer.', reply);
      expect((await told(eve)).notifications).toMatchObject([{ kind: 'thread' }]);
      expect((await told(ann)).unread).toBe(1);
      expect((await app.get('/api/auth/threads', ann)).json()).toEqual([
        { root_id: first, company: { id: company, name: 'Small Shop' }, muted: true },
      ]);
      for (const as of [ann, eve]) await app.delete(`/api/auth/threads/${reply}`, undefined, as);
      await post('A third answer.', first);
      expect([(await told(ann)).unread, (await told(eve)).unread]).toEqual([2, 1]);
      expect((await app.put('/api/auth/threads/nothing', {}, ann)).statusCode).toBe(404);
    });

    test('held comments tell once they are let through, deleted ones and hidden companies tell nothing', async () => {
      const admin = await signIn(app);
      const ann = await account('ann');
      const first = await post('A question.', undefined, ann);
      await app.post('/api/admin/settings', { commentModeration: 'all' }, admin);
      const held = await post('Buy this!', first);
      expect((await told(ann)).unread).toBe(0);
      await app.post('/api/admin/settings', { commentModeration: 'off' }, admin);
      await app.post(`/api/admin/comments/${held}/approve`, {}, admin);
      expect((await told(ann)).notifications).toMatchObject([{ comment: { id: held } }]);
      await app.delete(`/api/admin/comments/${held}`, undefined, admin);
      expect(await told(ann)).toEqual({ unread: 0, mails: true, notifications: [] });
      await post('Another.', first);
      await app.put(`/api/admin/companies/${company}`, { show_on_site: false }, admin);
      expect(await told(ann)).toEqual({ unread: 0, mails: true, notifications: [] });
      expect(await mailsAfter(20 * MINUTE)).toEqual([]);
    });

    test('one mail tells what came within ten minutes, once, in the language of the account', async () => {
      const [ann, min] = [await account('ann'), await account('min', 'ko')];
      const [of_ann, of_min] = [await post('One.', undefined, ann), await post('둘.', undefined, min)];
      await post('A reply.', of_ann);
      await post('답글.', of_min);
      expect(await mailsAfter(5 * MINUTE)).toEqual([]);
      const last = await post('A second reply.', of_ann);
      const mails = await mailsAfter(5 * MINUTE);
      expect(mails.flatMap(({ to }) => to).sort()).toEqual(['ann@example.com', 'min@example.com']);
      const [toAnn, toMin] = mails.toSorted((a, b) => (String(a.to) < String(b.to) ? -1 : 1));
      expect(toAnn?.subject).toContain('2 new comments for you');
      expect(toAnn?.text).toContain('Small Shop');
      expect(toMin?.subject).toContain('내 댓글에 답글이 달렸습니다');
      expect(toMin?.text).toMatch(/https:\/\/giants\.example\/ko\/companies\/small-shop#comment-\w+/);
      // Neither another look nor another process mails again.
      const other = await app.sibling();
      await other.replyMails.look();
      await other.outbox.whenIdle();
      expect(await mailsAfter(20 * MINUTE)).toEqual([]);
      await other.close();
      expect(last).not.toBe('');
      // One click of the mail program ends these mails; opening the address does not.
      const address =
        /<https:\/\/giants\.example(\/mail\/unsubscribe\?token=[^>]+)>/.exec(
          toAnn?.raw.replace(/\r\n[ \t]/g, '') ?? '',
        )?.[1] ?? '';
      expect((await app.get(address)).headers.location).toBe('/account/notifications');
      expect((await told(ann)).mails).toBe(true);
      expect((await app.post(address, 'List-Unsubscribe=One-Click', FORM)).statusCode).toBe(200);
      expect((await told(ann)).mails).toBe(false);
      expect((await told(min)).mails).toBe(true);
    });

    test('two processes that look at once mail once', async () => {
      const ann = await account('ann');
      await post('A reply.', await post('One.', undefined, ann));
      await app.outbox.whenIdle();
      const before = smtp.mails.length;
      app.clock.forward(11 * MINUTE);
      const other = await app.sibling();
      await Promise.all([app, other].map(({ replyMails }) => replyMails.look()));
      await Promise.all([app, other].map(({ outbox }) => outbox.whenIdle()));
      expect(smtp.mails.length - before).toBe(1);
      await other.close();
    });

    test('who has read, switched it off, or has no verified address gets no mail', async () => {
      const [read, off, unverified] = [
        await account('read'),
        await account('off'),
        await account('unverified', 'en', false),
      ];
      for (const as of [read, off, unverified]) await post('A reply.', await post('One.', undefined, as));
      await app.post('/api/auth/notifications/read', {}, read);
      expect((await app.put('/api/auth/notifications', { mails: false }, off)).json()).toEqual({
        mails: false,
      });
      expect((await told(off)).mails).toBe(false);
      expect(await mailsAfter(11 * MINUTE)).toEqual([]);
    });

    test('a comment of one’s own is edited and taken back within fifteen minutes', async () => {
      const [mine, other] = [await visitor(app), await visitor(app)];
      const path = (id: string) => `/api/companies/${company}/comments/${id}`;
      const own = async (as: object) => (await app.get(`/api/companies/${company}/comments/own`, as)).json();
      const id = await post('A tpyo.', undefined, mine);
      await post('A reply.', id, other);
      expect(await own(mine)).toEqual([
        { id, editable_until: new Date(app.clock.now.getTime() + 15 * MINUTE).toISOString() },
      ]);
      expect(await own({})).toEqual([]);
      for (const as of [other, {}])
        expect((await app.put(path(id), { content: 'Not mine.' }, as)).json().code).toBe('forbidden');
      app.clock.forward(14 * MINUTE);
      const edited = await app.put(path(id), { content: '  A typo.  ' }, mine);
      expect(edited.json()).toMatchObject({ content: 'A typo.', edited_at: app.clock.now.toISOString() });
      const shown = async () => (await app.get(`/api/companies/${company}/comments`)).json();
      expect(await shown()).toMatchObject([{ content: 'A typo.', edited_at: app.clock.now.toISOString() }]);
      expect((await app.put(path(id), { content: '\u200b' }, mine)).statusCode).toBe(400);
      app.clock.forward(MINUTE);
      for (const answer of [
        await app.put(path(id), { content: 'Late.' }, mine),
        await app.delete(path(id), undefined, mine),
      ])
        expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
      expect(await own(mine)).toEqual([]);
      const again = await post('Never mind.', undefined, mine);
      expect((await app.delete(path(again), undefined, mine)).json()).toEqual({ success: true });
      expect((await app.delete(path(again), undefined, mine)).statusCode).toBe(404);
      expect(await shown()).toHaveLength(1);
      expect((await app.get(`/api/companies/${company}`)).json().comments_count).toBe(2);
    });

    test('the moderation rules are asked of an edited text', async () => {
      const admin = await signIn(app);
      const mine = await visitor(app);
      const id = await post('Fine.', undefined, mine);
      await app.post('/api/admin/settings', { blockedWords: ['casino'] }, admin);
      const edited = await app.put(`/api/companies/${company}/comments/${id}`, { content: 'Casino!' }, mine);
      expect(edited.json()).toMatchObject({ held: true, content: 'Casino!' });
      expect((await app.get(`/api/companies/${company}/comments`)).json()).toEqual([]);
    });

    test('with an account a comment is taken back later too, and is gone from its export with it', async () => {
      const ann = await account('ann');
      const id = await post('Old words.', undefined, ann);
      app.clock.forward(24 * 60 * MINUTE);
      const exported = async () => (await app.get('/api/auth/export', ann)).json();
      expect((await exported()).comments).toMatchObject([{ id, content: 'Old words.' }]);
      const own = (await app.get(`/api/companies/${company}/comments/own`, ann)).json();
      expect(own).toEqual([{ id, editable_until: null }]);
      const path = `/api/companies/${company}/comments/${id}`;
      expect((await app.put(path, { content: 'New words.' }, ann)).statusCode).toBe(409);
      expect((await app.delete(path, undefined, ann)).statusCode).toBe(200);
      expect((await app.get(`/api/companies/${company}/comments`)).json()).toEqual([]);
    });

    test('a company comes back from the trash with who wrote on it, but not those whose account is gone', async () => {
      const admin = await signIn(app);
      const [ann, bob] = [await account('ann'), await account('bob')];
      const ofAnn = await post('By Ann.', undefined, ann);
      await post('By Bob.', undefined, bob);
      await app.put(`/api/auth/threads/${ofAnn}`, {}, bob);
      const { bin_id } = (await app.delete(`/api/admin/companies/${company}`, undefined, admin)).json();
      expect((await app.delete('/api/auth/account', { password: PASSWORD }, bob)).statusCode).toBe(200);
      const { snapshot } = await app.database.read
        .selectFrom('deleted_companies')
        .select('snapshot')
        .executeTakeFirstOrThrow();
      expect(JSON.parse(snapshot).comment_authors).toHaveLength(2);
      expect((await app.post(`/api/admin/bin/${bin_id}/restore`, {}, admin)).statusCode).toBe(200);
      const authors = await app.database.read.selectFrom('comment_authors').selectAll().execute();
      expect(authors).toMatchObject([{ comment_id: ofAnn }]);
      expect(await app.database.read.selectFrom('followed_threads').selectAll().execute()).toEqual([]);
    });

    test('a company comes back from the trash with what was told of it, and a hidden one tells no name', async () => {
      const admin = await signIn(app);
      const ann = await account('ann');
      const first = await post('A question.', undefined, ann);
      await post('An answer.', first);
      await app.put(`/api/auth/threads/${first}`, {}, ann);
      const before = await told(ann);
      expect(before.unread).toBe(1);
      const { bin_id } = (await app.delete(`/api/admin/companies/${company}`, undefined, admin)).json();
      await app.post(`/api/admin/bin/${bin_id}/restore`, {}, admin);
      expect(await told(ann)).toEqual(before);
      const hidden = { show_on_site: false, content: { en: { name: 'Codename' } } };
      await app.put(`/api/admin/companies/${company}`, hidden, admin);
      expect((await app.get('/api/auth/threads', ann)).json()).toEqual([]);
      // What one wrote there can be taken back all the same, and nobody brings it back.
      const path = `/api/companies/${company}/comments/${first}`;
      expect((await app.delete(path, undefined, ann)).statusCode).toBe(200);
      expect((await app.post(`/api/admin/comments/${first}/restore`, {}, admin)).statusCode).toBe(409);
      const several = { task: 'restore', ids: [first] };
      expect((await app.post('/api/admin/comments/moderate', several, admin)).json().done).toEqual([]);
      const odd = await app.post('/api/auth/notifications/read', { ids: ['\u0000'] }, ann);
      expect(odd.statusCode).toBe(400);
    });
  });
}

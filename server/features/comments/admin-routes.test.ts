import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdminComment } from '../../../core/comments/admin-calls.ts';
import type { Comment } from '../../../core/comments/comment.ts';
import { DAY, MINUTE } from '../../../core/time.ts';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`comment moderation on ${dialect}`, () => {
    let app: TestApp;
    let as: { headers: { authorization: string } };
    let company: string;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
      company = await makeCompany(app, 'Lichess', { category: 'small-teams' });
    });
    afterEach(() => app.close());

    const list = async (query = '') =>
      (await app.get(`/api/admin/comments${query}`, as)).json() as AdminComment[];
    const contents = async (query: string) => (await list(query)).map((comment) => comment.content);
    const shown = async () => (await app.get(`/api/companies/${company}/comments`)).json() as Comment[];
    const count = async () => (await app.get(`/api/companies/${company}`)).json().comments_count;
    const post = (content: string, request = {}) =>
      app.post(`/api/companies/${company}/comments`, { content }, request);
    const remove = (id: string) => app.delete(`/api/admin/comments/${id}`, undefined, as);
    const act = (id: string, action: string) =>
      app.post(`/api/admin/comments/${id}/${action}`, undefined, as);
    const report = (id: string, reason: string, request = {}) =>
      app.post(`/api/companies/${company}/comments/${id}/report`, { reason }, request);
    const log = async () => (await app.get('/api/admin/audit', as)).json();
    const later = (content: string, fields: Parameters<typeof makeComment>[3] = {}) => {
      app.clock.forward(1000);
      return makeComment(app, company, content, fields);
    };

    test('several comments are moderated by one call, which says what it changed', async () => {
      const company = await makeCompany(app, 'Several');
      const held = await Promise.all(
        [1, 2].map((i) => makeComment(app, company, `held ${i}`, { status: 'held' })),
      );
      const shown = await makeComment(app, company, 'shown');
      const ids = [...held, shown, 'nothing', held[0] as string];
      const by = async (task: string, of: string[] = ids) =>
        (await app.post('/api/admin/comments/moderate', { task, ids: of }, as)).json();
      const count = async () => (await app.get(`/api/companies/${company}`)).json().comments_count;
      expect((await by('approve')).done.sort()).toEqual([...held].sort());
      expect(await count()).toBe(3);
      expect((await by('approve')).done).toEqual([]);
      expect((await by('hold', held)).done.sort()).toEqual([...held].sort());
      expect(await count()).toBe(1);
      expect((await by('delete')).done.sort()).toEqual([...held, shown].sort());
      expect(await count()).toBe(0);
      expect((await by('restore')).done.sort()).toEqual([...held, shown].sort());
      expect(await count()).toBe(1);
      expect((await by('dismiss')).done).toEqual([]);
      for (const body of [{ task: 'publish', ids }, { task: 'approve', ids: [] }, { task: 'approve' }])
        expect((await app.post('/api/admin/comments/moderate', body, as)).statusCode).toBe(400);
      expect((await app.post('/api/admin/comments/moderate', { task: 'delete', ids })).statusCode).toBe(401);
    });

    test('nobody but an administrator gets in', async () => {
      const id = await later('Hi');
      const answers = await Promise.all([
        app.get('/api/admin/comments'),
        app.delete(`/api/admin/comments/${id}`),
        app.post(`/api/admin/comments/${id}/approve`),
        app.post(`/api/admin/comments/${id}/restore`),
        app.post(`/api/admin/comments/${id}/delete-by-visitor`),
        app.delete(`/api/admin/comments/${id}/reports`),
      ]);
      expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401, 401, 401, 401]);
      expect(await count()).toBe(1);
    });

    test('comments are listed with their company and all replies below, the oldest first', async () => {
      const first = await later('first', { author: 'Ann' });
      const reply = await later('reply', { parent_id: first });
      await later('second');
      await later('nested', { parent_id: reply });
      const answer = await app.get('/api/admin/comments?limit=1000', as);
      expect(answer.headers['x-total-count']).toBe('2');
      expect(answer.json().map((comment: AdminComment) => comment.content)).toEqual(['second', 'first']);
      const one = answer.json()[1];
      expect(one).toEqual({
        id: first,
        author: 'Ann',
        content: 'first',
        timestamp: '2026-11-21T03:00:01.000Z',
        created_at: '2026-11-21T03:00:01.000Z',
        company_id: 'lichess',
        company_name: 'Lichess',
        company_category: 'small-teams',
        status: 'published',
        reports: 0,
        report_reasons: [],
        replies: [expect.objectContaining({ id: reply, content: 'reply' }), expect.anything()],
      });
      expect(one.replies[1]).toEqual({
        id: expect.any(String),
        author: 'Anonymous User',
        content: 'nested',
        timestamp: '2026-11-21T03:00:04.000Z',
        status: 'published',
        reports: 0,
        report_reasons: [],
      });
    });

    test('one comment is asked for by its id, with its thread alone', async () => {
      const first = await later('first');
      const reply = await later('a reply', { parent_id: first });
      await later('second');
      expect(await contents(`?comment=${reply}`)).toEqual(['first']);
      expect(await contents(`?comment=${reply}&status=held`)).toEqual([]);
      expect(await contents('?comment=nothing')).toEqual([]);
    });

    test('pages lead on to the end, each thread once', async () => {
      for (let i = 0; i < 5; i++) {
        const id = await later(`comment ${i}`);
        await later(`reply ${i}`, { parent_id: id });
      }
      const walked: string[] = [];
      let path: string | undefined = '/api/admin/comments?limit=2';
      while (path) {
        const answer = await app.get(path, as);
        expect(answer.headers['x-total-count']).toBe('5');
        walked.push(...answer.json().map((comment: AdminComment) => comment.content));
        path = /<([^>]+)>/.exec(String(answer.headers['link'] ?? ''))?.[1];
      }
      expect(walked).toEqual([4, 3, 2, 1, 0].map((i) => `comment ${i}`));
      const second = await app.get('/api/admin/comments?limit=2&offset=2', as);
      expect(second.json().map((comment: AdminComment) => comment.content)).toEqual([
        'comment 2',
        'comment 1',
      ]);
      expect(second.headers['x-total-count']).toBe('5');
      expect(second.headers['link']).not.toContain('offset');
      expect((await app.get('/api/admin/comments?offset=9', as)).json()).toEqual([]);
      for (const wrong of ['cursor=x', 'offset=-1', 'limit=0', 'limit=1001', 'status=spam', 'category=x']) {
        expect((await app.get(`/api/admin/comments?${wrong}`, as)).statusCode).toBe(400);
      }
    });

    test('a search finds content, author and company, literally and without case, in replies alone too', async () => {
      const other = await makeCompany(app, 'Other', {
        category: 'no-seed',
        texts: { en: { name: 'Other' }, ko: { name: '다른 회사' } },
      });
      const first = await later('100% ÉLAN', { author: 'Ann' });
      await later('Only the reply says Zebra', { parent_id: first });
      await later('plain', { author: 'Bob' });
      await makeComment(app, other, 'elsewhere');
      const found = (q: string) => contents(`?q=${encodeURIComponent(q)}`);
      expect(await found('élan')).toEqual(['100% ÉLAN']);
      expect(await found('zebra')).toEqual(['100% ÉLAN']);
      expect(await found('BOB')).toEqual(['plain']);
      expect(await found('lichess bob')).toEqual(['plain']);
      expect(await found('다른')).toEqual(['elsewhere']);
      expect(await found('%')).toEqual(['100% ÉLAN']);
      expect(await found('_')).toEqual([]);
      expect(await contents('?category=no-seed')).toEqual(['elsewhere']);
      expect(await contents('?category=small-teams&q=plain')).toEqual(['plain']);
      expect(await contents('?category=all')).toHaveLength(3);
      expect((await list('?category=no-seed&language=ko'))[0]?.company_name).toBe('다른 회사');
    });

    test('a deleted comment disappears, keeps its place above replies, and comes back', async () => {
      const alone = await later('alone');
      const parent = await later('parent', { author: 'Ann' });
      const reply = await later('reply', { parent_id: parent });
      expect(await count()).toBe(3);
      expect([(await remove(alone)).json(), (await remove(parent)).json()]).toEqual([
        { success: true },
        { success: true },
      ]);
      expect(await shown()).toMatchObject([
        { id: parent, author: '', content: '', deleted: true, replies: [{ id: reply, content: 'reply' }] },
      ]);
      expect(await count()).toBe(1);
      // Deleting again changes nothing.
      expect((await remove(parent)).statusCode).toBe(200);
      expect(await count()).toBe(1);
      expect(await contents('?status=deleted')).toEqual(['parent', 'alone']);
      expect(await contents('?status=published')).toEqual(['parent']);
      expect(await contents('')).toEqual(['parent']);
      expect((await list())[0]).toMatchObject({ status: 'deleted', replies: [{ id: reply }] });

      expect((await act(parent, 'restore')).json()).toEqual({ success: true });
      expect((await act(parent, 'restore')).json()).toEqual({ success: true });
      expect(await count()).toBe(2);
      expect(await shown()).toMatchObject([{ author: 'Ann', content: 'parent', replies: [{ id: reply }] }]);
      await remove(reply);
      expect((await list())[0]?.replies).toEqual([]);
      expect((await shown())[0]).not.toHaveProperty('deleted');
      expect((await log()).slice(0, 2)).toMatchObject([
        {
          action: 'comment.delete',
          subject: reply,
          before: { status: 'published' },
          after: { status: 'deleted' },
        },
        { action: 'comment.restore', subject: parent, after: { status: 'published' } },
      ]);
      expect((await remove('unknown')).json().code).toBe('comment_not_found');
    });

    test('nobody replies to a deleted or a held comment', async () => {
      const deleted = await later('deleted');
      await remove(deleted);
      const held = await later('held', { status: 'held' });
      for (const id of [deleted, held]) {
        const answer = await app.post(`/api/companies/${company}/comments/${id}/replies`, { content: 'Hi' });
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'comment_not_found']);
        expect((await report(id, 'spam')).json().code).toBe('comment_not_found');
      }
    });

    test('counters are exact however many administrators act at once', async () => {
      const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => later(`comment ${i}`)));
      await Promise.all(ids.flatMap((id) => [remove(id), remove(id), act(id, 'restore'), remove(id)]));
      await Promise.all(ids.slice(0, 3).flatMap((id) => [act(id, 'restore'), act(id, 'restore')]));
      await Promise.all(ids.slice(3).map(remove));
      expect(await count()).toBe(3);
      expect(await shown()).toHaveLength(3);
    });

    test('deleted comments are cleared after 30 days; one with replies keeps its empty place', async () => {
      const parent = await later('parent');
      const child = await later('child', { parent_id: parent });
      const alone = await later('alone');
      const last = await later('last', { parent_id: alone });
      for (const id of [parent, alone, last]) await remove(id);
      const restart = async () => {
        const other = await app.sibling();
        other.clock.now = app.clock.now;
        await other.get('/healthz');
        await other.close();
      };
      app.clock.forward(30 * DAY - 10_000);
      await restart();
      as = await signIn(app, 'another');
      expect(await contents('?status=deleted')).toEqual(['alone', 'parent']);
      const fresh = await later('fresh');
      await remove(fresh);

      app.clock.forward(11_000);
      await restart();
      const rows = await app.database.read.selectFrom('comments').select(['id', 'content']).execute();
      expect(new Map(rows.map((row) => [row.id, row.content]))).toEqual(
        new Map([
          [parent, ''],
          [child, 'child'],
          [fresh, 'fresh'],
        ]),
      );
      expect(await shown()).toMatchObject([{ id: parent, deleted: true, replies: [{ id: child }] }]);
      expect(await contents('?status=deleted')).toEqual(['fresh']);
      expect((await act(parent, 'restore')).json().code).toBe('conflict');
      expect((await act(alone, 'restore')).json().code).toBe('comment_not_found');
    });

    describe('by the settings', () => {
      const moderate = (settings: object) => app.post('/api/admin/settings', settings, as);

      test('all comments wait until they are approved', async () => {
        await moderate({ commentModeration: 'all' });
        const answer = await post('Hello');
        expect([answer.statusCode, answer.json()]).toMatchObject([201, { content: 'Hello', held: true }]);
        const { id } = answer.json();
        expect([await shown(), await count()]).toEqual([[], 0]);
        expect(await list('?status=held')).toMatchObject([{ id, status: 'held' }]);
        expect(await contents('?status=published')).toEqual([]);
        expect((await act(id, 'approve')).json()).toEqual({ success: true });
        expect((await act(id, 'approve')).json()).toEqual({ success: true });
        expect([(await shown())[0]?.content, await count()]).toEqual(['Hello', 1]);
        expect((await log())[0]).toMatchObject({
          action: 'comment.approve',
          before: { status: 'held' },
          after: { status: 'published' },
        });
        await moderate({ commentModeration: 'none' });
        expect((await post('At once')).json()).not.toHaveProperty('held');
        expect(await count()).toBe(2);
      });

      test("a visitor's first comments wait until one was approved", async () => {
        await moderate({ commentModeration: 'first' });
        const ann = await visitor(app);
        const bob = await visitor(app);
        const first = (await post('first', ann)).json();
        expect([first.held, (await post('second', ann)).json().held]).toEqual([true, true]);
        await act(first.id, 'approve');
        expect((await post('third', ann)).json().held).toBeUndefined();
        expect((await post('mine', bob)).json().held).toBe(true);
        expect((await shown()).map((comment) => comment.content)).toEqual(['third', 'first']);
      });

      test('blocked words hold a comment and a reply, in any case and width', async () => {
        await moderate({ blockedWords: ['Casino', '도박'] });
        const fine = (await post('Fine')).json();
        expect(fine.held).toBeUndefined();
        expect((await post('best cＡSINOs')).json().held).toBe(true);
        const reply = await app.post(`/api/companies/${company}/comments/${fine.id}/replies`, {
          author: '온라인도박',
          content: 'Hi',
        });
        expect(reply.json().held).toBe(true);
        expect(await count()).toBe(1);
        expect((await list('?status=held')).map((comment) => comment.replies.length)).toEqual([0, 1]);
      });

      test('a held comment that is deleted and restored is held again', async () => {
        const id = await later('spam', { status: 'held' });
        await remove(id);
        expect((await act(id, 'approve')).json().code).toBe('conflict');
        await act(id, 'restore');
        expect([await shown(), await count()]).toEqual([[], 0]);
        expect((await list())[0]?.status).toBe('held');
      });
    });

    test('all comments of a visitor are deleted together, and only those', async () => {
      const spammer = await visitor(app);
      const other = await makeCompany(app, 'Other');
      const { id } = (await post('spam 1', spammer)).json();
      await post('spam 2', spammer);
      await app.post(`/api/companies/${other}/comments`, { content: 'spam 3' }, spammer);
      await post('honest', await visitor(app));
      const counted = async () => (await app.get(`/api/admin/comments/${id}/by-visitor`, as)).json();
      expect(await counted()).toEqual({ count: 3 });
      const before = await shown();
      const answer = (await act(id, 'delete-by-visitor')).json();
      expect(answer).toEqual({ success: true, deleted: 3, ids: expect.arrayContaining([id]) });
      expect(await counted()).toEqual({ count: 0 });
      expect((await act(id, 'delete-by-visitor')).json()).toEqual({ success: true, deleted: 0, ids: [] });
      expect((await shown()).map((comment) => comment.content)).toEqual(['honest']);
      expect(await count()).toBe(1);
      const ofOther = async () => (await app.get(`/api/companies/${other}`)).json().comments_count;
      expect(await ofOther()).toBe(0);
      // Taken back, all is as it was; what was deleted before stays deleted.
      const restore = (ids: string[]) => app.post('/api/admin/comments/restore', { ids }, as);
      expect((await restore([...answer.ids, 'nobody'])).json()).toEqual({ restored: 3 });
      expect(await shown()).toEqual(before);
      expect([await count(), await ofOther(), await counted()]).toEqual([3, 1, { count: 3 }]);
      expect((await restore(answer.ids)).json()).toEqual({ restored: 0 });
      expect((await app.post('/api/admin/comments/restore', { ids: answer.ids })).statusCode).toBe(401);
      expect((await app.get('/api/admin/comments/nobody/by-visitor', as)).json().code).toBe(
        'comment_not_found',
      );
    });

    test('an approval that is taken back leaves no trace for the public', async () => {
      const id = await later('Waits', { status: 'held' });
      const today = async () => (await app.get('/api/admin/time-series?days=7', as)).json().at(-1).comments;
      const before = await today();
      await act(id, 'approve');
      expect([await count(), (await shown()).length, (await today()) - before]).toEqual([1, 1, 1]);
      expect((await act(id, 'hold')).json()).toEqual({ success: true });
      expect([await count(), await shown(), (await today()) - before]).toEqual([0, [], 0]);
      expect((await list('?status=held')).map((comment) => comment.id)).toEqual([id]);
      expect((await log())[0]).toMatchObject({ action: 'comment.hold', after: { status: 'held' } });
      await remove(id);
      expect((await act(id, 'hold')).json().code).toBe('conflict');
    });

    test('a visitor reports a comment once; reports are listed by the newest and dismissed', async () => {
      const first = await later('first');
      const second = await later('second');
      const reply = await later('reply', { parent_id: second });
      const ann = await visitor(app);
      const answer = await report(reply, 'spam', ann);
      expect([answer.statusCode, answer.json()]).toEqual([201, { success: true }]);
      expect((await report(reply, 'abuse', ann)).statusCode).toBe(201);
      app.clock.forward(1000);
      await report(reply, 'off-topic', await visitor(app));
      app.clock.forward(1000);
      await report(first, 'other', ann);
      expect(await list('?status=reported')).toMatchObject([
        { id: first, reports: 1, report_reasons: ['other'], replies: [] },
        {
          id: second,
          reports: 0,
          replies: [{ id: reply, reports: 2, report_reasons: ['off-topic', 'spam'] }],
        },
      ]);
      expect(await contents('?status=reported&limit=1')).toEqual(['first']);
      // Reports alone change nothing for the public.
      expect(await count()).toBe(3);
      const dismissed = await app.delete(`/api/admin/comments/${reply}/reports`, undefined, as);
      expect(dismissed.json()).toEqual({ success: true });
      expect(await contents('?status=reported')).toEqual(['first']);
      expect((await log())[0]).toMatchObject({
        action: 'comment.dismiss_reports',
        subject: reply,
        before: { reports: 2 },
      });
      expect((await report(first, 'boring')).statusCode).toBe(400);
      expect((await report('unknown', 'spam')).json().code).toBe('comment_not_found');
      const elsewhere = await makeCompany(app, 'Elsewhere');
      expect(
        (await app.post(`/api/companies/${elsewhere}/comments/${first}/report`, { reason: 'spam' }))
          .statusCode,
      ).toBe(404);
    });
  });

  describe(`limits on comments on ${dialect}`, () => {
    test('whoever has no session shares 6 comments a minute and 60 an hour with the network, and as many reports', async () => {
      const app = await testApp(dialect, { variables: { RATE_LIMITS: 'on' } });
      const company = await makeCompany(app, 'Lichess');
      const id = await makeComment(app, company, 'Hi');
      const from = (remoteAddress: string) =>
        app.post(`/api/companies/${company}/comments`, { content: 'x' }, { remoteAddress });
      const replyFrom = (remoteAddress: string) =>
        app.post(`/api/companies/${company}/comments/${id}/replies`, { content: 'x' }, { remoteAddress });
      const reportFrom = (remoteAddress: string) =>
        app.post(`/api/companies/${company}/comments/${id}/report`, { reason: 'spam' }, { remoteAddress });
      const burst = await Promise.all([
        ...Array.from({ length: 5 }, () => from('192.0.2.1')),
        ...Array.from({ length: 5 }, () => replyFrom('192.0.2.1')),
      ]);
      expect(burst.filter((answer) => answer.statusCode === 201)).toHaveLength(6);
      const refused = burst.find((answer) => answer.statusCode === 429);
      expect(refused?.json().code).toBe('rate_limited');
      expect(Number(refused?.headers['retry-after'])).toBe(60);
      expect((await from('192.0.2.2')).statusCode).toBe(201);
      expect((await reportFrom('192.0.2.1')).statusCode).toBe(201);
      for (let i = 0; i < 5; i++) await reportFrom('192.0.2.1');
      expect((await reportFrom('192.0.2.1')).statusCode).toBe(429);

      let posted = 6;
      for (let minute = 1; minute < 15; minute++) {
        app.clock.forward(MINUTE);
        const answers = await Promise.all(Array.from({ length: 6 }, () => from('192.0.2.1')));
        posted += answers.filter((answer) => answer.statusCode === 201).length;
      }
      // The four of the first burst that were refused count as well.
      expect(posted).toBe(56);
      expect(Number((await from('192.0.2.1')).headers['retry-after'])).toBeGreaterThan(2000);
      app.clock.forward(60 * MINUTE);
      expect((await from('192.0.2.1')).statusCode).toBe(201);
      const { comments_count } = (await app.get(`/api/companies/${company}`)).json();
      expect(comments_count).toBe(59);
      await app.close();
    });

    test('people of one office have 6 comments a minute each; no header gets the network more than 60', async () => {
      const app = await testApp(dialect, { variables: { RATE_LIMITS: 'on' } });
      const company = await makeCompany(app, 'Lichess');
      const post = (headers: Record<string, string>) =>
        app.post(`/api/companies/${company}/comments`, { content: 'x' }, { headers });
      const statuses = async (posts: ReturnType<typeof post>[]) =>
        (await Promise.all(posts)).map((answer) => answer.statusCode);
      const count = async () => (await app.get(`/api/companies/${company}`)).json().comments_count;
      const people = await Promise.all(Array.from({ length: 5 }, () => visitor(app)));
      for (const { headers } of people) {
        expect(await statuses(Array.from({ length: 6 }, () => post(headers)))).toEqual(Array(6).fill(201));
        const refused = await post(headers);
        expect([refused.statusCode, refused.json().code, refused.json().retry_after]).toEqual([
          429,
          'rate_limited',
          60,
        ]);
      }
      expect(await count()).toBe(30);
      // Forged and missing sessions, and other browsers: all one visitor.
      const evading = await statuses(
        Array.from({ length: 20 }, (_, i) =>
          post({
            'user-agent': `Browser ${i}`,
            ...(i % 2 ? { 'x-visitor-session': `${people[0]?.headers['x-visitor-session']}${i}` } : {}),
          }),
        ),
      );
      expect(evading.filter((status) => status === 201)).toHaveLength(6);
      const others = await Promise.all(Array.from({ length: 20 }, () => visitor(app)));
      await statuses(others.flatMap(({ headers }) => Array.from({ length: 6 }, () => post(headers))));
      // What was refused counted for the network too.
      expect(await count()).toBeLessThanOrEqual(60);
      app.clock.forward(MINUTE);
      expect((await post(people[0]?.headers ?? {})).statusCode).toBe(201);
      await app.close();
    });
  });
}

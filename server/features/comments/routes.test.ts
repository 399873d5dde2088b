import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comment } from '../../../core/comments/comment.ts';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany } from '../../testing/make.ts';
import { expectStale } from '../../testing/stale.ts';
import { moveToTrash } from '../trash/index.ts';
import { insertComment } from './store.ts';

for (const dialect of dialects) {
  describe(`comments on ${dialect}`, () => {
    let app: TestApp;
    let company: string;
    const comments = async (id = company) => (await app.get(`/api/companies/${id}/comments`)).json();

    beforeAll(async () => {
      app = await testApp(dialect);
    });
    afterAll(() => app.close());

    test('a comment is trimmed, anonymous by default, and shown at once', async () => {
      company = await makeCompany(app, 'First');
      const answer = await app.post(`/api/companies/${company}/comments`, {
        content: '  Well done  ',
        author: '  ',
      });
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual({
        id: expect.any(String),
        author: 'Anonymous User',
        content: 'Well done',
        timestamp: app.clock.now.toISOString(),
        parent_id: null,
        person: 1,
        replies_count: 0,
        replies: [],
      });
      expect(await comments()).toEqual([answer.json()]);
      expect((await app.get(`/api/companies/${company}`)).json().comments_count).toBe(1);
    });

    test('a comment of which nothing can be seen is refused', async () => {
      const before = await comments();
      for (const content of ['\u200b', '\u2800 \u3164', '\u00ad\u2060', '\u0007\u0301']) {
        const answer = await app.post(`/api/companies/${company}/comments`, { content });
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
      }
      expect(await comments()).toEqual(before);
    });

    test('top comments come newest first, replies oldest first, at any depth', async () => {
      company = await makeCompany(app, 'Second');
      const post = async (content: string, parent_id?: string) => {
        app.clock.forward(1000);
        return (
          await app.post(`/api/companies/${company}/comments`, { content, author: 'Ann', parent_id })
        ).json().id as string;
      };
      const first = await post('first');
      await post('second');
      const reply = await post('reply 1', first);
      app.clock.forward(1000);
      const nested = await app.post(`/api/companies/${company}/comments/${reply}/replies`, {
        content: 'nested',
      });
      expect(nested.json()).toMatchObject({ parent_id: reply, author: 'Anonymous User' });
      expect(nested.json()).not.toHaveProperty('replies_count');
      await post('reply 2', first);
      const tree = await comments();
      expect(tree.map((c: { content: string }) => c.content)).toEqual(['second', 'first']);
      expect(tree[1].replies.map((c: { content: string }) => c.content)).toEqual(['reply 1', 'reply 2']);
      expect(tree[1].replies[0].replies[0].content).toBe('nested');
    });

    test.each([
      [{}, 'body.content'],
      [{ content: '' }, 'body.content'],
      [{ content: ' \n\t ' }, 'body.content'],
      [{ content: 5 }, 'body.content'],
      [{ content: 'x'.repeat(5001) }, 'body.content'],
      [{ content: '\u0000\ud800\u0008' }, 'body.content'],
      [{ content: 'x', author: 'y'.repeat(81) }, 'body.author'],
      [{ content: 'x', parent_id: 7 }, 'body.parent_id'],
      [{ content: 'x', author: 'Tiny Giants' }, 'body.author'],
      [{ content: 'x', author: 'аdmin' }, 'body.author'],
      [{ content: 'x', author: '운영자' }, 'body.author'],
      [[], 'body'],
      ['text', undefined],
    ])('%j is refused and nothing is stored', async (body, path) => {
      company = await makeCompany(app, `Refusing ${Math.random()}`);
      const answer = await app.post(`/api/companies/${company}/comments`, body);
      expect(answer.statusCode).toBe(400);
      if (path) expect(answer.json().details[0].path).toBe(path);
      else expect(answer.json().code).toBe('invalid_json');
      expect(await comments()).toEqual([]);
    });

    test('a comment pasted from Word or a terminal is stored with plain line ends and without controls', async () => {
      company = await makeCompany(app, 'Pasted');
      const content = 'one\u000btwo\r\n\r\nthree\b\u001b\ufffe \ud800end';
      const answer = await app.post(`/api/companies/${company}/comments`, { content });
      expect([answer.statusCode, answer.json().content]).toEqual([201, 'one\ntwo\n\nthree end']);
      expect((await comments())[0].content).toBe('one\ntwo\n\nthree end');
    });

    test('5,000 characters count as a person counts them, and come back the same', async () => {
      company = await makeCompany(app, 'Third');
      const content = `${'𠮷'.repeat(4990)}<b>'";--`;
      const answer = await app.post(`/api/companies/${company}/comments`, { content });
      expect(answer.statusCode).toBe(201);
      expect((await comments())[0].content).toBe(content);
    });

    test("a reply to an unknown comment or another company's is refused", async () => {
      company = await makeCompany(app, 'Fourth');
      const other = await makeCompany(app, 'Fifth');
      const foreign = (await app.post(`/api/companies/${other}/comments`, { content: 'Hi' })).json().id;
      for (const id of [foreign, 'unknown']) {
        expect(
          (await app.post(`/api/companies/${company}/comments`, { content: 'Hi', parent_id: id })).json()
            .code,
        ).toBe('comment_not_found');
        expect(
          (await app.post(`/api/companies/${company}/comments/${id}/replies`, { content: 'Hi' })).statusCode,
        ).toBe(404);
      }
      expect(await comments()).toEqual([]);
    });

    test("a reply's author may not imitate the site either, by whatever name it goes", async () => {
      const loom = await testApp(dialect, { variables: { SITE_NAME: 'Loom Directory' } });
      const id = await makeCompany(loom, 'Imitated');
      const parent = await makeComment(loom, id, 'Hi');
      const reply = (author: string) =>
        loom.post(`/api/companies/${id}/comments/${parent}/replies`, { author, content: 'Trust me' });
      for (const author of ['Lооm Directory', 'tiny giants', 'Staff']) {
        const answer = await reply(author);
        expect([answer.statusCode, answer.json().code, answer.json().details]).toEqual([
          400,
          'validation_failed',
          [
            {
              path: 'body.author',
              code: 'imitates_site',
              message: 'Must not be taken for the site or those who run it',
            },
          ],
        ]);
      }
      expect((await reply('\u200b')).json().author).toBe('Anonymous User');
      const [thread] = (await loom.get(`/api/companies/${id}/comments`)).json();
      expect(thread.replies).toHaveLength(1);
      await loom.close();
    });

    const post = async (content: string, parent_id?: string, request = {}) => {
      app.clock.forward(1000);
      const answer = await app.post(`/api/companies/${company}/comments`, { content, parent_id }, request);
      return answer.json() as Comment;
    };
    /** Follows rel="next" to the end: the contents of each page. */
    const walk = async (path: string) => {
      const pages: string[][] = [];
      const totals = new Set<unknown>();
      for (let next: string | undefined = path; next; ) {
        const answer = await app.get(next);
        expect(answer.statusCode).toBe(200);
        pages.push(answer.json().map((comment: Comment) => comment.content));
        totals.add(answer.headers['x-total-count']);
        next = /<([^>]+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1];
      }
      return { pages, totals: [...totals] };
    };

    test('pages lead through all threads once, the newest first, and count conversations', async () => {
      company = await makeCompany(app, 'Paged');
      for (let i = 1; i <= 5; i++) await post(`reply to ${i}`, (await post(`thread ${i}`)).id);
      expect(await walk(`/api/companies/${company}/comments?limit=2`)).toEqual({
        pages: [['thread 5', 'thread 4'], ['thread 3', 'thread 2'], ['thread 1']],
        totals: ['5'],
      });
      const all = await app.get(`/api/companies/${company}/comments`);
      expect(all.headers['link']).toBeUndefined();
      expect(all.json()[4]).toMatchObject({
        content: 'thread 1',
        replies_count: 1,
        replies: [{ content: 'reply to 1' }],
      });
      expect(all.json()[4]).not.toHaveProperty('more_replies');
    });

    test('threads of one moment are each met once', async () => {
      company = await makeCompany(app, 'Gone in a moment');
      for (let i = 0; i < 5; i++) await makeComment(app, company, `thread ${i}`);
      const { pages } = await walk(`/api/companies/${company}/comments?limit=1`);
      expect(pages.flat()).toEqual([4, 3, 2, 1, 0].map((i) => `thread ${i}`));
    });

    test('a limit out of range and a cursor that is not of this list are refused', async () => {
      company = await makeCompany(app, 'Strict');
      const other = await makeCompany(app, 'Other');
      for (const id of [company, other]) {
        for (const content of ['one', 'two']) await makeComment(app, id, content);
      }
      const cursorOf = async (path: string) => {
        const link = String((await app.get(path)).headers['link']);
        return new URL(/<([^>]+)>/.exec(link)?.[1] ?? '', 'http://localhost').searchParams.get('cursor');
      };
      const foreign = [
        'x',
        Buffer.from('["comments"]').toString('base64url'),
        await cursorOf(`/api/companies/${other}/comments?limit=1`),
        await cursorOf('/api/companies?limit=1'),
      ];
      const wrong = [...foreign.map((cursor) => `cursor=${cursor}`), 'limit=0', 'limit=1001', 'limit=many'];
      const [thread] = await comments();
      for (const query of wrong) {
        for (const path of ['comments', `comments/${thread.id}/replies`]) {
          const answer = await app.get(`/api/companies/${company}/${path}?${query}`);
          expect([answer.statusCode, answer.json().details?.[0].path]).toEqual([
            400,
            `query.${query.split('=')[0]}`,
          ]);
        }
      }
    });

    test('without a limit at most 1,000 threads are given', async () => {
      company = await makeCompany(app, 'Busy');
      await app.database.write(async (unit) => {
        for (let i = 0; i < 1001; i++) {
          await insertComment(unit, {
            company_id: company,
            content: `thread ${i}`,
            parent_id: null,
            author: 'Ann',
            visitor: 'ann',
            created_at: new Date(app.clock.now.getTime() + i).toISOString(),
            status: 'published',
          });
        }
      });
      const { pages, totals } = await walk(`/api/companies/${company}/comments`);
      expect([pages.map((page) => page.length), totals]).toEqual([[1000, 1], ['1001']]);
      expect(pages[1]).toEqual(['thread 0']);
    });

    test('a comment makes what is kept stale at once', async () => {
      company = await makeCompany(app, 'Kept');
      await expectStale(app, company, () => post('first'));
      expect(await comments()).toHaveLength(1);
    });

    test('replies are nested eight levels deep; a reply to the deepest becomes its sibling', async () => {
      company = await makeCompany(app, 'Deep');
      const chain = [await post('0')];
      for (let i = 1; i <= 12; i++) chain.push(await post(String(i), chain.at(-1)?.id));
      expect(chain.slice(7).map((comment) => comment.parent_id)).toEqual([
        chain[6]?.id,
        ...Array(5).fill(chain[7]?.id),
      ]);
      let [level] = await comments();
      expect(level.replies_count).toBe(12);
      for (let i = 1; i < 8; i++) {
        expect(level.replies).toHaveLength(1);
        level = level.replies[0];
      }
      expect(level.replies.map((comment: Comment) => [comment.content, comment.replies])).toEqual(
        ['8', '9', '10', '11', '12'].map((content) => [content, []]),
      );
    });

    test('what is deeper in the database is shown flattened, and can be replied to', async () => {
      company = await makeCompany(app, 'Deeper');
      const id = (i: number) => `${company}-${String(i).padStart(4, '0')}`;
      const LENGTH = 3000;
      await app.database.write(async (unit) => {
        for (let i = 0; i < LENGTH; i++) {
          await unit.tx
            .insertInto('comments')
            .values({
              id: id(i),
              company_id: company,
              parent_id: i === 0 ? null : id(i - 1),
              root_id: id(0),
              replies: i === 0 ? LENGTH - 1 : 0,
              author: 'Ann',
              content: String(i),
              visitor: null,
              created_at: app.clock.now.toISOString(),
            })
            .execute();
        }
      });
      const answer = await app.get(`/api/companies/${company}/comments`);
      const [root] = answer.json();
      expect([answer.headers['x-total-count'], root.content]).toEqual(['1', '0']);
      const levels: string[][] = [];
      for (let level = root.replies; level.length > 0; level = level.flatMap((one: Comment) => one.replies))
        levels.push(level.map((one: Comment) => one.content));
      expect(levels.map((level) => level.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 93]);
      const rest = await walk(
        `/api/companies/${company}/comments/${id(0)}/replies?limit=1000&cursor=${root.more_replies}`,
      );
      expect(rest.pages.flat()).toEqual(Array.from({ length: LENGTH - 101 }, (_, i) => String(i + 101)));
      const page = await app.get(
        `/api/companies/${company}/comments/${id(0)}/replies?cursor=${root.more_replies}`,
      );
      expect(new Set(page.json().map((reply: Comment) => reply.parent_id))).toEqual(new Set([id(7)]));
      const reply = await post('answer', id(LENGTH - 1));
      expect(reply.parent_id).toBe(id(7));
    });

    test('a huge thread carries its first 100 replies, and the others are asked for', async () => {
      company = await makeCompany(app, 'Huge');
      const root = await makeComment(app, company, 'root');
      await app.database.write(async (unit) => {
        for (let i = 0; i < 250; i++) {
          await insertComment(unit, {
            company_id: company,
            content: `reply ${i}`,
            parent_id: root,
            author: 'Ann',
            visitor: 'ann',
            created_at: new Date(app.clock.now.getTime() + i).toISOString(),
            status: 'published',
          });
        }
      });
      const [thread] = await comments();
      const carried = thread.replies.map((reply: Comment) => reply.content);
      expect([carried.length, carried[0], thread.replies_count]).toEqual([100, 'reply 0', 250]);
      const path = `/api/companies/${company}/comments/${root}/replies`;
      expect(await walk(`${path}?limit=100&cursor=${thread.more_replies}`)).toEqual({
        pages: [
          Array.from({ length: 100 }, (_, i) => `reply ${i + 100}`),
          Array.from({ length: 50 }, (_, i) => `reply ${i + 200}`),
        ],
        totals: ['250'],
      });
      expect((await walk(path)).pages.flat()).toHaveLength(250);
      for (const id of ['unknown', thread.replies[0].id]) {
        const answer = await app.get(`/api/companies/${company}/comments/${id}/replies`);
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'comment_not_found']);
      }
    });

    test('deleting and restoring keeps the number of conversations and of replies right', async () => {
      company = await makeCompany(app, 'Moderated');
      const as = await signIn(app);
      const act = (id: string, action?: string) =>
        action
          ? app.post(`/api/admin/comments/${id}/${action}`, undefined, as)
          : app.delete(`/api/admin/comments/${id}`, undefined, as);
      const state = async () => {
        const answer = await app.get(`/api/companies/${company}/comments`);
        const rows = answer.json() as Comment[];
        return [
          Number(answer.headers['x-total-count']),
          rows.map((row) => [row.content, row.replies_count, row.replies.map((reply) => reply.content)]),
        ];
      };
      const root = await makeComment(app, company, 'root');
      const reply = await makeComment(app, company, 'reply', { parent_id: root });
      const held = await makeComment(app, company, 'held', { status: 'held' });
      const heldReply = await makeComment(app, company, 'held reply', { parent_id: root, status: 'held' });
      expect(await state()).toEqual([1, [['root', 1, ['reply']]]]);
      await act(held, 'approve');
      await act(heldReply, 'approve');
      expect(await state()).toEqual([
        2,
        [
          ['held', 0, []],
          ['root', 2, ['reply', 'held reply']],
        ],
      ]);
      await Promise.all([act(root), act(held), act(heldReply)]);
      expect(await state()).toEqual([1, [['', 1, ['reply']]]]);
      await act(reply);
      expect(await state()).toEqual([0, []]);
      await act(heldReply, 'restore');
      expect(await state()).toEqual([1, [['', 1, ['held reply']]]]);
      await Promise.all([act(root, 'restore'), act(held, 'restore'), act(reply, 'restore')]);
      expect(await state()).toEqual([
        2,
        [
          ['held', 0, []],
          ['root', 2, ['reply', 'held reply']],
        ],
      ]);

      await app.delete(`/api/admin/companies/${company}`, undefined, as);
      const [entry] = (await app.get('/api/admin/bin', as)).json();
      await app.post(`/api/admin/bin/${entry.id}/restore`, undefined, as);
      expect(await state()).toEqual([
        2,
        [
          ['held', 0, []],
          ['root', 2, ['reply', 'held reply']],
        ],
      ]);
    });

    test('a reply of the moment in which its company goes to the trash is refused, or goes with it', async () => {
      company = await makeCompany(app, 'Gone with a reply');
      const root = await makeComment(app, company, 'root');
      const as = await signIn(app);
      const now = app.clock.now;
      // On SQLite both are in one commit; on PostgreSQL the second waits for the first.
      const [reply, bin] = await Promise.allSettled([
        app.database.write((unit) =>
          insertComment(unit, {
            company_id: company,
            content: 'late',
            parent_id: root,
            author: 'Ann',
            visitor: 'ann',
            created_at: now.toISOString(),
            status: 'published',
          }),
        ),
        app.database.write((unit) =>
          moveToTrash({ ...unit, actor: { kind: 'person', name: 'admin' }, now }, company),
        ),
      ]);
      const restored = await app.post(
        `/api/admin/bin/${bin.status === 'fulfilled' && bin.value}/restore`,
        undefined,
        as,
      );
      expect(restored.statusCode).toBe(200);
      const replies = reply.status === 'fulfilled' ? [{ content: 'late' }] : [];
      expect(await comments()).toMatchObject([{ content: 'root', replies }]);
    });

    test('people in the comments on one company have a number each, and no more', async () => {
      company = await makeCompany(app, 'Talk');
      const [ann, bob] = [await visitor(app), await visitor(app)];
      const first = await post('ann', undefined, ann);
      const second = await post('bob', first.id, bob);
      expect([first.person, second.person]).toEqual([1, 2]);
      expect((await post('ann again', second.id, ann)).person).toBe(1);
      expect((await post('without a session')).person).toBe(3);
      const [, thread] = await comments();
      expect(thread).toMatchObject({ person: 1, replies: [{ person: 2, replies: [{ person: 1 }] }] });
      // Another company's numbers are others': the same visitor cannot be followed there.
      company = await makeCompany(app, 'Other talk');
      expect((await post('bob', undefined, bob)).person).toBe(1);
      expect((await post('ann', undefined, ann)).person).toBe(2);
    });

    test('people who comment first at the same time get numbers of their own', async () => {
      company = await makeCompany(app, 'Rush');
      const people = await Promise.all(Array.from({ length: 8 }, () => visitor(app)));
      const posted = await Promise.all(
        people.flatMap((person) => [post('one', undefined, person), post('two', undefined, person)]),
      );
      const numbers = people.map((_, i) => [posted[i * 2]?.person, posted[i * 2 + 1]?.person]);
      expect(numbers.every(([one, two]) => one === two)).toBe(true);
      expect(new Set(numbers.map(([one]) => one)).size).toBe(8);
    });
  });
}

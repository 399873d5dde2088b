import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminComment, AdminReply } from '../../../core/comments/admin-calls.ts';
import type { Comment } from '../../../core/comments/comment.ts';
import { flattenComments } from '../../../core/comments/rules.ts';
import { insertAuditEntry } from '../../platform/audit/store.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeComment, makeCompany } from '../../testing/make.ts';
import { insertComment } from './store.ts';

/** As long as a comment may be, in letters of three and four bytes and in signs that JSON escapes. */
const LONG = ['字'.repeat(5000), '𠮷'.repeat(5000), '"\n'.repeat(2500)];

for (const dialect of dialects) {
  describe(`how much an answer carries of what strangers write, on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect, { variables: { RATE_LIMITS: 'on' } });
    });
    afterAll(() => app.close());

    const write = (company: string, count: number, parent_id: string | null = null) =>
      app.database.write(async (unit) => {
        for (let i = 0; i < count; i++)
          await insertComment(unit, {
            company_id: company,
            content: `${i} ${LONG[i % LONG.length]?.slice(8)}`,
            parent_id,
            author: 'Ann',
            visitor: 'ann',
            created_at: new Date(app.clock.now.getTime() + i).toISOString(),
            status: 'published',
          });
      });
    /** All pages of a list, each of which is bounded. */
    async function walk<C = Comment>(path: string, request = {}): Promise<C[][]> {
      const pages: C[][] = [];
      for (let next: string | undefined = path; next; ) {
        const answer = await app.get(next, request);
        expect(answer.statusCode).toBe(200);
        expect(answer.body.length).toBeLessThan(1.1 * 2 ** 20);
        pages.push(answer.json());
        next = /<(.*?)>/.exec(String(answer.headers.link ?? ''))?.[1];
      }
      return pages;
    }

    test('threads come on as many pages as they fill, each once', async () => {
      const company = await makeCompany(app, 'Flooded');
      await write(company, 200);
      const pages = await walk(`/api/companies/${company}/comments`);
      expect(pages.length).toBeGreaterThan(2);
      const numbers = pages.flat().map(({ content }) => Number.parseInt(content, 10));
      expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => 199 - i));
    });

    test('a thread carries 256 kB of replies, ten threads 1 MB, and the others are asked for', async () => {
      const company = await makeCompany(app, 'Argued');
      const roots: string[] = [];
      for (let i = 0; i < 10; i++) {
        const root = await makeComment(app, company, `root ${i}`);
        await write(company, 60, root);
        roots.push(root);
      }
      const [threads = []] = await walk(`/api/companies/${company}/comments`);
      expect(threads).toHaveLength(10);
      for (const thread of threads) {
        expect(JSON.stringify(thread).length).toBeLessThan(2 ** 18 + 5000);
        expect(thread).toMatchObject({ replies_count: 60, more_replies: expect.any(String) });
        const path = `/api/companies/${company}/comments/${thread.id}/replies`;
        const rest = await walk(`${path}?cursor=${thread.more_replies}`);
        const all = [...flattenComments(thread.replies), ...rest.flat()];
        expect(all.map(({ content }) => Number.parseInt(content, 10))).toEqual(
          Array.from({ length: 60 }, (_, i) => i),
        );
      }
      expect(threads.filter((thread) => thread.replies.length > 0).length).toBeGreaterThan(2);
    });

    describe("the console's lists", () => {
      const numberOf = ({ content }: AdminReply) => Number.parseInt(content, 10);
      const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
      let as: Awaited<ReturnType<typeof signIn>>;
      beforeAll(async () => {
        as = await signIn(app);
      });

      test('threads come on as many pages as they fill, each once, their texts cut and whole on request', async () => {
        const company = await makeCompany(app, 'Moderated flood', { category: 'uncharted-items' });
        await write(company, 700);
        const pages = await walk<AdminComment>('/api/admin/comments?limit=1000&category=uncharted-items', as);
        expect(pages.length).toBeGreaterThan(1);
        const threads = pages.flat();
        expect(threads.map(numberOf)).toEqual(upTo(700).reverse());
        for (const { content, truncated } of threads.slice(0, 3)) {
          expect(truncated).toBe(true);
          expect([...content]).toHaveLength(1000);
        }
        // A page of the console has room for all its threads, whatever people write.
        expect(
          (await app.get('/api/admin/comments?limit=100&offset=100&category=uncharted-items', as)).json(),
        ).toHaveLength(100);
        for (const [i, { id, content }] of threads.slice(0, 3).entries()) {
          const whole = (await app.get(`/api/admin/comments/${id}`, as)).json();
          expect(whole.content).toBe(`${699 - i} ${LONG[(699 - i) % LONG.length]?.slice(8)}`);
          expect(whole.content.startsWith(content)).toBe(true);
          expect(whole).not.toHaveProperty('truncated');
        }
      }, 60_000);

      test('a short text is not cut', async () => {
        const company = await makeCompany(app, 'Short', { category: 'small-teams' });
        await makeComment(app, company, '𠮷'.repeat(1000));
        const [thread] = (await app.get('/api/admin/comments?category=small-teams', as)).json();
        expect(thread).toEqual(expect.not.objectContaining({ truncated: true }));
        expect(thread.content).toBe('𠮷'.repeat(1000));
      });

      test('a thread carries 100 replies, those that match first, and all are asked for', async () => {
        const company = await makeCompany(app, 'Moderated quarrel', { category: 'indie-hackers' });
        const root = await makeComment(app, company, 'root');
        await write(company, 150, root);
        app.clock.forward(1000);
        const held = await makeComment(app, company, 'needle', { parent_id: root, status: 'held' });
        const carried = async (query: string): Promise<AdminComment> => {
          const answer = await app.get(`/api/admin/comments?category=indie-hackers&${query}`, as);
          expect(answer.body.length).toBeLessThan(2 ** 18 + 10_000);
          return answer.json()[0];
        };
        const plain = await carried('');
        expect(plain).toMatchObject({ id: root, more_replies: true });
        expect(plain.replies.length).toBeGreaterThan(50);
        expect(plain.replies.map(numberOf)).toEqual(upTo(plain.replies.length));
        for (const query of ['status=held', 'q=needle']) {
          const { replies, more_replies } = await carried(query);
          expect(more_replies).toBe(true);
          expect(replies.at(-1)).toMatchObject({ id: held, status: 'held' });
        }
        const pages = await walk<AdminReply>(`/api/admin/comments/${root}/replies?limit=60`, as);
        expect(pages.length).toBe(3);
        expect(pages.flat().slice(0, -1).map(numberOf)).toEqual(upTo(150));
        expect(pages.flat().at(-1)?.id).toBe(held);
        await app.delete(`/api/admin/comments/${held}`, undefined, as);
        const total = async (query: string) =>
          (await app.get(`/api/admin/comments/${root}/replies?${query}`, as)).headers['x-total-count'];
        expect([await total(''), await total('status=deleted')]).toEqual(['150', '151']);
      }, 60_000);

      test('what is not there is said', async () => {
        const answers = [
          await app.get('/api/admin/comments/none', as),
          await app.get('/api/admin/comments/none/replies', as),
        ];
        expect(answers.map((answer) => answer.json().code)).toEqual([
          'comment_not_found',
          'comment_not_found',
        ]);
        const company = await makeCompany(app, 'Wrong cursors');
        const root = await makeComment(app, company, 'root');
        expect((await app.get(`/api/admin/comments/${root}/replies?cursor=x`, as)).statusCode).toBe(400);
        expect((await app.get(`/api/admin/comments/${root}`)).statusCode).toBe(401);
      });
    });

    test('past 200 comments on one company in an hour, from whatever networks, the next wait', async () => {
      const [company, other] = [await makeCompany(app, 'Stormed'), await makeCompany(app, 'Calm')];
      const post = (i: number, to = company) =>
        app.post(
          `/api/companies/${to}/comments`,
          { content: `comment ${i}` },
          { remoteAddress: `198.51.${i >> 8}.${i & 255}` },
        );
      for (let i = 0; i < 200; i++) expect((await post(i)).json().held).toBeUndefined();
      for (const i of [200, 201]) {
        const answer = await post(i);
        expect([answer.statusCode, answer.json().held]).toEqual([201, true]);
      }
      expect((await app.get(`/api/companies/${company}`)).json().comments_count).toBe(200);
      expect((await post(500, other)).json().held).toBeUndefined();
      app.clock.forward(61 * 60_000);
      expect((await post(501)).json().held).toBeUndefined();
    }, 60_000);

    test('the log of the console comes on as many pages as its long entries fill, each once', async () => {
      const as = await signIn(app);
      await app.database.write(async ({ tx }) => {
        for (let i = 0; i < 120; i++)
          await insertAuditEntry(tx, {
            ...{ admin: 'ann', action: 'settings.save', subject: `long ${i}`, at: app.clock.now },
            after: { text: LONG[i % LONG.length] },
          });
      });
      const pages = await walk<{ id: string; subject: string }>('/api/admin/audit?limit=500', as);
      expect(pages.length).toBeGreaterThan(1);
      const entries = pages.flat();
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      expect(entries.filter(({ subject }) => subject.startsWith('long '))).toHaveLength(120);
    });
  });
}

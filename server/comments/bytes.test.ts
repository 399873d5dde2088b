import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comment } from '../../core/comments/comment.ts';
import { flattenComments } from '../../core/comments/rules.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { dialects } from '../testing/dialects.ts';
import { makeComment, makeCompany } from '../testing/make.ts';
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
    async function walk(path: string): Promise<Comment[][]> {
      const pages: Comment[][] = [];
      for (let next: string | undefined = path; next; ) {
        const answer = await app.get(next);
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
  });
}

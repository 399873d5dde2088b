import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';
import { dialects } from '../testing/dialects.ts';
import { makeCompany } from '../testing/make.ts';

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
        replies: [],
      });
      expect(await comments()).toEqual([answer.json()]);
      expect((await app.get(`/api/companies/${company}`)).json().comments_count).toBe(1);
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
      [{ content: 'a\u0000b' }, 'body.content'],
      [{ content: 'a\ud800b' }, 'body.content'],
      [{ content: 'x', author: 'y'.repeat(81) }, 'body.author'],
      [{ content: 'x', parent_id: 7 }, 'body.parent_id'],
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
  });
}

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PublicChange } from '../../../core/changes/calls.ts';
import { HOUR, MINUTE } from '../../../core/time.ts';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';

for (const dialect of dialects) {
  describe(`comments in the change feed on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
      for (const name of ['Acme', 'Brew'])
        await app.post('/api/admin/companies', { name, revenue: '$1M', employees: 3 }, as);
      app.clock.forward(2 * HOUR);
    });
    afterEach(() => app.close());

    const changes = async (query = ''): Promise<PublicChange[]> =>
      (await app.get(`/api/changes${query}`)).json();
    const talk = async (query = '') =>
      (await changes(`?kind=comment${query}`)).map(({ company, to, comment }) => [
        company.id,
        to,
        comment?.author,
      ]);
    const say = async (author: string, company = 'acme'): Promise<string> =>
      (
        await app.post(
          `/api/companies/${company}/comments`,
          { author, content: 'A secret sentence' },
          await visitor(app),
        )
      ).json().id;
    const moderate = (id: string, task: string) =>
      app.post('/api/admin/comments/moderate', { task, ids: [id] }, as);

    test('comments of a company within an hour are one entry with their number, the author of the newest and a link', async () => {
      await say('Ada');
      app.clock.forward(50 * MINUTE);
      const second = await say('Bob');
      await say('Cyd', 'brew');
      app.clock.forward(20 * MINUTE);
      const third = await say('Dan');
      expect(await talk()).toEqual([
        ['acme', 1, 'Dan'],
        ['brew', 1, 'Cyd'],
        ['acme', 2, 'Bob'],
      ]);
      const [, , entry] = await changes('?kind=comment');
      expect(entry).toMatchObject({
        field: 'comment',
        from: null,
        to: 2,
        comment: { id: second, author: 'Bob', path: `/companies/acme#comment-${second}` },
      });
      expect(JSON.stringify(await changes())).not.toContain('secret sentence');
      expect((await changes()).map(({ field }) => field)).toEqual([
        ...['comment', 'comment', 'comment', 'created', 'created'],
      ]);
      expect((await changes('?kind=facts')).map(({ field }) => field)).toEqual(['created', 'created']);
      expect(await changes('?kind=changed')).toEqual([]);
      const since = new Date(app.clock.now.getTime() - MINUTE).toISOString();
      expect(await talk(`&since=${since}`)).toEqual([['acme', 1, 'Dan']]);
      const feed = (await app.get('/ko/companies/acme/feed.json')).json();
      expect(feed.items.slice(0, 2)).toMatchObject([
        {
          title: 'Acme · 새 댓글: Dan 3',
          url: expect.stringMatching(`/ko/companies/acme#comment-${third}$`),
        },
        { title: 'Acme · 새 댓글: 2' },
      ]);
      expect((await app.get('/changes/feed.xml')).body).toContain('Brew · New comment: Cyd 1');
    });

    test('what the public does not see leaves the feed, and is no news when it comes back', async () => {
      const [ada, bob] = [await say('Ada'), await say('Bob')];
      await moderate(bob, 'hold');
      expect(await talk()).toEqual([['acme', 1, 'Ada']]);
      await moderate(ada, 'delete');
      expect(await talk()).toEqual([]);
      expect((await app.get('/api/changes?kind=comment')).headers['x-total-count']).toBe('0');
      app.clock.forward(5 * HOUR);
      const later = new Date(app.clock.now.getTime() - HOUR).toISOString();
      await moderate(bob, 'approve');
      expect([await talk(), await talk(`&since=${later}`)]).toEqual([[['acme', 1, 'Bob']], []]);
      await app.put('/api/admin/companies/acme/visibility', { show_on_site: false }, as);
      expect(await talk()).toEqual([]);
    });

    test('a comment that waits for a moderator is told when it is approved', async () => {
      await app.post('/api/admin/settings', { commentModeration: 'all' }, as);
      const id = await say('Ada');
      expect(await talk()).toEqual([]);
      app.clock.forward(3 * HOUR);
      await moderate(id, 'approve');
      const soon = new Date(app.clock.now.getTime() - MINUTE).toISOString();
      expect(await talk(`&since=${soon}`)).toEqual([['acme', 1, 'Ada']]);
    });

    test('comments of a merged company are told of the company that it is now, and come out of the trash', async () => {
      const id = await say('Ada', 'brew');
      const { bin_id } = (await app.delete('/api/admin/companies/brew', undefined, as)).json();
      expect(await talk()).toEqual([]);
      await app.post(`/api/admin/bin/${bin_id}/restore`, undefined, as);
      expect(await talk()).toEqual([['brew', 1, 'Ada']]);
      const merged = await app.post('/api/admin/companies/brew/merge', { into: 'acme' }, as);
      expect([merged.statusCode, await talk()]).toEqual([200, [['acme', 1, 'Ada']]]);
      expect((await changes('?kind=comment'))[0]?.comment?.path).toBe(`/companies/acme#comment-${id}`);
    });
  });

  test(`the feed replayed on an old export gives the public data of today, on ${dialect}`, async () => {
    const step = fc.record({
      company: fc.constantFrom('acme', 'brew'),
      employees: fc.option(fc.integer({ min: 1, max: 9 })),
      revenue: fc.option(fc.constantFrom('$1M', '$2M', '$3M')),
      comment: fc.boolean(),
      minutes: fc.integer({ min: 1, max: 150 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const app = await testApp(dialect);
        try {
          const as = await signIn(app);
          for (const name of ['Acme', 'Brew'])
            await app.post('/api/admin/companies', { name, revenue: '$1M', employees: 3 }, as);
          app.clock.forward(2 * HOUR);
          const facts = async (): Promise<Record<string, Record<string, unknown>>> =>
            Object.fromEntries(
              (await app.get('/api/companies'))
                .json()
                .map(({ id, employees, revenue }: Record<'id' | 'employees' | 'revenue', string>) => [
                  id,
                  { employees, revenue },
                ]),
            );
          const counts: Record<string, number> = {};
          const replayed = await facts();
          const since = app.clock.now.toISOString();
          for (const { company, minutes, comment, ...fields } of steps) {
            app.clock.forward(minutes * MINUTE);
            const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
            await app.put(`/api/admin/companies/${company}`, body, as);
            if (!comment) continue;
            await app.post(`/api/companies/${company}/comments`, { author: 'Ada', content: 'Hi' });
            counts[company] = (counts[company] ?? 0) + 1;
          }
          const told: PublicChange[] = (await app.get(`/api/changes?since=${since}`)).json();
          const talked: Record<string, number> = {};
          for (const { company, field, from, to } of told.reverse()) {
            if (field === 'comment') talked[company.id] = (talked[company.id] ?? 0) + Number(to);
            else {
              expect(replayed[company.id]?.[field]).toBe(from);
              replayed[company.id] = { ...replayed[company.id], [field]: to };
            }
          }
          expect([replayed, talked]).toEqual([await facts(), counts]);
        } finally {
          await app.close();
        }
      }),
      { numRuns: 6 },
    );
  }, 60_000);
}

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DAY } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';

for (const dialect of dialects) {
  describe(`filters of the console's table on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    const rows = async (query: string): Promise<string[]> => {
      const answer = await app.get(`/api/admin/company-rows?${query}`, as);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer
        .json()
        .map(({ id }: { id: string }) => id)
        .sort();
    };
    beforeAll(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
      const oven = {
        id: 'opens',
        type: 'choice',
        names: { en: 'Opens' },
        options: [
          { id: 'dawn', names: { en: 'At dawn' } },
          { id: 'noon', names: { en: 'At noon' } },
        ],
        access: 'console',
      };
      const { version } = (await app.get('/api/admin/configuration/fields', as)).json();
      const ovens = { id: 'ovens', type: 'number', names: { en: 'Ovens' }, access: 'console' };
      const defined = { version, value: { list: [oven, ovens], hidden: [] } };
      expect((await app.put('/api/admin/configuration/fields', defined, as)).statusCode).toBe(200);
      const add = (name: string, more: object = {}) =>
        app.post(
          '/api/admin/companies',
          { name, category: 'no-seed', description: 'x', story: 'y', ...more },
          as,
        );
      const text = (name: string) => ({ name, description: 'd' });
      await add('Alpha', {
        kinds: ['saas'],
        tags: ['music'],
        country: 'KR',
        logo: '/logos/a.svg',
        website: 'https://a.example/',
        status: { kind: 'closed' },
        fields: { opens: 'dawn', ovens: 2 },
        sources: [{ url: 'https://s.example/', supports: ['revenue'] }],
        content: { ko: text('알파'), ja: text('アルファ'), zh: text('阿尔法') },
      });
      await add('Beta', { kinds: ['game'], category: 'small-teams', content: { ko: text('베타') } });
      await add('Gamma', { tags: ['music'], fields: { opens: 'noon', ovens: 7.5 } });
      await app.put('/api/admin/companies/gamma/visibility', { show_on_site: false }, as);
      app.clock.forward(40 * DAY);
      as = await signIn(app);
      await app.put('/api/admin/companies/beta', { description: 'Another.' }, as);
      await app.database.write(({ tx }) =>
        tx
          .updateTable('company_texts')
          .set({ reviewed: 0, origin: 'machine', model: 'm' })
          .where('company_id', '=', 'alpha')
          .where('language', '=', 'ja')
          .execute(),
      );
      await app.database.write(({ tx }) =>
        tx.updateTable('company_versions').set({ actor: 'bob' }).where('company_id', '=', 'gamma').execute(),
      );
      await app.put('/api/admin/companies/alpha/draft', { version: 1, changes: { employees: 7 } }, as);
    });
    afterAll(() => app.close());

    test.each([
      ['visibility=hidden', ['gamma']],
      ['visibility=shown', ['alpha', 'beta']],
      ['missing=ko', ['gamma']],
      ['missing=any', ['beta', 'gamma']],
      ['outdated=ko', ['beta']],
      ['outdated=any', ['beta']],
      ['unreviewed=ja', ['alpha']],
      ['unreviewed=ko', []],
      ['lacks=logo', ['beta', 'gamma']],
      ['lacks=sources', ['beta', 'gamma']],
      ['lacks=tags', ['beta']],
      ['changed_days=7', ['beta']],
      ['changed_by=bob', ['gamma']],
      ['changed_by=bob&changed_days=7', []],
      ['status=closed', ['alpha']],
      ['kind=saas,game', ['alpha', 'beta']],
      ['tag=music', ['alpha', 'gamma']],
      ['tag=music&visibility=shown&status=closed', ['alpha']],
      ['country=kr', ['alpha']],
      ['field=opens:dawn', ['alpha']],
      ['field=ovens:2..3', ['alpha']],
      ['field=ovens:3..', ['gamma']],
      ['field=ovens:..7.5', ['alpha', 'gamma']],
      ['field=ovens:100..', []],
      ['q=beta&lacks=logo', ['beta']],
      ['category=small-teams&missing=ja', ['beta']],
      ['sort=name&tag=music', ['alpha', 'gamma']],
    ])('%s', async (query, ids) => {
      expect(await rows(query)).toEqual(ids);
    });

    test.each([
      'visibility=maybe',
      'missing=fr',
      'lacks=score',
      'changed_days=0',
      'field=opens',
      'field=ovens:3',
      'field=ovens:9..3',
      'field=ovens:..',
      'kind=bakery',
    ])('%s is refused', async (query) => {
      const answer = await app.get(`/api/admin/company-rows?${query}`, as);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
    });

    test('each option is counted under the other filters, as the list then counts it', async () => {
      const filters = { tag: 'music', visibility: '', changed_by: '', lacks: 'website' };
      for (const name of Object.keys(filters) as (keyof typeof filters)[]) {
        const set = Object.entries(filters).filter(([, value]) => value);
        const query = new URLSearchParams(set).toString();
        const counts = (await app.get(`/api/admin/company-rows/filters?${query}`, as)).json();
        expect(Object.keys(counts)).toHaveLength(13);
        for (const [of, options] of Object.entries<{ value: string; count: number }[]>(counts))
          for (const { value, count } of options) {
            const asked = new URLSearchParams({ ...Object.fromEntries(set), [of]: value });
            expect([of, value, count]).toEqual([of, value, (await rows(asked.toString())).length]);
          }
        filters[name] = '';
      }
    });

    test('what matches is changed as a whole, by each filter', async () => {
      const answer = await app.post(
        '/api/admin/companies/bulk-change',
        { filter: { tag: 'music', visibility: 'hidden' }, change: { tags: { add: ['quiet'] } } },
        as,
      );
      expect(answer.statusCode).toBe(202);
      await vi.waitFor(async () => expect(await rows('tag=quiet')).toEqual(['gamma']), {
        timeout: 10_000,
        interval: 30,
      });
    });
  });
}

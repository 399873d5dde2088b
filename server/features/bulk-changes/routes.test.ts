import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobDetail } from '../../../core/jobs/calls.ts';
import { insertJob } from '../../platform/jobs/store.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

for (const dialect of dialects) {
  describe(`bulk changes on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(() => app.close());

    const ask = (body: object) => app.post('/api/admin/companies/bulk-change', body, as);
    const read = async (id: string): Promise<JobDetail> =>
      (await app.get(`/api/admin/jobs/${id}`, as)).json();
    async function change(body: object): Promise<JobDetail> {
      const answer = await ask(body);
      expect(answer.statusCode).toBe(202);
      const { id } = answer.json().job;
      return vi.waitFor(
        async () => {
          const job = await read(id);
          expect(job.status).toBe('done');
          return job;
        },
        { timeout: 15_000, interval: 20 },
      );
    }
    const undo = async (id: string): Promise<JobDetail> =>
      (await app.post(`/api/admin/jobs/${id}/undo`, undefined, as)).json();
    const company = async (id: string) => (await app.get(`/api/admin/companies/${id}/content`, as)).json();
    const listed = async (query = '') =>
      (await app.get(`/api/companies${query}`))
        .json()
        .map(({ id }: { id: string }) => id)
        .sort();
    const facets = async () => (await app.get('/api/companies/facets')).json();

    test('more companies than a batch has are hidden by one job, and come back by one undo', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 600; i++) ids.push(await makeCompany(app, `Acme ${i}`, { id: `acme-${i}` }));
      const job = await change({ filter: {}, change: { show_on_site: false } });
      expect([job.kind, job.total, job.progress]).toEqual(['bulk-change', 600, 600]);
      expect(new Set(job.results.map(({ outcome }) => outcome))).toEqual(new Set(['updated']));
      expect(await listed()).toEqual([]);
      const history = (await app.get('/api/admin/companies/acme-7/history', as)).json();
      expect(history[0]).toMatchObject({
        action: 'visibility',
        actor: 'admin',
        changes: [{ field: 'show_on_site', before: true, after: false }],
      });
      await app.put('/api/admin/companies/acme-3/visibility', { show_on_site: true }, as);
      const undone = await undo(job.id);
      expect(undone.results.filter((result) => result.undone === 'kept').map((r) => r.company_id)).toEqual([
        'acme-3',
      ]);
      expect(await listed('?limit=1000')).toEqual(ids.toSorted());
    });

    test('of those that match some are left out, and another number than was seen is refused', async () => {
      for (const id of ['alpha', 'beta', 'gamma']) await makeCompany(app, `Loom ${id}`, { id });
      const selection = { filter: { q: 'loom' }, except: ['beta'], matching: 3 };
      const job = await change({ ...selection, change: { show_on_site: false } });
      expect(job.results.map(({ company_id }) => company_id).sort()).toEqual(['alpha', 'gamma']);
      await undo(job.id);
      await makeCompany(app, 'Loom delta', { id: 'delta' });
      const refused = await ask({ ...selection, change: { show_on_site: false } });
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
      expect(await listed()).toEqual(['alpha', 'beta', 'delta', 'gamma']);
      const exported = await app.post('/api/admin/companies/export', { ...selection, matching: 4 }, as);
      expect(exported.json().companies.map(({ id }: { id: string }) => id)).toEqual([
        'alpha',
        'delta',
        'gamma',
      ]);
    });

    test('category, status, kinds and tags change, with what lists and search find, and back', async () => {
      await makeCompany(app, 'Alpha', { id: 'alpha', kinds: ['saas'], tags: ['music'], category: 'no-seed' });
      await makeCompany(app, 'Beta', { id: 'beta', kinds: ['game'], category: 'small-teams' });
      const before = [await company('alpha'), await company('beta'), await facets()];
      const job = await change({
        ids: ['alpha', 'beta', 'nobody'],
        change: {
          category: 'indie-hackers',
          status: { kind: 'closed', year: 2020 },
          score: 77,
          kinds: { add: ['media'], remove: ['game'] },
          tags: { add: ['print'] },
        },
      });
      expect(job.results).toMatchObject([
        { company_id: 'alpha', name: 'Alpha', outcome: 'updated' },
        { company_id: 'beta', updatedFields: ['category', 'score', 'kinds', 'tags', 'status'] },
        { company_id: 'nobody', outcome: 'failed', code: 'company_not_found' },
      ]);
      expect(await company('alpha')).toMatchObject({
        category: 'indie-hackers',
        kinds: ['saas', 'media'],
        tags: ['music', 'print'],
        status: { kind: 'closed', year: 2020 },
        score: 77,
      });
      expect((await company('beta')).kinds).toEqual(['media']);
      expect(await listed('?kind=media')).toEqual(['alpha', 'beta']);
      expect(await listed('?kind=game')).toEqual([]);
      expect(await listed('?category=indie-hackers&tag=print&status=closed')).toEqual(['alpha', 'beta']);
      await app.put('/api/admin/companies/beta', { tags: [] }, as);
      const undone = await undo(job.id);
      expect(undone.results.map((result) => result.undone)).toEqual(['restored', 'kept', null]);
      const [alpha, beta] = before;
      expect(await company('alpha')).toMatchObject({
        category: alpha.category,
        kinds: alpha.kinds,
        tags: alpha.tags,
        status: null,
        score: alpha.score,
      });
      expect(await company('beta')).toMatchObject({ category: beta.category, kinds: beta.kinds, tags: [] });
      expect(await listed('?kind=game')).toEqual(['beta']);
      expect(await facets()).toEqual(before[2]);
      // Once.
      const versions = (await company('alpha')).version;
      await undo(job.id);
      expect((await company('alpha')).version).toBe(versions);
    });

    test('one undo after the other takes several changes of a field back', async () => {
      await makeCompany(app, 'Alpha', { id: 'alpha', tags: ['music'], score: 50 });
      await makeCompany(app, 'Beta', { id: 'beta', tags: [], score: 60 });
      const ids = ['alpha', 'beta'];
      const first = await change({ ids, change: { score: 11, tags: { add: ['print'] } } });
      const second = await change({ ids, change: { score: 22 } });
      const third = await change({ ids, change: { tags: { add: ['paper'] } } });
      // Out of order nothing is lost: what another job did since stays.
      expect((await undo(first.id)).results.map((result) => result.undone)).toEqual(['kept', 'kept']);
      const again = await change({ ids, change: { score: 33 } });
      for (const { id } of [again, third, second])
        expect((await undo(id)).results.map((result) => result.undone)).toEqual(['restored', 'restored']);
      expect(await company('alpha')).toMatchObject({ score: 11, tags: ['music', 'print'] });
      const later = await change({ ids, change: { score: 44 } });
      await app.put('/api/admin/companies/beta', { score: 45 }, as);
      await app.put('/api/admin/companies/beta', { score: 44 }, as);
      await undo(later.id);
      expect([(await company('alpha')).score, (await company('beta')).score]).toEqual([11, 11]);
    });

    test('a deletion goes to the trash and comes back', async () => {
      await makeCompany(app, 'Alpha', { id: 'alpha' });
      await makeCompany(app, 'Beta', { id: 'beta' });
      const job = await change({ filter: { q: 'Alpha' }, change: { delete: true } });
      expect(await listed()).toEqual(['beta']);
      expect((await undo(job.id)).results[0]?.undone).toBe('restored');
      expect(await listed()).toEqual(['alpha', 'beta']);
    });

    test('a company that is so already has no new version; one with too many tags is refused alone', async () => {
      const tags = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'];
      await makeCompany(app, 'Alpha', { id: 'alpha', tags });
      await makeCompany(app, 'Beta', { id: 'beta', tags: ['new'] });
      await makeCompany(app, 'Gamma', { id: 'gamma' });
      const job = await change({ ids: ['alpha', 'beta', 'gamma'], change: { tags: { add: ['new'] } } });
      expect(job.results).toMatchObject([
        { outcome: 'failed', code: 'validation_failed', version: null },
        { outcome: 'unchanged', version: null },
        { outcome: 'updated' },
      ]);
      expect((await company('alpha')).tags).toEqual(tags);
      expect((await company('beta')).version).toBe(1);
    });

    test('a company has as many kinds and tags as it can have, and not one more', async () => {
      await makeCompany(app, 'Alpha', {
        id: 'alpha',
        kinds: ['app'],
        tags: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'],
      });
      const add = async (change_: object) =>
        (await change({ ids: ['alpha'], change: change_ })).results[0]?.outcome;
      expect(await add({ kinds: { add: ['game', 'saas'] }, tags: { add: ['a7', 'a8'] } })).toBe('updated');
      expect(await add({ kinds: { add: ['food'] } })).toBe('failed');
      expect(await add({ tags: { add: ['a9'] } })).toBe('failed');
      const { kinds, tags } = await company('alpha');
      expect([kinds.length, tags.length]).toEqual([3, 8]);
      expect(await add({ show_on_site: false })).toBe('updated');
      const history = (await app.get('/api/admin/companies/alpha/history', as)).json();
      expect(history.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
        'visibility',
        'update',
      ]);
    });

    test('a change that the configuration does not know any more is refused for each company', async () => {
      await makeCompany(app, 'Alpha', { id: 'alpha' });
      const { id } = await app.database.write((unit) =>
        insertJob(
          { ...unit, actor: { kind: 'person', name: 'admin' }, now: app.clock.now },
          { kind: 'bulk-change', input: { companyIds: ['alpha'], change: { category: 'bakeries' } } },
        ),
      );
      app.jobs.wake();
      const job = await vi.waitFor(async () => {
        const found = await read(id);
        expect(found.status).toBe('done');
        return found;
      });
      expect(job.results).toMatchObject([{ name: 'Alpha', outcome: 'failed', code: 'validation_failed' }]);
    });

    test.each([
      ['nothing to change', { ids: ['a'], change: {} }, 'required'],
      ['neither ids nor a filter', { change: { show_on_site: true } }, 'ids_or_filter'],
      ['both', { ids: ['a'], filter: {}, change: { show_on_site: true } }, 'ids_or_filter'],
      [
        'ids and a number that matches',
        { ids: ['a'], matching: 1, change: { show_on_site: true } },
        'ids_or_filter',
      ],
      ['a deletion with more', { ids: ['a'], change: { delete: true, show_on_site: true } }, 'delete_alone'],
      ['an unknown field', { ids: ['a'], change: { revenue: '$1M' } }, 'unknown_key'],
      ['an unknown filter', { filter: { name: 'x' }, change: { show_on_site: true } }, 'unknown_key'],
      ['an unknown category', { ids: ['a'], change: { category: 'bakeries' } }, 'not_one_of'],
    ])('%s is refused', async (_what, body, code) => {
      const answer = await ask(body);
      expect([answer.statusCode, answer.json().details?.[0]?.code]).toEqual([400, code]);
      expect((await app.get('/api/admin/jobs', as)).json()).toEqual([]);
    });

    test('only who may change companies does', async () => {
      const answer = await app.post('/api/admin/companies/bulk-change', {
        ids: ['a'],
        change: { show_on_site: false },
      });
      expect(answer.statusCode).toBe(401);
    });
  });
}

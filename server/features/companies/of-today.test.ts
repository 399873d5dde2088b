import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { moveAllLate } from '../directory/index.ts';
import { saveCompany } from './save-company.ts';

const OPTIONS = ['a', 'b'].map((id) => ({ id, names: { en: id } }));
const TEXT = { id: 'price', type: 'text', names: { en: 'Price' } };
const PLAN = { id: 'plan', type: 'choice', names: { en: 'Plan' }, options: OPTIONS };
const PLANS = { id: 'plans', type: 'choices', names: { en: 'Plans' }, options: OPTIONS };
const LATER = [
  { ...TEXT, type: 'money' },
  { ...PLAN, options: OPTIONS.slice(1) },
  { ...PLANS, options: OPTIONS.slice(1) },
];

for (const dialect of dialects) {
  describe(`stored values under a later configuration on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(() => app.close());

    async function define(list: object[]): Promise<void> {
      const { version } = (await app.get('/api/admin/configuration/fields', as)).json();
      const answer = await app.put('/api/admin/configuration/fields', { version, value: { list } }, as);
      expect(answer.statusCode).toBe(200);
    }
    const merge = async (what: string, from: string, into: string) =>
      (await app.post(`/api/admin/${what}/${from}/merge`, { into }, as)).json().moved;
    const mergeBoth = async () => [
      await merge('categories', 'no-seed', 'small-teams'),
      await merge('kinds', 'saas', 'game'),
    ];
    const save = (body: object) => app.put('/api/admin/companies/alpha', body, as);
    const ask = async (change: object): Promise<string> =>
      (await app.post('/api/admin/companies/bulk-change', { ids: ['alpha'], change }, as)).json().job.id;
    const ended = (id: string) =>
      vi.waitFor(
        async () => {
          const job = (await app.get(`/api/admin/jobs/${id}`, as)).json();
          expect(job.status).toBe('done');
          return job;
        },
        { timeout: 15_000, interval: 20 },
      );
    const undo = async (id: string) =>
      (await app.post(`/api/admin/jobs/${id}/undo`, undefined, as)).json().results[0].undone;
    const alpha = async () => (await app.get('/api/admin/companies/alpha/content', as)).json();
    async function deleteAlpha(): Promise<string> {
      return (await app.delete('/api/admin/companies/alpha', undefined, as)).json().bin_id;
    }

    test('an undo of a bulk change gives the category and kind that the old ones were merged into', async () => {
      await makeCompany(app, 'Alpha', { id: 'alpha', kinds: ['saas'], category: 'no-seed' });
      const id = await ask({ category: 'indie-hackers', kinds: { add: ['media'], remove: ['saas'] } });
      await ended(id);
      expect(await mergeBoth()).toEqual([0, 0]);
      expect(await undo(id)).toBe('restored');
      expect(await alpha()).toMatchObject({ category: 'small-teams', kinds: ['game'] });
    });

    test('an earlier version gives the category and kind that the old ones were merged into', async () => {
      await makeCompany(app, 'Alpha', { id: 'alpha', kinds: ['saas'], category: 'no-seed' });
      await save({ category: 'indie-hackers', kinds: ['media'] });
      await mergeBoth();
      const answer = await app.post('/api/admin/companies/alpha/restore', { version: 1 }, as);
      expect(answer.statusCode).toBe(200);
      expect(await alpha()).toMatchObject({ category: 'small-teams', kinds: ['game'] });
    });

    test.each([
      [
        'the next change of the categories and kinds',
        async () => {
          for (const part of ['categories', 'kinds']) {
            const { version, value } = (await app.get(`/api/admin/configuration/${part}`, as)).json();
            const body = { version, value: { ...value, list: value.list.toReversed() } };
            const saved = await app.put(`/api/admin/configuration/${part}`, body, as);
            expect(saved.statusCode).toBe(200);
          }
        },
      ],
      ['the next clean-up', () => app.database.write((unit) => moveAllLate(unit, app.clock.now))],
    ])('a company that is saved while its category and kind are merged moves at %s', async (_, later) => {
      await makeCompany(app, 'Alpha', { id: 'alpha', category: 'indie-hackers' });
      await mergeBoth();
      // As a save that was checked before the merge and came after it.
      await app.database.write((unit) =>
        saveCompany({ ...unit, actor: { kind: 'person', name: 'admin' }, now: app.clock.now }, 'alpha', {
          shared: { category: 'no-seed', kinds: ['saas'] },
        }),
      );
      await later();
      expect(await alpha()).toMatchObject({ category: 'small-teams', kinds: ['game'] });
      const history = (await app.get('/api/admin/companies/alpha/history', as)).json();
      expect(history[0].changes).toMatchObject([{ field: 'kinds', before: ['saas'], after: ['game'] }]);
    });

    test('an undo of a bulk change gives own fields their values back, and finds companies by them', async () => {
      await define([TEXT, { ...PLAN, places: ['filter'] }]);
      await makeCompany(app, 'Alpha', { id: 'alpha' });
      await save({ fields: { price: 'abc', plan: 'a' } });
      const id = await ask({ show_on_site: true, fields: { price: null, plan: 'b' } });
      await ended(id);
      expect((await alpha()).fields).toEqual({ plan: 'b' });
      expect(await undo(id)).toBe('restored');
      expect((await alpha()).fields).toEqual({ price: 'abc', plan: 'a' });
      expect((await app.get('/api/companies?field=plan:a')).json()).toHaveLength(1);
      expect((await app.get('/api/companies?field=plan:b')).json()).toEqual([]);
    });

    test('an undo keeps what an own field of another type or option cannot hold', async () => {
      await define([TEXT, PLAN, PLANS]);
      await makeCompany(app, 'Alpha', { id: 'alpha' });
      await save({ fields: { price: 'abc', plan: 'a', plans: ['a', 'b'] } });
      const id = await ask({ fields: { price: null, plan: null, plans: null } });
      await ended(id);
      await define(LATER);
      expect(await undo(id)).toBe('kept');
      expect((await alpha()).fields).toEqual({ plans: ['b'] });
    });

    test('a company comes from the trash without what its own fields cannot hold any more', async () => {
      await define([TEXT, PLAN, PLANS, { ...TEXT, id: 'rest' }]);
      await makeCompany(app, 'Alpha', { id: 'alpha' });
      await save({ fields: { price: 'abc', plan: 'a', plans: ['a', 'b'], rest: 'x' } });
      const bin = await deleteAlpha();
      await define(LATER);
      expect((await app.post(`/api/admin/bin/${bin}/restore`, undefined, as)).statusCode).toBe(200);
      expect((await alpha()).fields).toEqual({ plans: ['b'] });
      await define([...LATER, { ...TEXT, id: 'rest' }]);
      expect((await alpha()).fields).toEqual({ plans: ['b'], rest: 'x' });
    });

    test('a bulk change that waits follows merges, and is refused where a field became another', async () => {
      await define([TEXT]);
      await makeCompany(app, 'Alpha', { id: 'alpha', category: 'small-teams', kinds: [] });
      await app.jobs.stop();
      const moved = await ask({ category: 'no-seed', kinds: { add: ['saas'] } });
      const refused = await ask({ fields: { price: 'abc' } });
      await mergeBoth();
      await define([{ ...TEXT, type: 'money' }]);
      const other = await app.sibling();
      try {
        other.jobs.wake();
        expect((await ended(moved)).results).toMatchObject([{ outcome: 'updated' }]);
        expect((await ended(refused)).results).toMatchObject([
          { company_id: 'alpha', name: 'Alpha', outcome: 'failed', code: 'validation_failed' },
        ]);
      } finally {
        await other.close();
      }
      const { category, kinds, fields } = await alpha();
      expect([category, kinds, fields]).toEqual(['small-teams', ['game'], undefined]);
    });
  });
}

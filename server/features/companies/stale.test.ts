import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, type TestApp, testApp, visitor } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { expectStale } from '../../testing/stale.ts';
import { runEvaluation } from './evaluation.ts';
import { rebuildListings } from './read-model.ts';
import { removeTexts } from './save-company.ts';
import { loadContent, readContent } from './shipped-content.ts';

for (const dialect of dialects) {
  describe(`what is kept of companies on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
      await makeCompany(app, 'Acme', { revenue: '$9M', score: 1 });
    });
    afterEach(() => app.close());

    test('is stale once one is made', async () => {
      const content = { en: { name: 'Another', description: 'About it.', story: 'It began.' } };
      await expectStale(app, 'acme', async () => {
        const made = await app.post('/api/admin/companies', { content, founder: 'Ann', revenue: '$1M' }, as);
        expect(made.statusCode).toBe(201);
      });
      expect((await app.get('/api/companies')).json()).toHaveLength(2);
      expect((await app.get('/api/admin/audit', as)).json()[0]).toMatchObject({
        action: 'company.create',
        subject: 'another',
      });
    });

    test('is stale once one is saved, its texts go, it is deleted and comes back', async () => {
      await expectStale(app, 'acme', () => app.put('/api/admin/companies/acme', { revenue: '$8M' }, as));
      await app.put('/api/admin/companies/acme', { language: 'ko', name: '에이크미' }, as);
      await expectStale(app, 'acme', () =>
        app.database.write((unit) =>
          removeTexts(
            { ...unit, actor: { kind: 'import', name: 'import' }, now: app.clock.now },
            'acme',
            ['ko'],
            'restore',
          ),
        ),
      );
      expect((await app.get('/api/companies/acme?language=ko')).json().name).toBe('Acme');
      await makeCompany(app, 'Other');
      await expectStale(app, 'other', () => app.delete('/api/admin/companies/acme', undefined, as));
      const [trash] = (await app.get('/api/admin/bin', as)).json();
      await expectStale(app, 'other', () => app.post(`/api/admin/bin/${trash.id}/restore`, undefined, as));
      await app.delete('/api/admin/companies/acme', undefined, as);
      const [again] = (await app.get('/api/admin/bin', as)).json();
      expect((await app.delete(`/api/admin/bin/${again.id}`, undefined, as)).statusCode).toBe(200);
      expect((await app.get('/api/admin/audit', as)).json()[0]).toMatchObject({
        action: 'company.erase',
        subject: 'acme',
      });
    });

    test('is stale once scores are computed anew, and the log says so', async () => {
      await expectStale(app, 'acme', () => runEvaluation(app.database, 2026, app.clock.now));
      const answer = await app.post('/api/admin/migrate-scores', undefined, as);
      expect(answer.statusCode).toBe(200);
      const [entry] = (await app.get('/api/admin/audit', as)).json();
      expect(entry).toMatchObject({ admin: 'admin', subject: 'all', after: { updatedCount: 1 } });
    });

    test('is stale once a like is taken back', async () => {
      const reader = await visitor(app);
      const { id } = await app.database.read.selectFrom('companies').select('id').executeTakeFirstOrThrow();
      // The first that is counted is not put off.
      const other = await app.sibling();
      try {
        await app.post(`/api/companies/${id}/like`, undefined, reader);
        const revision = await other.database.revision.current();
        expect((await other.delete(`/api/companies/${id}/like`, undefined, reader)).json().likes).toBe(0);
        expect(await other.database.revision.current()).toBeGreaterThan(revision);
      } finally {
        await other.close();
      }
    });

    test('is stale once the shipped directory is loaded', async () => {
      const [file] = await readContent();
      if (!file) throw new Error('nothing is shipped');
      await expectStale(app, 'acme', () => loadContent(app.database, [file], app.clock.now));
    });

    test('is stale once the lists are rebuilt', async () => {
      await app.database.write(({ tx }) =>
        tx.deleteFrom('state').where('name', '=', 'company_listings_built').execute(),
      );
      await expectStale(app, 'acme', () => rebuildListings(app.database));
    });
  });
}

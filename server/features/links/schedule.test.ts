import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LinkCheck } from '../../../core/links/rules.ts';
import { DAY } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startWebSites, type WebSites } from '../../testing/web-sites.ts';
import { findFailing, forgetUnnamedSources, withFailingSources } from './store.ts';

for (const dialect of dialects) {
  describe(`the sources' addresses on ${dialect}`, () => {
    let sites: WebSites;
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    let gone: Set<string>;
    beforeEach(async () => {
      gone = new Set();
      sites = await startWebSites((request, response) =>
        gone.has(request.url ?? '') ? response.writeHead(404).end() : response.end(),
      );
      app = await testApp(dialect, { build: { links: { network: sites.network, hostPause: 0 } } });
      as = await signIn(app);
    });
    afterEach(async () => {
      await app.close();
      await sites.close();
    });

    const source = (path: string) => ({ url: sites.at('site.test', path), supports: [] });
    const turnOn = () => app.post('/api/admin/settings', { checkSources: true }, as);
    const checksOf = async (id: string): Promise<LinkCheck[]> =>
      (await app.get(`/api/admin/companies/${id}/source-checks`, as)).json();
    const later = async (days: number) => {
      app.clock.forward(days * DAY);
      // A session is over by then.
      as = await signIn(app, `admin${app.clock.now.getTime()}`);
      await app.links.look();
    };

    test('are left alone until the setting says otherwise', async () => {
      const id = await makeCompany(app, 'Acme', { sources: [source('/a')] });
      expect((await app.get('/api/admin/settings', as)).json().checkSources).toBe(false);
      await app.links.look();
      expect([sites.asked, await checksOf(id)]).toEqual([[], []]);
      await turnOn();
      await app.links.look();
      expect(sites.asked).toEqual(['HEAD site.test/a']);
      expect(await checksOf(id)).toEqual([
        {
          url: sites.at('site.test', '/a'),
          checked_at: app.clock.now.toISOString(),
          status: 200,
          failure: null,
          failures: 0,
        },
      ]);
    });

    test('are asked again after a month, and sooner where they failed; what answers again is well', async () => {
      gone.add('/b');
      const id = await makeCompany(app, 'Acme', { sources: [source('/a'), source('/b')] });
      await turnOn();
      await app.links.look();
      await app.links.look();
      expect(sites.asked.splice(0).sort()).toEqual([
        'GET site.test/b',
        'HEAD site.test/a',
        'HEAD site.test/b',
      ]);
      expect((await checksOf(id)).map(({ status, failures }) => [status, failures])).toEqual([
        [200, 0],
        [404, 1],
      ]);
      const told = () => withFailingSources(app.database.read).execute();
      expect(await told()).toEqual([]);
      await later(3.1);
      expect(sites.asked.splice(0)).toEqual(['HEAD site.test/b', 'GET site.test/b']);
      expect((await checksOf(id)).map(({ failures }) => failures)).toEqual([0, 2]);
      expect(await told()).toEqual([{ company_id: id }]);
      gone.clear();
      await later(3.1);
      expect((await checksOf(id)).map(({ failures }) => failures)).toEqual([0, 0]);
      expect([await told(), await findFailing(app.database.read)]).toEqual([[], []]);
      sites.asked.length = 0;
      await later(23);
      expect(sites.asked).toEqual([]);
      await later(1);
      expect(sites.asked).toEqual(['HEAD site.test/a']);
    });

    test('follow the company: an address that is saved is asked, one that nobody names is forgotten', async () => {
      const id = await makeCompany(app, 'Acme', { sources: [source('/a'), source('/a')] });
      const other = await makeCompany(app, 'Umbrella', { sources: [source('/a')], show_on_site: false });
      await turnOn();
      await app.links.look();
      expect(sites.asked.splice(0)).toEqual(['HEAD site.test/a']);
      const saved = await app.put(`/api/admin/companies/${id}`, { sources: [source('/c')] }, as);
      expect(saved.statusCode).toBe(200);
      await app.links.look();
      expect(sites.asked.splice(0)).toEqual(['HEAD site.test/c']);
      expect((await checksOf(id)).map(({ url }) => url)).toEqual([sites.at('site.test', '/c')]);
      await app.delete(`/api/admin/companies/${other}`, undefined, as);
      await app.database.write(({ tx }) => forgetUnnamedSources(tx));
      const left = await app.database.read.selectFrom('source_checks').select('url').execute();
      expect(left).toEqual([{ url: sites.at('site.test', '/c') }]);
    });

    test('are asked by one of two processes, and by none that stops', async () => {
      const urls = Array.from({ length: 6 }, (_, i) => `/${i}`);
      await makeCompany(app, 'Acme', { sources: urls.map(source) });
      await turnOn();
      const other = await app.sibling();
      other.clock.now = app.clock.now;
      await Promise.all([app.links.look(), other.links.look()]);
      expect(sites.asked.splice(0).sort()).toEqual(urls.map((path) => `HEAD site.test${path}`));
      await makeCompany(app, 'Umbrella', { sources: ['/x', '/y'].map(source) });
      const looking = other.links.look();
      await other.close();
      await looking;
      const before = sites.asked.length;
      expect(before).toBeLessThan(2);
      await app.links.look();
      expect(sites.asked.slice(before).length).toBeGreaterThan(0);
      expect(await app.database.read.selectFrom('source_checks').select('url').execute()).toHaveLength(8);
    });

    test('that stay broken put their company among those to look after, until they are mended', async () => {
      const two = await makeCompany(app, 'Two', { sources: [source('/x'), source('/y'), source('/ok')] });
      const one = await makeCompany(app, 'One', { sources: [source('/x')], category: 'small-teams' });
      await makeCompany(app, 'None', { sources: [source('/ok')] });
      const broken = async (query = '') => {
        const rows = (await app.get(`/api/admin/company-rows?issue=broken${query}`, as)).json();
        const counts = (await app.get('/api/admin/company-rows/issues', as)).json();
        const small = (await app.get('/api/admin/company-rows/issues?category=small-teams', as)).json();
        return [
          counts.broken,
          small.broken,
          Object.fromEntries(rows.map((row: { id: string; reasons: unknown }) => [row.id, row.reasons])),
        ];
      };
      const because = (sources: number) => [{ kind: 'broken', sources }];
      await turnOn();
      gone.add('/x').add('/y');
      await app.links.look();
      // Once may be an outage.
      expect(await broken()).toEqual([0, 0, {}]);
      await later(4);
      expect(await broken()).toEqual([2, 1, { [two]: because(2), [one]: because(1) }]);
      expect(await broken('&limit=1&sort=name')).toEqual([2, 1, { [one]: because(1) }]);
      expect(await broken('&category=small-teams')).toEqual([2, 1, { [one]: because(1) }]);
      await app.put(`/api/admin/companies/${one}`, { sources: [source('/ok')] }, as);
      expect(await broken()).toEqual([1, 0, { [two]: because(2) }]);
      gone.clear();
      await later(4);
      expect(await broken()).toEqual([0, 0, {}]);
    });

    test('are no failures where our own network is away, and are asked again the day after', async () => {
      const far = Array.from({ length: 12 }, (_, i) => ({ url: `http://far${i}.invalid/`, supports: [] }));
      const id = await makeCompany(app, 'Acme', { sources: far });
      await turnOn();
      await app.links.look();
      expect(sites.lookedUp.splice(0)).toHaveLength(12);
      expect(await checksOf(id)).toEqual([]);
      await app.links.look();
      expect(sites.lookedUp).toEqual([]);
      // One that answers shows that the others are away.
      await makeCompany(app, 'Umbrella', { sources: [source('/a')] });
      await later(1.1);
      expect((await checksOf(id)).map(({ failure }) => failure)).toEqual(far.map(() => 'unknown_host'));
      expect(await app.database.read.selectFrom('source_checks').select('url').execute()).toHaveLength(13);
    });

    test('of nobody are 404, and need the right to read', async () => {
      const nobody = await app.get('/api/admin/companies/nobody/source-checks', as);
      expect([nobody.statusCode, nobody.json().code]).toEqual([404, 'company_not_found']);
      expect((await app.get('/api/admin/companies/nobody/source-checks')).statusCode).toBe(401);
    });
  });
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { startWebSites, type WebSites } from '../../testing/web-sites.ts';
import { forgetUnusedLogos } from '../links/store.ts';
import { LOGO_BYTES } from './fetched-logos.ts';
import { pictureType } from './picture-type.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const SVG =
  '<?xml version="1.0"?>\n<!-- a > b -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';

for (const dialect of dialects) {
  describe(`logos of other sites on ${dialect}`, () => {
    let sites: WebSites;
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    let files: Record<string, { body: string | Buffer; status?: number; headers?: Record<string, string> }>;
    beforeEach(async () => {
      files = { '/logo.png': { body: PNG }, '/logo.svg': { body: SVG } };
      sites = await startWebSites((request, response) => {
        const file = files[request.url ?? ''] ?? { body: 'none', status: 404 };
        response
          .writeHead(file.status ?? 200, { 'content-type': 'image/png', ...file.headers })
          .end(file.body);
      });
      app = await testApp(dialect, { build: { links: { network: sites.network } } });
      as = await signIn(app);
    });
    afterEach(async () => {
      await app.close();
      await sites.close();
    });

    const logoOf = (id: string) => app.get(`/logos/of/${id}`);
    const typeOf = async (id: string) => (await logoOf(id)).headers['content-type'];
    const state = async (id: string) => (await app.get(`/api/admin/companies/${id}/logo`, as)).json();

    test('are fetched once and served from here; until then the mark is', async () => {
      const id = await makeCompany(app, 'Acme', { logo: sites.at('site.test', '/logo.png') });
      expect(await state(id)).toMatchObject({ state: 'waiting', failure: null });
      const waiting = await logoOf(id);
      expect([waiting.statusCode, waiting.headers['content-type']]).toEqual([200, 'image/svg+xml']);
      await app.logos.look();
      const kept = await logoOf(id);
      expect(kept.rawPayload).toEqual(PNG);
      expect(kept.headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=3600',
      });
      expect(await state(id)).toMatchObject({ state: 'kept', failure: null });
      await app.logos.look();
      await logoOf(id);
      expect(sites.asked).toEqual(['GET site.test/logo.png']);
      // What is stored, and what programs read, is the address that was given.
      expect((await app.get(`/api/companies/${id}`)).json().logo).toBe(sites.at('site.test', '/logo.png'));
    });

    test('own paths are redirected to as a header may have them, and not to the same address', async () => {
      const own = await makeCompany(app, 'Own', { logo: '/logos/한 é.png?v=1' });
      const { statusCode, headers } = await logoOf(own);
      expect([statusCode, headers['location']]).toEqual([302, '/logos/%ED%95%9C%20%C3%A9.png?v=1']);
      const looped = await makeCompany(app, 'Looped', { logo: '/logos/of/looped' });
      expect((await logoOf(looped)).statusCode).toBe(200);
    });

    test('an SVG runs nothing where it is opened by itself', async () => {
      const id = await makeCompany(app, 'Drawn', { logo: sites.at('site.test', '/logo.svg') });
      await app.logos.look();
      const { headers } = await logoOf(id);
      expect(headers['content-type']).toBe('image/svg+xml');
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    });

    test('what is no picture, too large, gone or inside is not kept, and the console says why', async () => {
      files['/page'] = { body: '<!doctype html><p>Hello' };
      files['/large'] = { body: Buffer.concat([PNG, Buffer.alloc(LOGO_BYTES)]) };
      files['/inside'] = { body: '', status: 302, headers: { location: 'http://192.168.1.1/logo.png' } };
      files['/away'] = { body: '', status: 302, headers: { location: '/logo.png' } };
      const cases = {
        [sites.at('site.test', '/page')]: 'no_picture',
        [sites.at('site.test', '/large')]: 'too_large',
        [sites.at('site.test', '/gone')]: 'refused',
        [sites.at('site.test', '/inside')]: 'inner_address',
        [sites.at('inner.test', '/logo.png')]: 'inner_address',
        'https://169.254.169.254/latest/meta-data': 'inner_address',
        'https://nowhere.example/logo.png': 'unknown_host',
        [sites.at('site.test', '/away')]: null,
      };
      const made: [string, string | null][] = [];
      for (const [logo, failure] of Object.entries(cases))
        made.push([await makeCompany(app, `Company ${made.length}`, { logo }), failure]);
      await app.logos.look();
      for (const [id, failure] of made) {
        expect([id, (await state(id)).failure]).toEqual([id, failure]);
        expect(await typeOf(id)).toBe(failure ? 'image/svg+xml' : 'image/png');
      }
    });

    test('one that failed is tried again after a day', async () => {
      const id = await makeCompany(app, 'Later', { logo: sites.at('site.test', '/later.png') });
      await app.logos.look();
      await app.logos.look();
      expect(sites.asked).toEqual(['GET site.test/later.png']);
      files['/later.png'] = { body: PNG };
      app.clock.forward(DAY + 1000);
      await app.logos.look();
      expect(await typeOf(id)).toBe('image/png');
    });

    test('hidden and unknown companies have none here, own paths lead on, and unused ones go', async () => {
      const logo = sites.at('site.test', '/logo.png');
      const hidden = await makeCompany(app, 'Hidden', { logo, show_on_site: false });
      const own = await makeCompany(app, 'Own', { logo: '/logos/github.svg' });
      await app.logos.look();
      expect([(await logoOf(hidden)).statusCode, (await logoOf('nobody')).statusCode]).toEqual([404, 404]);
      expect((await logoOf(own)).headers.location).toBe('/logos/github.svg');
      expect(await state(own)).toMatchObject({ state: 'own' });
      expect((await app.get('/api/admin/companies/nobody/logo', as)).json().code).toBe('company_not_found');
      const count = async () =>
        (await app.database.read.selectFrom('logo_pictures').select('url').execute()).length;
      await app.database.write(({ tx }) => forgetUnusedLogos(tx, app.clock.now));
      expect(await count()).toBe(1);
      await app.database.write(({ tx }) =>
        tx.updateTable('companies').set({ logo: null }).where('id', '=', hidden).execute(),
      );
      await app.database.write(({ tx }) => forgetUnusedLogos(tx, app.clock.now));
      expect(await count()).toBe(0);
    });
  });
}

test('pictures are known by their bytes', () => {
  const types = [
    'GIF89a..',
    'RIFF\0\0\0\0WEBPVP8 ',
    '\0\0\0\x1cftypavif',
    '\0\0\x01\0',
    '\xff\xd8\xff\xe0',
  ].map((text) => pictureType(Buffer.from(text, 'latin1')));
  expect(types).toEqual(['image/gif', 'image/webp', 'image/avif', 'image/x-icon', 'image/jpeg']);
  for (const svg of ['<svg>', '\uFEFF  <svg viewBox="0 0 1 1"/>', '<!DOCTYPE svg PUBLIC "a" "b">\n<svg\n>'])
    expect(pictureType(Buffer.from(svg))).toBe('image/svg+xml');
  for (const text of ['', '<', '<!-- <svg>', '<html><svg></svg>', 'svg', '<svgx>', '<?xml', 'RIFFxxxxWAVE'])
    expect(pictureType(Buffer.from(text))).toBeUndefined();
});

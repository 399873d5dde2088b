import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markSvg } from '../../../core/design/mark-svg.ts';
import { lightHue } from '../../../core/directory/current.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

const SITE = 'https://giants.example';

for (const dialect of dialects) {
  describe(`discovery on ${dialect}`, () => {
    let app: TestApp;
    const change = (company: string, fields: object) =>
      app.database.write(async (unit) => {
        await unit.tx.updateTable('companies').set(fields).where('id', '=', company).execute();
        unit.changed('company', company);
      });
    beforeAll(async () => {
      app = await testApp(dialect, {
        variables: { SITE_URL: SITE, CONTACT_EMAIL: 'hello@giants.example' },
      });
      const made = (day: number) => ({ created_at: `2026-11-0${day}T00:00:00.000Z` });
      await makeCompany(app, 'Old', { ...made(1), category: 'no-seed' });
      await makeCompany(app, 'New', {
        ...made(3),
        category: 'small-teams',
        texts: {
          en: { name: 'New <& co>', description: 'A "new" one' },
          ko: { name: '새 회사', description: '새로운 곳' },
        },
      });
      await makeCompany(app, 'Changed', { ...made(2), category: 'no-seed' });
      await makeCompany(app, 'Hidden', { ...made(4), show_on_site: false });
      await change('changed', { updated_at: '2026-11-05T00:00:00.000Z' });
    });
    afterAll(() => app.close());

    const atom = async (path: string) => parseAtomFeed((await app.get(path)).body);
    const json = async (path: string) => (await app.get(path)).json();

    test('older texts with controls reach no feed, which every reader of XML takes', async () => {
      const { description } = await app.database.read
        .selectFrom('company_listings')
        .select('description')
        .where('company_id', '=', 'old')
        .where('language', '=', 'en')
        .executeTakeFirstOrThrow();
      const describe = (text: string) =>
        app.database.write(async (unit) => {
          await unit.tx
            .updateTable('company_listings')
            .set({ description: text })
            .where('company_id', '=', 'old')
            .execute();
          unit.changed('company', 'old');
        });
      await describe('A\u000bword\b \ufffefrom\r\nWord');
      const { body } = await app.get('/en/feed.xml');
      expect(body).toContain('A\nword from\nWord');
      expect(body).toMatch(/^[\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
      expect((await json('/en/feed.json')).items.at(-1).content_text).toBe('A\nword from\nWord');
      await describe(description);
    });

    test('the feeds have the shown companies, the newest change first, in the language of the address', async () => {
      const answer = await app.get('/ko/feed.xml');
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        'application/atom+xml; charset=utf-8',
      ]);
      expect(answer.body).toContain('xml:lang="ko-KR"');
      const feed = parseAtomFeed(answer.body);
      expect(feed).toMatchObject({
        id: `${SITE}/ko/feed.xml`,
        title: { value: expect.stringContaining('작은 거인들') },
        updated: '2026-11-05T00:00:00.000Z',
      });
      expect(feed.links?.map(({ rel, href }) => [rel, href])).toEqual([
        ['self', `${SITE}/ko/feed.xml`],
        ['alternate', `${SITE}/ko`],
      ]);
      expect(feed.entries?.map((entry) => [entry.title?.value, entry.updated, entry.published])).toEqual([
        ['Changed', '2026-11-05T00:00:00.000Z', '2026-11-02T00:00:00.000Z'],
        ['새 회사', '2026-11-03T00:00:00.000Z', '2026-11-03T00:00:00.000Z'],
        ['Old', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
      ]);

      const other = await app.get('/en/feed.json');
      expect(other.headers['content-type']).toBe('application/feed+json; charset=utf-8');
      expect(other.json()).toMatchObject({
        version: 'https://jsonfeed.org/version/1.1',
        home_page_url: `${SITE}/en`,
        feed_url: `${SITE}/en/feed.json`,
        language: 'en-US',
        items: [
          { id: `${SITE}/en/companies/changed` },
          {
            url: `${SITE}/en/companies/new`,
            title: 'New <& co>',
            content_text: 'A "new" one',
            date_modified: '2026-11-03T00:00:00.000Z',
          },
          { title: 'Old' },
        ],
      });
      expect(parseJsonFeed(other.body).items).toHaveLength(3);
    });

    test('there is one for each category, and unprefixed ones in the language of the reader', async () => {
      expect((await atom('/ja/no-seed/feed.xml')).entries?.map((entry) => entry.title?.value)).toEqual([
        'Changed',
        'Old',
      ]);
      expect(await json('/small-teams/feed.json')).toMatchObject({
        items: [expect.anything()],
        feed_url: `${SITE}/small-teams/feed.json`,
        home_page_url: `${SITE}/small-teams`,
      });
      expect((await json('/all/feed.json')).items).toHaveLength(3);
      for (const language of LANGUAGES) {
        const answer = await app.get('/feed.json', { headers: { 'accept-language': language } });
        expect(answer.json().language.slice(0, 2)).toBe(language);
        expect(answer.json().items[0].url).toBe(`${SITE}/${language}/companies/changed`);
      }
      expect((await atom('/zh/uncharted-items/feed.xml')).entries ?? []).toEqual([]);
      for (const path of ['/fr/feed.xml', '/nothing/feed.xml', '/ko/home/feed.json'])
        expect((await app.get(path)).statusCode).toBe(404);
    });

    test('each entry shows the logo of its company, else the mark of its own', async () => {
      await change('new', { logo: '/logos/notion.svg' });
      const pictures = (await json('/en/feed.json')).items.map(({ image }: { image: string }) => image);
      const mark = (id: string) => `${SITE}/marks/${id}.svg`;
      expect(pictures).toEqual([mark('changed'), `${SITE}/logos/notion.svg`, mark('old')]);
      const thumbnails = (await atom('/en/feed.xml')).entries?.map(
        ({ media }) => media?.thumbnails?.[0]?.url,
      );
      expect(thumbnails).toEqual(pictures);
      await change('new', { logo: 'https://elsewhere.example/logo.png' });
      expect((await app.get('/en/feed.xml')).body).not.toContain('elsewhere.example');

      const answer = await app.get('/marks/changed.svg');
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml']);
      expect(answer.body).toBe(
        markSvg(
          { id: 'changed', category: 'no-seed', employees: 5, revenue_per_person: 2_000_000 },
          lightHue('no-seed'),
        ),
      );
      for (const file of ['hidden.svg', 'nobody.svg', 'changed', '%00.svg'])
        expect([file, (await app.get(`/marks/${file}`)).statusCode]).toEqual([file, 404]);
    });

    test('a feed is kept with an ETag until a company changes, and a hidden one leaves it', async () => {
      const before = await app.get('/en/feed.xml');
      const etag = String(before.headers['etag']);
      const again = await app.get('/en/feed.xml', { headers: { 'if-none-match': etag } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      const as = await signIn(app);
      await app.put('/api/admin/companies/changed/visibility', { show_on_site: false }, as);
      const after = await app.get('/en/feed.xml', { headers: { 'if-none-match': etag } });
      expect(after.statusCode).toBe(200);
      expect(after.body).not.toContain('/companies/changed');
      expect((await json('/en/no-seed/feed.json')).items).toHaveLength(1);
      await app.put('/api/admin/companies/changed/visibility', { show_on_site: true }, as);
      expect((await json('/en/no-seed/feed.json')).items[0].title).toBe('Changed');
    });

    test('a made-up parameter makes no feed of its own', async () => {
      const plain = await app.get('/en/feed.xml');
      for (const query of ['x=y', 'q=changed&company=new']) {
        const other = await app.get(`/en/feed.xml?${query}`);
        expect([other.body, other.headers['etag']]).toEqual([plain.body, plain.headers['etag']]);
      }
    });

    test('a manifest and a search are described in each language', async () => {
      const names = { en: 'Tiny Giants', ko: '작은 거인들', ja: '小さな巨人', zh: '小巨人' };
      for (const [language, name] of Object.entries(names)) {
        const manifest = await app.get(`/${language}/manifest.webmanifest`);
        expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
        expect(manifest.json()).toMatchObject({ name, short_name: name, start_url: `/${language}` });
        expect(
          manifest.json().icons.filter((icon: { purpose?: string }) => icon.purpose === 'maskable'),
        ).toHaveLength(2);
        const search = await app.get(`/${language}/opensearch.xml`);
        expect(search.headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8');
        expect(search.body).toContain(`<ShortName>${name}</ShortName>`);
        expect(search.body).toContain(`template="${SITE}/${language}/all?q={searchTerms}"`);
      }
    });

    test('security.txt names the contact and an end within the year, only where there is a contact', async () => {
      const answer = await app.get('/.well-known/security.txt');
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      const lines = answer.body.split('\n');
      expect(lines).toContain('Contact: mailto:hello@giants.example');
      const expires = Date.parse(/^Expires: (.+)$/m.exec(answer.body)?.[1] ?? '');
      expect(expires - app.clock.now.getTime()).toBeGreaterThan(90 * 86_400_000);
      expect(expires - app.clock.now.getTime()).toBeLessThan(365 * 86_400_000);
      const silent = await app.sibling({ CONTACT_EMAIL: '', SITE_NAME: 'Loom & Co Directory' });
      expect((await silent.get('/.well-known/security.txt')).statusCode).toBe(404);
      const named = await silent.get('/ko/opensearch.xml');
      expect(named.body).toContain('<ShortName>Loom &#38; Co Direct</ShortName>');
      expect((await silent.get('/ko/manifest.webmanifest')).json().name).toBe('Loom & Co Directory');
      await silent.close();
    });
  });
}

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCategories } from '../../../core/categories.ts';
import { markSvg } from '../../../core/design/mark-svg.ts';
import { lightHue } from '../../../core/directory/current.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';

/** Width and height as they stand in a PNG's first block. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

for (const dialect of dialects) {
  describe(`Open Graph images on ${dialect}`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await testApp(dialect);
    });
    afterAll(() => app.close());

    const picture = async (path: string, headers = {}) => app.get(`/share/${path}`, { headers });
    const kept = () => readdirSync(join(app.env.VAR_DIR, 'share-pictures')).sort();

    test('a company has a picture of its own in each language, of the size that previews ask for', async () => {
      const id = await makeCompany(app, 'Balsamiq', {
        texts: {
          en: { name: 'Balsamiq' },
          ko: { name: '발사믹 👨‍👩‍👧‍👦' },
          ja: { name: 'バルサミック' },
          zh: { name: '巴萨米克'.repeat(20) },
        },
      });
      const tags = new Set<unknown>();
      for (const language of LANGUAGES) {
        const answer = await picture(`${language}/companies/${id}.png`);
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
        expect(sizeOf(answer.rawPayload)).toEqual([1200, 630]);
        expect(answer.rawPayload.length).toBeLessThan(300_000);
        tags.add(answer.headers['etag']);
      }
      expect(tags.size).toBe(LANGUAGES.length);
    });

    test('home, every category and what explores them have one too', async () => {
      const pages = ['home', 'explore', 'countries', 'kinds', 'tags', 'founders', ...allCategories()];
      const tags = new Set<unknown>();
      for (const page of pages) {
        const answer = await picture(`ko/${page}.png`);
        expect(sizeOf(answer.rawPayload)).toEqual([1200, 630]);
        tags.add(answer.headers['etag']);
      }
      expect(tags.size).toBe(pages.length);
    });

    test('founders, countries, kinds and tags have one while a company of theirs is shown', async () => {
      const as = await signIn(app);
      const id = await makeCompany(app, 'Looked up', {
        kinds: ['game'],
        country: 'KR',
        tags: ['solo'],
        founders: [{ id: 'jane', name: { en: 'Jane', ko: '제인' } }],
      });
      const pages = ['kinds/game', 'countries/kr', 'tags/solo', 'founders/jane'];
      const tags = new Set<unknown>();
      for (const page of pages) {
        for (const language of ['en', 'ko']) {
          const answer = await picture(`${language}/${page}.png`);
          expect(sizeOf(answer.rawPayload)).toEqual([1200, 630]);
          tags.add(answer.headers['etag']);
        }
      }
      // The tag is the same word in both languages, and its page says so in each.
      expect(tags.size).toBe(2 * pages.length);
      for (const page of ['kinds/nonsense', 'countries/KR', 'tags/none', 'founders/nobody'])
        expect((await picture(`en/${page}.png`)).statusCode, page).toBe(404);
      await app.put(`/api/admin/companies/${id}/visibility`, { show_on_site: false }, as);
      for (const page of pages) expect((await picture(`en/${page}.png`)).statusCode, page).toBe(404);
    });

    test('it is drawn once: parameters, a second request and another process make none', async () => {
      const id = await makeCompany(app, 'Drawn once');
      const first = await picture(`en/companies/${id}.png`);
      const files = kept();
      const again = await Promise.all(
        ['?x=1', '?language=ko', '?v=abc', ''].map((query) => picture(`en/companies/${id}.png${query}`)),
      );
      for (const answer of again) expect(answer.rawPayload.equals(first.rawPayload)).toBe(true);
      const sibling = await app.sibling();
      const elsewhere = await sibling.get(`/share/en/companies/${id}.png`);
      await sibling.close();
      expect(elsewhere.rawPayload.equals(first.rawPayload)).toBe(true);
      expect(kept()).toEqual(files);
      const tag = String(first.headers['etag']);
      const known = await picture(`en/companies/${id}.png`, { 'if-none-match': tag });
      expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    });

    test('it changes with its company, and with nothing that it does not show', async () => {
      const id = await makeCompany(app, 'Before');
      const admin = await signIn(app);
      const tag = async () => (await picture(`en/companies/${id}.png`)).headers['etag'];
      const before = await tag();
      await app.post(`/api/companies/${id}/like`);
      expect(await tag()).toBe(before);
      await app.put(`/api/admin/companies/${id}`, { name: 'After' }, admin);
      const renamed = await tag();
      expect(renamed).not.toBe(before);
      await app.put(`/api/admin/companies/${id}`, { revenue: '$77M' }, admin);
      expect(await tag()).not.toBe(renamed);
    });

    test('it shows the hue of its category and the mark of its company', async () => {
      const id = await makeCompany(app, 'Coloured', {
        category: 'small-teams',
        revenue: '$10M',
        employees: 5,
      });
      const answer = await picture(`en/companies/${id}.png`);
      const drawn = await loadImage(answer.rawPayload);
      const context = createCanvas(1200, 630).getContext('2d');
      context.drawImage(drawn, 0, 0);
      const colourAt = (x: number, y: number) =>
        `#${Buffer.from(context.getImageData(x, y, 1, 1).data.slice(0, 3)).toString('hex')}`;
      expect(colourAt(600, 4)).toBe(lightHue('small-teams').strong);
      const svg = markSvg(
        { id, category: 'small-teams', employees: 5, revenue_per_person: 2_000_000 },
        lightHue('small-teams'),
      );
      const mark = await loadImage(Buffer.from(svg.replace('<svg ', '<svg width="116" height="116" ')));
      const alone = createCanvas(116, 116).getContext('2d');
      alone.drawImage(mark, 0, 0);
      let same = 0;
      for (let y = 8; y < 108; y += 4)
        for (let x = 8; x < 108; x += 4) {
          const [red, green, blue] = alone.getImageData(x, y, 1, 1).data;
          if (colourAt(64 + x, 136 + y) === `#${Buffer.from([red, green, blue].map(Number)).toString('hex')}`)
            same++;
        }
      // Edges are mixed another way where a picture is made smaller.
      expect(same).toBeGreaterThan(25 * 25 * 0.85);
    });

    test("a hidden company's picture is gone, and comes back with it", async () => {
      const id = await makeCompany(app, 'Seen and gone');
      const admin = await signIn(app, 'hider');
      const first = await picture(`ja/companies/${id}.png`);
      const show = (show_on_site: boolean) =>
        app.put(`/api/admin/companies/${id}/visibility`, { show_on_site }, admin);
      await show(false);
      const tag = String(first.headers['etag']);
      for (const headers of [{}, { 'if-none-match': tag }, admin.headers]) {
        const gone = await picture(`ja/companies/${id}.png`, headers);
        expect([gone.statusCode, gone.json().code]).toEqual([404, 'company_not_found']);
        expect(gone.headers['cache-control']).toBe('no-store');
      }
      await show(true);
      expect((await picture(`ja/companies/${id}.png`)).headers['etag']).toBe(tag);
    });

    test('addresses that no page has are 404 and draw nothing', async () => {
      const files = kept();
      for (const path of [
        'fr/home.png',
        'en/nope.png',
        'en/home',
        'en/home.jpg',
        'en/companies/nope.png',
        `en/companies/${'a'.repeat(300)}.png`,
        'en/companies/%00.png',
        'en/companies/home',
        'en/__proto__.png',
        'en/companies/..%2fsecret.png',
      ]) {
        expect((await picture(path)).statusCode, path).toBe(404);
      }
      expect(kept()).toEqual(files);
    });

    test('asked for many at once, it draws one after the other and sends nobody away', async () => {
      const crowd = 80;
      const ids = await Promise.all(
        Array.from({ length: crowd }, (_, i) => makeCompany(app, `Crowd ${dialect} ${i}`)),
      );
      const answers = await Promise.all(ids.map((id) => picture(`en/companies/${id}.png`)));
      expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
    });

    test('a picture that cannot be kept is shown all the same', async () => {
      const id = await makeCompany(app, 'No folder');
      const folder = join(app.env.VAR_DIR, 'share-pictures');
      rmSync(folder, { recursive: true });
      writeFileSync(folder, 'A file stands where the folder should be.');
      expect((await picture(`en/companies/${id}.png`)).statusCode).toBe(200);
      rmSync(folder);
    });
  });
}

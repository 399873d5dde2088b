import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setDirectory } from '../../../core/directory/current.ts';
import { proposeAccent } from '../../../core/directory/hue.ts';
import { SHIPPED_DIRECTORY } from '../../../core/directory/shipped.ts';
import { DAY } from '../../../core/time.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { forgetUnusedLogos } from '../links/store.ts';
import { pageDirectoryOf } from './page-directory.ts';

function picture(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').fillRect(0, 0, width, height / 2);
  return canvas.toBuffer('image/png');
}

for (const dialect of dialects) {
  describe(`the looks on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(async () => {
      await app.close();
      setDirectory(SHIPPED_DIRECTORY);
    });

    const version = async () => (await app.get('/api/admin/configuration/looks', as)).json().version;
    const save = async (looks: Record<string, unknown>) =>
      app.put(
        '/api/admin/configuration/looks',
        { value: { ...SHIPPED_DIRECTORY.looks, ...looks }, version: await version() },
        as,
      );
    const refusals = async (looks: Record<string, unknown>) => {
      const { statusCode, body } = await save(looks);
      return [
        statusCode,
        JSON.parse(body).details?.map(({ path, code }: Record<string, string>) => `${path} ${code}`),
      ];
    };
    const upload = async (use: string, width: number, height: number) => {
      const headers = { ...as.headers, 'content-type': 'image/png' };
      const { url, ...size } = (
        await app.post(`/api/admin/uploads?use=${use}`, picture(width, height), { headers })
      ).json();
      return { url, width: size.width, height: size.height };
    };
    const themeOf = async () => {
      const path = pageDirectoryOf('Tiny Giants')().theme;
      return path === null ? null : app.get(path);
    };
    const manifest = async () => (await app.get('/en/manifest.webmanifest')).json();

    test('as shipped nothing is added to any page', async () => {
      expect(pageDirectoryOf('Tiny Giants')()).toMatchObject({
        theme: null,
        ownCss: undefined,
        faces: 'shipped',
      });
      expect((await app.get('/api/directory')).json().logo).toBeNull();
      expect((await manifest()).icons).toHaveLength(5);
    });

    test('accent, corners and faces are in the stylesheet, the manifest and share pictures', async () => {
      const before = (await app.get('/share/en/home.png')).rawPayload;
      const accent = { light: proposeAccent('#2f4db0', 'light'), dark: proposeAccent('#2f4db0', 'dark') };
      expect((await save({ accent, corners: 'square', faces: 'book' })).statusCode).toBe(200);
      const theme = await themeOf();
      expect(theme?.headers['cache-control']).toContain('immutable');
      for (const line of [
        `--accent: ${accent.light};`,
        `--accent: ${accent.dark};`,
        '--radius-lg: 0rem;',
        '--display-stack: ui-serif',
      ])
        expect(theme?.body).toContain(line);
      expect((await manifest()).theme_color).toBe(accent.light);
      expect((await app.get('/share/en/home.png')).rawPayload.equals(before)).toBe(false);
    });

    test('logo and icon are in header, browser, manifest, share pictures and mails', async () => {
      const before = (await app.get('/share/en/home.png')).rawPayload;
      const light = await upload('logo', 300, 60);
      const icon = await upload('icon', 40, 40);
      expect((await save({ logo: { light, dark: null }, icon })).statusCode).toBe(200);
      expect((await themeOf())?.body).toContain(`--site-logo: url("${light.url}");`);
      expect((await app.get('/api/directory')).json().logo).toBe(light.url);
      for (const path of ['/favicon.ico', '/icon-72.png', '/apple-touch-icon.png']) {
        const { statusCode, headers } = await app.get(path);
        expect([path, statusCode, headers['location']]).toEqual([path, 302, icon.url]);
      }
      expect((await manifest()).icons).toEqual([{ src: icon.url, type: 'image/png', sizes: '512x512' }]);
      expect((await app.get('/share/en/home.png')).rawPayload.equals(before)).toBe(false);

      const account = { email: 'ada@example.com', password: 'correct horse battery', nickname: 'Ada' };
      expect((await app.post('/api/auth/register', account)).statusCode).toBeLessThan(300);
      await app.outbox.whenIdle();
      const folder = join(app.env.VAR_DIR, 'mail');
      const [file = ''] = await readdir(folder);
      const mail = await readFile(join(folder, file), 'utf8');
      expect(mail).toContain('Content-Disposition: inline; filename=logo.png');
      const id = light.url.slice('/uploads/'.length, -'.png'.length);
      expect(mail).toMatch(new RegExp(`content-id:\\s*<${id}>`, 'i'));

      // A picture of an earlier version can be had again; one that no version has goes.
      await save({});
      const unused = await upload('logo', 90, 30);
      app.clock.forward(91 * DAY);
      await app.database.write(({ tx }) => forgetUnusedLogos(tx, app.clock.now));
      expect((await app.get(light.url)).statusCode).toBe(200);
      expect((await app.get(unused.url)).statusCode).toBe(404);
    });

    test("an owner's stylesheet is served for the pages by a name of its own", async () => {
      expect((await save({ css: 'h1 { color: var(--accent) }' })).statusCode).toBe(200);
      const path = pageDirectoryOf('Tiny Giants')().ownCss;
      const { body, headers } = await app.get(String(path));
      expect([body, headers['content-type'], headers['cache-control']]).toEqual([
        'h1 { color: var(--accent) }',
        'text/css; charset=utf-8',
        'public, max-age=31536000, immutable',
      ]);
    });

    test('what cannot be read, was not uploaded here or loads something is refused with a code', async () => {
      const nowhere = { url: `/uploads/${'0'.repeat(40)}.png`, width: 9, height: 9 };
      expect(await refusals({ icon: nowhere })).toEqual([400, ['body.value.icon.url unknown_upload']]);
      expect(await refusals({ icon: { ...nowhere, url: 'https://evil.example/a.png' } })).toEqual([
        400,
        ['body.value.icon.url unknown_upload'],
      ]);
      expect(await refusals({ accent: { light: '#ffee00', dark: '#101010' } })).toEqual([
        400,
        ['body.value.accent.light low_contrast', 'body.value.accent.dark low_contrast'],
      ]);
      expect(await refusals({ accent: { light: 'red', dark: '#eeeeee' } })).toEqual([
        400,
        ['body.value.accent.light invalid_colour'],
      ]);
      expect(await refusals({ css: '@import "//evil.example/x.css";' })).toEqual([
        400,
        ['body.value.css css_loads'],
      ]);
      expect(await refusals({ css: 'h1 {' })).toEqual([400, ['body.value.css css_not_closed']]);
      expect(await refusals({ corners: 'none' })).toEqual([400, ['body.value.corners not_one_of']]);
      expect(await version()).toBe(0);
    });
  });
}

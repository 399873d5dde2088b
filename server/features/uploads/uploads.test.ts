import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../core/admins/roles.ts';
import { DAY } from '../../../core/time.ts';
import { UPLOAD_BYTES_MAX, UPLOAD_SIDE_MAX, type UploadUse } from '../../../core/uploads/rules.ts';
import { restoreBackup, writeBackup } from '../../platform/backup/backup.ts';
import { signIn, type TestApp, testApp } from '../../testing/app.ts';
import { dialects } from '../../testing/dialects.ts';
import { makeCompany } from '../../testing/make.ts';
import { forgetUnusedLogos } from '../links/store.ts';

/** A picture of one colour. */
function picture(
  width: number,
  height: number,
  type: 'png' | 'jpeg' | 'webp' = 'png',
  colour = '#c02020',
): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  return type === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer(`image/${type}` as 'image/webp');
}

const svg = (inside: string, attributes = 'viewBox="0 0 40 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const RED = '<rect width="40" height="20" fill="#c02020"/>';

/** The header of a PNG that says it is as large as that, and its end. */
function pngOf(width: number, height: number): Buffer {
  const png = picture(1, 1);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

for (const dialect of dialects) {
  describe(`uploaded pictures on ${dialect}`, () => {
    let app: TestApp;
    let as: Awaited<ReturnType<typeof signIn>>;
    beforeEach(async () => {
      app = await testApp(dialect);
      as = await signIn(app);
    });
    afterEach(() => app.close());

    const upload = (body: string | Buffer, type = 'application/octet-stream', use: UploadUse = 'company') =>
      app.post(`/api/admin/uploads?use=${use}`, body, { headers: { ...as.headers, 'content-type': type } });
    const refusalOf = async (body: string | Buffer, type?: string) => {
      const { statusCode, body: answered } = await upload(body, type);
      return [statusCode, JSON.parse(answered).details?.[0]?.code ?? JSON.parse(answered).code];
    };

    test('a picture is drawn anew in the size of its use, and its address never changes what it serves', async () => {
      const large = await upload(picture(800, 400), 'image/png');
      expect(large.statusCode).toBe(201);
      const { url: address, id, width, height } = large.json();
      expect(address).toBe(`/uploads/${id}.png`);
      expect([width, height]).toEqual([256, 256]);
      const served = await app.get(address);
      expect(served.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      expect(served.headers['content-security-policy']).toContain("default-src 'none'");
      const drawn = await loadImage(served.rawPayload);
      expect([drawn.width, drawn.height]).toEqual([256, 256]);
      expect((await upload(picture(800, 400), 'image/png')).json().url).toBe(address);
      expect((await upload(picture(800, 400), undefined, 'logo')).json()).toMatchObject({
        width: 320,
        height: 160,
      });
      // Only an icon is enlarged.
      expect((await upload(picture(30, 20), undefined, 'logo')).json()).toMatchObject({
        width: 30,
        height: 20,
      });
      expect((await upload(picture(30, 20), undefined, 'icon')).json()).toMatchObject({
        width: 512,
        height: 512,
      });
      const vector = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${RED}</svg>`;
      expect((await upload(vector, undefined, 'logo')).json()).toMatchObject({ width: 320, height: 160 });
      for (const type of ['jpeg', 'webp'] as const)
        expect((await upload(picture(64, 64, type))).statusCode).toBe(201);
      expect((await app.get(`${address.slice(0, -6)}00.png`)).statusCode).toBe(404);
      expect((await app.get('/uploads/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404);
    });

    test('what is finer than the pixels of its use is blended, not left out', async () => {
      const side = 2048;
      const context = createCanvas(side, side).getContext('2d');
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, side, side);
      context.fillStyle = '#000000';
      for (let x = 0; x < side; x += 6) context.fillRect(x, 0, 3, side);
      const { url } = (await upload(context.canvas.toBuffer('image/png'))).json();
      const drawn = createCanvas(256, 256).getContext('2d');
      drawn.drawImage(await loadImage((await app.get(url)).rawPayload), 0, 0);
      const { data } = drawn.getImageData(64, 64, 128, 128);
      const greys = Array.from({ length: data.length / 4 }, (_, i) => data[4 * i] ?? 0);
      expect([Math.min(...greys) > 64, Math.max(...greys) < 192]).toEqual([true, true]);
    });

    test('nothing of an SVG but its pixels is left, and it loads nothing', async () => {
      const attack = svg(
        `<script>alert(1)</script><image href="file:///etc/passwd" width="9" height="9"/><image xlink:href="http://127.0.0.1:9/x.png" width="9" height="9"/>${RED.replace('<rect', '<rect onload="alert(1)"')}`,
        'width="100000" height="50000" viewBox="0 0 40 20" onload="alert(1)"',
      );
      const made = await upload(attack, 'image/svg+xml');
      expect(made.json()).toMatchObject({ width: 256, height: 256 });
      const { rawPayload } = await app.get(made.json().url);
      expect(rawPayload.subarray(1, 4).toString()).toBe('PNG');
      expect(rawPayload.includes('alert')).toBe(false);
      const canvas = createCanvas(256, 256);
      canvas.getContext('2d').drawImage(await loadImage(rawPayload), 0, 0);
      const at = (x: number, y: number) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data];
      expect([at(128, 128), at(128, 20)]).toEqual([
        [192, 32, 32, 255],
        [0, 0, 0, 0],
      ]);
    });

    test('what stands behind a picture, as a script or an archive, is not kept', async () => {
      const polyglot = Buffer.concat([picture(20, 20), Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
      const made = await upload(polyglot, 'text/html');
      expect(made.statusCode).toBe(201);
      const { rawPayload, headers } = await app.get(made.json().url);
      expect([rawPayload.includes('alert'), headers['content-type']]).toEqual([false, 'image/png']);
    });

    test('files are judged by their content, and each refusal has a code', async () => {
      const gif = Buffer.from(
        '47494638396101000100800000000000ffffff2c00000000010001000002024401003b',
        'hex',
      );
      const cut = picture(300, 300, 'jpeg');
      for (const [body, code] of [
        [gif, 'picture_type'],
        ['<!doctype html><script>alert(1)</script>', 'picture_type'],
        ['{"a":1}', 'picture_type'],
        ['GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>', 'picture_type'],
        [pngOf(30_000, 30_000), 'picture_too_wide'],
        [pngOf(UPLOAD_SIDE_MAX + 1, 1), 'picture_too_wide'],
        [pngOf(0, 7), 'picture_damaged'],
        [pngOf(4000, 4000), 'picture_not_drawn'],
        [picture(300, 300).subarray(0, 60), 'picture_damaged'],
        [cut.subarray(0, cut.length - 20), 'picture_damaged'],
        [picture(300, 300, 'webp').subarray(0, 60), 'picture_damaged'],
        [Buffer.from('89504e470d0a1a0a', 'hex'), 'picture_damaged'],
        [svg(RED, ''), 'picture_damaged'],
        [svg(RED, 'width="0" height="-4"'), 'picture_damaged'],
        [`<!DOCTYPE svg [<!ENTITY a "&b;&b;">]>${svg('&a;')}`, 'picture_type'],
        [svg('<style>@import url(http://127.0.0.1:9/x.css);</style>'), 'picture_style_sheet'],
        [svg(RED).slice(0, -12), 'picture_not_drawn'],
        [svg(RED, 'a=">" width="100000" height="100000" viewBox="0 0 4 4"'), 'picture_damaged'],
        [svg(RED, 'viewBox="0 0 4 4" a=">" width="100000" height="100000"'), 'picture_not_drawn'],
      ] as const)
        expect([body.toString('latin1').slice(0, 40), await refusalOf(body, 'image/png')]).toEqual([
          body.toString('latin1').slice(0, 40),
          [400, code],
        ]);
      expect(await refusalOf(Buffer.alloc(UPLOAD_BYTES_MAX + 1))).toEqual([413, 'payload_too_large']);
      expect(await refusalOf(Buffer.alloc(0))).toEqual([400, 'file_empty']);
    });

    test('an SVG that would be drawn for hours is given up', async () => {
      const levels = Array.from(
        { length: 12 },
        (_, i) => `<g id="a${i + 1}">${`<use xlink:href="#a${i}"/>`.repeat(10)}</g>`,
      );
      const bomb = svg(
        `<defs><g id="a0"><rect width="1" height="1"/></g>${levels.join('')}</defs><use xlink:href="#a12"/>`,
      );
      expect(await refusalOf(bomb)).toEqual([400, 'picture_not_drawn']);
      expect((await upload(picture(9, 9))).statusCode).toBe(201);
    });

    test('only who may edit companies uploads one', async () => {
      const statusOf = async (role: Role) => {
        const { headers } = await signIn(app, role, role);
        return (
          await app.post('/api/admin/uploads', picture(9, 9), {
            headers: { ...headers, 'content-type': 'image/png' },
          })
        ).statusCode;
      };
      expect([await statusOf('editor'), await statusOf('moderator'), await statusOf('analyst')]).toEqual([
        201, 403, 403,
      ]);
      expect((await app.post('/api/admin/uploads', picture(9, 9))).statusCode).toBe(401);
    });

    test('a network that uploads without end is refused for a while', async () => {
      const limited = await app.sibling({ RATE_LIMITS: 'on' });
      try {
        const headers = { ...as.headers, 'content-type': 'image/png' };
        const statuses = [];
        for (let i = 0; i <= 30; i++)
          statuses.push((await limited.post('/api/admin/uploads', 'no picture', { headers })).statusCode);
        expect([new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([new Set([400]), 429]);
      } finally {
        await limited.close();
      }
    });

    test('one that a company has stays; one that nothing has is removed after 90 days', async () => {
      const { url: address } = (await upload(picture(40, 40))).json();
      const unused = (await upload(picture(40, 40, 'png', '#2020c0'))).json().url;
      const id = await makeCompany(app, 'Acme', { logo: address });
      expect((await app.get(`/api/admin/companies/${id}/logo`, as)).json()).toMatchObject({ state: 'own' });
      const sweep = () => app.database.write(({ tx }) => forgetUnusedLogos(tx, app.clock.now));
      const found = async () => [(await app.get(address)).statusCode, (await app.get(unused)).statusCode];
      app.clock.forward(89 * DAY);
      await sweep();
      expect(await found()).toEqual([200, 200]);
      app.clock.forward(2 * DAY);
      await sweep();
      expect(await found()).toEqual([200, 404]);
      await app.put(`/api/admin/companies/${id}`, { logo: '' }, as);
      app.clock.forward(80 * DAY);
      await sweep();
      expect(await found()).toEqual([200, 404]);
    });

    test("a company's share picture shows it, and a backup carries it", async () => {
      const id = await makeCompany(app, 'Acme');
      const share = async () => (await app.get(`/share/en/companies/${id}.png`)).rawPayload;
      const before = await share();
      const { url: address } = (await upload(picture(40, 40))).json();
      const version = (await app.get(`/api/admin/companies/${id}/content`, as)).json().version;
      expect((await app.put(`/api/admin/companies/${id}`, { logo: address, version }, as)).statusCode).toBe(
        200,
      );
      expect((await share()).equals(before)).toBe(false);
      const file = `${app.env.VAR_DIR}/pictures.db`;
      await writeBackup(app.databaseUrl, file);
      await app.database.write(({ tx }) => tx.deleteFrom('logo_pictures').execute());
      expect((await app.get(address)).statusCode).toBe(404);
      await restoreBackup(app.database, file, async () => {});
      expect((await app.get(address)).statusCode).toBe(200);
    });
  });
}

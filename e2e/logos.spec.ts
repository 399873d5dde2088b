import { createCanvas } from '@napi-rs/canvas';
import { axeFindings } from './axe.ts';
import { signIn } from './console-session.ts';
import { expect, PHONE, test, WIDE } from './journey.ts';

test(
  "a logo of another site that cannot be fetched shows the company's mark, and the console says so",
  PHONE,
  async ({ page }) => {
    const headers = await signIn(page);
    const name = `Logo elsewhere ${Math.floor(Math.random() * 1_000_000)}`;
    const made = await page.request.post('/api/admin/companies', {
      headers,
      data: { name, description: 'Its logo is elsewhere.', story: 'It began.', revenue: '$1M' },
    });
    expect(made.status()).toBe(201);
    const { id, version } = (await made.json()) as { id: string; version: number };
    // Nothing of an inner network is fetched.
    const logo = 'https://127.0.0.1/logo.png';
    const saved = await page.request.put(`/api/admin/companies/${id}`, { headers, data: { logo, version } });
    expect(saved.status()).toBe(200);

    const elsewhere: string[] = [];
    const origin = new URL(page.url() === 'about:blank' ? (await page.request.get('/')).url() : page.url())
      .origin;
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) elsewhere.push(request.url());
    });
    await page.goto(`/en/companies/${id}`);
    const tile = page.locator(`img[src="/logos/of/${id}"]`).first();
    await expect
      .poll(() => tile.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
      .toBe(true);

    await page.goto(`/admin/edit?edit=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Edit' });
    await expect(dialog.getByText('The logo could not be fetched')).toContainText(
      'Not an address of the internet',
    );
    await expect(dialog.getByLabel('Logo')).toHaveValue(logo);
    expect(elsewhere).toEqual([]);
  },
);

test.describe('an uploaded logo', () => {
  // The refused upload.
  test.use({ allowConsole: [/status of 400/] });

  test(
    'is chosen, drawn anew, saved and shown; a file that is none is refused with the reason',
    WIDE,
    async ({ page }) => {
      const headers = await signIn(page);
      const name = `Uploaded ${Math.floor(Math.random() * 1_000_000)}`;
      const made = await page.request.post('/api/admin/companies', {
        headers,
        data: { name, description: 'Its logo is uploaded.', story: 'It began.', revenue: '$1M' },
      });
      const { id } = (await made.json()) as { id: string };
      await page.goto(`/admin/edit?edit=${id}`);
      const dialog = page.getByRole('dialog', { name: 'Edit' });
      const logo = dialog.getByRole('group').filter({ has: page.getByLabel('Logo') });
      const choose = async (button: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
        const chooser = page.waitForEvent('filechooser');
        await logo.getByRole('button', { name: button }).press('Enter');
        await (await chooser).setFiles(file);
      };
      await choose('Upload a picture', {
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: Buffer.from('GIF89a is no picture'),
      });
      await expect(logo.getByText('Please choose a PNG, JPEG, WebP or SVG picture.')).toBeVisible();
      await expect(logo.getByLabel('Logo')).toHaveValue('');

      // A style sheet colours it: the browser draws it.
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>.a{fill:#c02020}</style><rect class="a" width="9" height="9"/></svg>';
      await choose('Upload a picture', {
        name: 'logo.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(svg),
      });
      await expect(logo.getByText('The picture was uploaded.')).toBeVisible();
      await expect(logo.getByLabel('Logo')).toHaveValue(/^\/uploads\/[0-9a-f]{40}\.png$/);
      const preview = logo.getByRole('img', { name: 'Preview of the picture' });
      await expect.poll(() => preview.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256);
      expect(await axeFindings(page)).toEqual([]);

      // Another one is pasted over it.
      const png = createCanvas(30, 20).toBuffer('image/png').toString('base64');
      const first = await logo.getByLabel('Logo').inputValue();
      await logo.getByLabel('Logo').evaluate(async (field, base64) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
        field.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, png);
      await expect(logo.getByLabel('Logo')).not.toHaveValue(first);
      await logo.getByRole('button', { name: 'Remove the picture' }).click();
      await expect(logo.getByLabel('Logo')).toHaveValue('');
      await choose('Upload a picture', {
        name: 'logo.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from(svg),
      });
      await expect(logo.getByLabel('Logo')).toHaveValue(first);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText(`“${name}” was saved`)).toBeVisible();

      await page.goto(`/en/companies/${id}`);
      const tile = page.locator(`img[src="${first}"]`).first();
      await expect
        .poll(() => tile.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
        .toBe(true);
    },
  );
});

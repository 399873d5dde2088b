import { signIn } from './console-session.ts';
import { BOTH, expect, test } from './journey.ts';

test(
  "a logo of another site that cannot be fetched shows the company's mark, and the console says so",
  BOTH,
  async ({ page }) => {
    const headers = await signIn(page);
    const name = `Logo elsewhere ${Date.now()}${Math.floor(Math.random() * 1000)}`;
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

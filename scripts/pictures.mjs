// Takes the pictures of docs/pictures from a running server: node scripts/pictures.mjs [address]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ROOT } from './install.mjs';

const address = process.argv[2] ?? 'http://localhost:3000';
const folder = join(ROOT, 'docs', 'pictures');
mkdirSync(folder, { recursive: true });
const pages = {
  home: '/',
  category: '/no-seed',
  panel: '/no-seed?company=balsamiq',
  company: '/companies/balsamiq',
};
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
for (const language of ['en', 'ko', 'ja', 'zh']) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [size, viewport] of Object.entries({
      '': { width: 1280, height: 860 },
      '-phone': { width: 390, height: 844 },
    })) {
      const context = await browser.newContext({ viewport, colorScheme });
      for (const [name, path] of Object.entries(pages)) {
        // One of each kind is enough: every page in every language on a desk, in the dark in two.
        if ((colorScheme === 'dark' || size) && !['en', 'ko'].includes(language)) continue;
        const page = await context.newPage();
        await page.goto(`${address}/${language}${path === '/' ? '' : path}`, { waitUntil: 'networkidle' });
        await page.waitForTimeout(300);
        await page.screenshot({
          path: join(folder, `${name}-${language}-${colorScheme}${size}.jpg`),
          type: 'jpeg',
          quality: 78,
        });
        await page.close();
      }
      await context.close();
    }
  }
}
await browser.close();

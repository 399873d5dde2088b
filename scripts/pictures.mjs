// Takes the pictures of docs/pictures from a running server:
// node scripts/pictures.mjs [address]
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
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme });
    for (const [name, path] of Object.entries(pages)) {
      // Every page in every language, and in the dark in two.
      if (colorScheme === 'dark' && !['en', 'ko'].includes(language)) continue;
      const page = await context.newPage();
      await page.goto(`${address}/${language}${path === '/' ? '' : path}`, { waitUntil: 'networkidle' });
      await page.waitForTimeout(300);
      await page.screenshot({
        path: join(folder, `${name}-${language}-${colorScheme}.jpg`),
        type: 'jpeg',
        quality: 78,
      });
      await page.close();
    }
    await context.close();
  }
}
// One company of each category, whole, in every language.
mkdirSync(join(folder, 'companies'), { recursive: true });
for (const language of ['en', 'ko', 'ja', 'zh']) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  for (const id of ['mailchimp', 'lichess', 'carrd', 'stardew-valley', 'leeno-industrial']) {
    await page.goto(`${address}/${language}/companies/${id}`, { waitUntil: 'networkidle' });
    await page.screenshot({
      path: join(folder, 'companies', `${id}-${language}.jpg`),
      type: 'jpeg',
      quality: 70,
      fullPage: true,
    });
  }
  await page.close();
}
await browser.close();

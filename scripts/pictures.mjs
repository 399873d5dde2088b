// Takes the pictures of docs/pictures from a running server:
// node scripts/pictures.mjs [address]
// With ADMIN_PASSWORD (of a server that is thrown away afterwards: it writes comments) also those of the console.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
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
// Eight companies from as many places, whole, in every language.
const companies = [
  'obsidian',
  'a-one-seimitsu',
  'egg-hatcher',
  'flow-hive',
  'friendess',
  'geoguessr',
  'kkotsaem-food',
  'zerodha',
];
mkdirSync(join(folder, 'companies'), { recursive: true });
for (const language of ['en', 'ko', 'ja', 'zh']) {
  const page = await browser.newPage({ viewport: { width: 820, height: 800 } });
  for (const id of companies) {
    await page.goto(`${address}/${language}/companies/${id}`, { waitUntil: 'networkidle' });
    const png = await page.screenshot({ fullPage: true });
    writeFileSync(join(folder, 'companies', `${id}-${language}.webp`), await small(png));
  }
  await page.close();
}
// What a link to a page is shown with elsewhere.
mkdirSync(join(folder, 'share'), { recursive: true });
for (const language of ['en', 'ko', 'ja', 'zh']) {
  for (const [name, path] of Object.entries({ company: '/companies/balsamiq', category: '/no-seed' })) {
    const html = await (await fetch(`${address}/${language}${path}`)).text();
    const { pathname } = new URL(/property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '');
    const png = await (await fetch(`${address}${pathname}`)).arrayBuffer();
    writeFileSync(join(folder, 'share', `${name}-${language}.png`), Buffer.from(png));
  }
}
if (process.env.ADMIN_PASSWORD) await takeConsole(process.env.ADMIN_PASSWORD);
await browser.close();

/** A picture of a long page, for reading it as a whole: two thirds of its size. */
async function small(png) {
  const image = await loadImage(png);
  const canvas = createCanvas(Math.round((image.width * 2) / 3), Math.round((image.height * 2) / 3));
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.encode('webp', 50);
}

/** Comments that try to break a page, on a phone; the forms of figures, with their years and sources. */
async function takeConsole(password) {
  const post = async (path, body) =>
    (
      await fetch(`${address}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json();
  for (const content of [
    `Look: https://example.com/${'a-link-without-an-end/'.repeat(12)}`,
    'ㅋ'.repeat(45),
    'W'.repeat(110),
    '这句话没有空格也没有标点而且很长'.repeat(6),
    '👨‍👩‍👧‍👦'.repeat(30),
    'ז̴̡ה̵ ̷ע̸ברית '.repeat(12),
  ])
    await post('/companies/zoho/comments', { content });
  const { sessionToken } = await post('/admin/login', { username: 'admin', password });
  for (const language of ['en', 'ko']) {
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await phone.goto(`${address}/${language}/companies/zoho`, { waitUntil: 'networkidle' });
    await phone.locator('#comments').scrollIntoViewIfNeeded();
    await phone.screenshot({
      path: join(folder, `comments-${language}-390.jpg`),
      type: 'jpeg',
      quality: 72,
      fullPage: true,
      clip: await clipFrom(phone, '#comments', 1900),
    });
    await phone.close();
    for (const width of [1280, 390]) {
      const context = await browser.newContext({ viewport: { width, height: 2000 } });
      await context.addCookies([{ name: 'i18nextLng', value: language, url: address }]);
      const page = await context.newPage();
      await page.addInitScript(
        ([token, chosen]) => {
          localStorage.setItem('adminToken', token);
          localStorage.setItem('i18nextLng', chosen);
        },
        [sessionToken, language],
      );
      await page.goto(`${address}/admin/edit?edit=balsamiq`, { waitUntil: 'networkidle' });
      await page.locator('[role="dialog"] textarea').first().waitFor();
      await page.waitForTimeout(500);
      const picture = { type: 'jpeg', quality: 72 };
      await page.screenshot({ ...picture, path: join(folder, `figures-${language}-${width}.jpg`) });
      await context.close();
    }
  }
}

/** The part of a page from an element on. */
async function clipFrom(page, selector, height) {
  const { top, whole } = await page.evaluate((of) => {
    const { y } = document.querySelector(of).getBoundingClientRect();
    return { top: y + window.scrollY, whole: document.documentElement.scrollHeight };
  }, selector);
  return { x: 0, y: Math.max(0, top - 20), width: 390, height: Math.min(height, whole - top) };
}

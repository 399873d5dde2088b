// Takes the pictures of docs/pictures from a running server:
// ADMIN_PASSWORD=... node scripts/pictures.mjs [address]
// Every public page and every section of the console, at three widths, light and dark, in every language.
// The server is best a new one: what is in it is in the pictures.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium } from '@playwright/test';
import { ROOT } from './install.mjs';

const address = process.argv[2] ?? 'http://localhost:3000';
const folder = join(ROOT, 'docs', 'pictures');
const LANGUAGES = ['en', 'ko', 'ja', 'zh'];
/** Widths of the window with its height and how much of it a picture keeps. */
const WINDOWS = [
  { width: 390, height: 844, scale: 0.62 },
  { width: 1280, height: 800, scale: 0.5 },
  { width: 1920, height: 1080, scale: 0.37 },
];
const PAGES = {
  home: '',
  all: '/all',
  category: '/no-seed',
  filters: '/all?view=filters',
  panel: '/no-seed?company=balsamiq',
  company: '/companies/balsamiq',
  explore: '/explore',
  compare: '/compare?ids=balsamiq,kit,obsidian',
  country: '/countries/kr',
  kind: '/kinds/saas',
  about: '/about',
  privacy: '/privacy',
  terms: '/terms',
  contact: '/contact',
  'not-found': '/no/such/page',
  'nothing-found': '/all?q=zzzzzz',
};
const SECTIONS = [
  'dashboard',
  'companies',
  'scores',
  'add',
  'edit',
  'users',
  'comments',
  'settings',
  'translations',
  'administrators',
  'security',
  'password',
];
/** As many windows are open at once. */
const AT_ONCE = 3;
/** In milliseconds: until what comes after the page is there. */
const SETTLED = 350;
const LONGEST = 20_000;

const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const token = process.env.ADMIN_PASSWORD ? await logIn(process.env.ADMIN_PASSWORD) : undefined;
const founder = await founderOf('balsamiq');
if (founder) PAGES.founder = `/founders/${encodeURIComponent(founder)}`;

await beVisited();

const jobs = LANGUAGES.flatMap((language) =>
  WINDOWS.flatMap((window) => ['light', 'dark'].map((scheme) => ({ language, window, scheme }))),
);
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) await takeAll(job);
  }),
);
await browser.close();
await takeSharePictures();

/** Until the numbers of visits on the home page, which are at most a minute old, know of some. */
async function beVisited() {
  const page = await browser.newPage();
  for (const path of ['/en', '/en/companies/kit', '/ko/all']) {
    await page.goto(address + path);
    await page.waitForTimeout(1000);
  }
  await page.close();
  const began = Date.now();
  const isKnown = async () => !/>—</.test(await (await fetch(`${address}/en`)).text());
  while (!(await isKnown()) && Date.now() - began < 120_000)
    await new Promise((resolve) => setTimeout(resolve, 2000));
}

async function takeAll({ language, window: { width, height, scale }, scheme }) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'i18nextLng', value: language, url: address }]);
  await context.addInitScript(
    ([chosen, session]) => {
      localStorage.setItem('i18nextLng', chosen);
      if (session && location.pathname.startsWith('/admin')) localStorage.setItem('adminToken', session);
    },
    [language, token],
  );
  const page = await context.newPage();
  const into = join(folder, language);
  const consoleInto = join(into, 'console');
  mkdirSync(consoleInto, { recursive: true });
  const take = async (path, file) => {
    await page.goto(`${address}${path}`, { waitUntil: 'load' });
    await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0, null, {
      timeout: LONGEST,
    });
    await page.waitForTimeout(SETTLED);
    await page
      .waitForFunction(() => !document.querySelector('main [aria-busy="true"]'), null, { timeout: LONGEST })
      .catch(() => console.warn(`${path} is still loading`));
    const picture = await reduced(await page.screenshot(), scale);
    writeFileSync(`${file}-${width}-${scheme}.webp`, picture);
  };
  for (const [name, path] of Object.entries(PAGES)) await take(`/${language}${path}`, join(into, name));
  if (token)
    for (const section of SECTIONS)
      await take(section === 'dashboard' ? '/admin' : `/admin/${section}`, join(consoleInto, section));
  await context.close();
}

/** Smaller than it was taken: a picture of a page is looked at, not read. */
async function reduced(png, scale) {
  const image = await loadImage(png);
  const canvas = createCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.encode('webp', 62);
}

/** What a link to a page is shown with elsewhere. */
async function takeSharePictures() {
  const into = join(folder, 'share');
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  for (const language of LANGUAGES) {
    for (const [name, path] of Object.entries({ company: PAGES.company, category: PAGES.category })) {
      const html = await (await fetch(`${address}/${language}${path}`)).text();
      const { pathname } = new URL(/property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '');
      const png = Buffer.from(await (await fetch(`${address}${pathname}`)).arrayBuffer());
      writeFileSync(join(into, `${name}-${language}.webp`), await reduced(png, 0.5));
    }
  }
}

async function logIn(password) {
  const response = await fetch(`${address}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return (await response.json()).sessionToken;
}

async function founderOf(id) {
  const company = await (await fetch(`${address}/api/companies/${id}`)).json();
  return company.founders?.[0]?.id;
}

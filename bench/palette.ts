import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fill } from './large-directory.ts';
import { percentile, type Row, writeReport } from './report.ts';
import { startProduct } from './server.ts';
import { openBrowser } from './web.ts';

const PORT = 4456;
const BARE_PORT = 4457;
const COMPANIES = Number(process.env['BENCH_COMPANIES'] ?? 1000);
/** How many times slower than this machine: 6 is a usual phone. */
const RATES = [1, 6];
/** After a key, in milliseconds: longer than anything that is measured. */
const PAUSE = 600;
/** Names and words of the generated directory, letter by letter. */
const TYPED = {
  en: ['quiet', 'harbour', 'stone giant', 'lantern', 'indie'],
  ko: ['거인', '종이 돌', '등대'],
  ja: ['製作所', '灯台'],
} as const;

/** As little as can be: a field, a question, and a list of ten lines without a library. */
const BARE = `<!doctype html><div role=dialog><input role=combobox autofocus><ul role=listbox></ul></div><script>
const list = document.querySelector('ul'), field = document.querySelector('input');
field.addEventListener('input', async () => {
  const lines = await (await fetch('/lines?' + field.value)).json();
  list.replaceChildren(...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })));
});
</script>`;

function serveBare(): Promise<Server> {
  const server = createServer(({ url = '' }, answer) => {
    const isPage = !url.startsWith('/lines');
    answer.setHeader('content-type', isPage ? 'text/html' : 'application/json');
    answer.end(isPage ? BARE : JSON.stringify(Array.from({ length: 10 }, (_, i) => `${url} ${i}`)));
  });
  return new Promise((resolve) => server.listen(BARE_PORT, '127.0.0.1', () => resolve(server)));
}

/** Records, for each key, when what it changed of the list was painted last. */
function watch() {
  const times: { key: number; shown: number }[] = [];
  Object.assign(window, { times });
  let isPressed = false;
  const begin = ({ timeStamp }: Event) => times.push({ key: timeStamp, shown: 0 });
  addEventListener(
    'keydown',
    (event) => {
      isPressed = true;
      begin(event);
    },
    true,
  );
  // What no key writes: a syllable that an input method hands over.
  addEventListener(
    'input',
    (event) => {
      if (!isPressed) begin(event);
      isPressed = false;
    },
    true,
  );
  new MutationObserver((changes) => {
    const isShown = changes.some(
      // A text that is written into as well as an element that comes or goes.
      ({ target }) =>
        (target instanceof Element ? target : target.parentElement)
          ?.closest('[role=dialog]')
          ?.querySelector('[role=listbox]'),
    );
    const last = times.at(-1);
    if (!isShown || !last) return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        last.shown = performance.now();
      };
      port2.postMessage(null);
    });
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** From each key to what it finds, in milliseconds; the first one of a word is not counted apart. */
async function type(page: Page, words: readonly string[]): Promise<number[]> {
  const field = page.getByRole('combobox');
  for (const word of words) {
    for (const letter of word) {
      if (/[ -~]/.test(letter)) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
      else await page.keyboard.insertText(letter);
      await page.waitForTimeout(PAUSE);
    }
    await field.fill('');
    await page.waitForTimeout(PAUSE);
  }
  return page.evaluate(() =>
    (window as unknown as { times: { key: number; shown: number }[] }).times
      .filter(({ shown }) => shown > 0)
      .map(({ key, shown }) => shown - key),
  );
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-palette-'));
  const url = `sqlite:${join(folder, 'directory.db')}`;
  await fill(url, COMPANIES, 0);
  const server = await startProduct(PORT, { DATABASE_URL: url });
  const bare = await serveBare();
  const browser = await openBrowser();
  const rows: Row[] = [];

  async function measure(what: string, address: string, words: readonly string[], rate: number) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: 'networkidle' });
    const session = await page.context().newCDPSession(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.evaluate(() => {
      (window as unknown as { times: unknown[] }).times.length = 0;
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const times = await type(page, words);
    rows.push({
      'times slower': rate,
      what,
      keys: times.length,
      'p50, ms': Math.round(percentile(times, 0.5)),
      'p95, ms': Math.round(percentile(times, 0.95)),
    });
    console.log(rows.at(-1));
    await page.close();
  }

  for (const rate of RATES) {
    await measure('a bare page', `http://127.0.0.1:${BARE_PORT}`, TYPED.en, rate);
    for (const [language, words] of Object.entries(TYPED))
      await measure(`palette, ${language}`, `${server.url}/${language}`, words, rate);
  }
  await browser.close();
  await server.stop();
  bare.close();
  rmSync(folder, { recursive: true, force: true });
  writeReport('palette', 'From a key to what is shown', [
    {
      text: `The palette over ${COMPANIES.toLocaleString('en')} companies, at 390 px, server and browser on one machine: from a key to the last thing that it changed of the list, as it was painted. The processor of the browser is slowed down by the DevTools protocol. A bare page is a field, a question and a list of ten lines without a library: what browser, protocol and machine take by themselves.`,
      rows,
    },
  ]);
}

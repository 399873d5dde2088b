import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { median, type Row, writeReport } from './report.ts';
import { startProduct } from './server.ts';

const PORT = 4454;
const PAGES = {
  'home, en': '/en',
  'home, ko': '/ko',
  'category, en': '/en/no-seed',
  'category, ko': '/ko/no-seed',
  'company, en': '/en/companies/balsamiq',
  'company, ko': '/ko/companies/balsamiq',
};
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Run by npx, so that a measuring tool of this size is not in everybody's node_modules. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const RUNS = Number(process.env['BENCH_ROUNDS'] ?? 3);

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium', args: ARGS });

/** What a phone's browser transfers for a page, and how far the layout shifts. */
async function transferred(url: string): Promise<Row> {
  const browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true });
  const bytes = { script: 0, stylesheet: 0, document: 0 };
  let foreign = 0;
  let requests = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    // Some scripts are fetched before they are imported.
    types.set(requestId, response.url.endsWith('.js') ? 'script' : type.toLowerCase());
    requests++;
    if (!response.url.startsWith(new URL(url).origin) && !response.url.startsWith('data:')) foreign++;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) as keyof typeof bytes | undefined;
    if (type && type in bytes) bytes[type] += encodedDataLength;
  });
  await page.addInitScript(() => {
    (window as unknown as { shift: number }).shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  await browser.close();
  const kb = (n: number) => Number((n / 1000).toFixed(1));
  return {
    'JavaScript, kB': kb(bytes.script),
    'CSS, kB': kb(bytes.stylesheet),
    'HTML, kB': kb(bytes.document),
    requests,
    'to other hosts': foreign,
    'layout shift': Number(shift.toFixed(4)),
  };
}

/**
 * The medians of what Lighthouse says of a page, and how long it is blocked on a processor six times slower: in
 * a browser that is slowed down, and as it models that from a load at full speed. There all files of a page come
 * at once, so that Chromium may lay out a page whose style sheet is not there yet.
 */
function lighthouse(url: string): Row {
  const row: Row = {};
  for (const [name, values] of Object.entries(audit(url, CATEGORIES))) row[name] = median(values);
  const blocked = (...more: string[]) => {
    const slow = audit(url, ['performance'], ['--throttling.cpuSlowdownMultiplier=6', ...more]);
    return median(slow['TBT, ms'] ?? []);
  };
  return {
    ...row,
    'TBT at 6x, ms': blocked('--throttling-method=devtools'),
    'TBT at 6x as modelled, ms': blocked(),
  };
}

function audit(
  url: string,
  categories: readonly string[],
  more: readonly string[] = [],
): Record<string, number[]> {
  const scores: Record<string, number[]> = {};
  let failures = 0;
  for (let run = 0; run < RUNS; run++) {
    const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-lighthouse-'));
    const file = join(folder, 'report.json');
    const { status, stderr } = spawnSync(
      'npx',
      [
        '--yes',
        LIGHTHOUSE,
        url,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        `--only-categories=${categories.join(',')}`,
        ...more,
        `--chrome-flags=${ARGS.join(' ')}`,
      ],
      {
        encoding: 'utf8',
        env: { ...process.env, CHROME_PATH: process.env['CHROME_PATH'] ?? '/usr/bin/chromium' },
      },
    );
    if (status !== 0) {
      // Chromium sometimes loses the trace of a page load.
      if (++failures > 3) throw new Error(`Lighthouse failed: ${stderr}`);
      run--;
      continue;
    }
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      categories: Record<string, { score: number }>;
      audits: Record<string, { numericValue?: number }>;
    };
    const note = (name: string, value: number) => {
      scores[name] = [...(scores[name] ?? []), Math.round(value)];
    };
    for (const category of categories) note(category, (report.categories[category]?.score ?? 0) * 100);
    note('LCP, ms', report.audits['largest-contentful-paint']?.numericValue ?? 0);
    note('TBT, ms', report.audits['total-blocking-time']?.numericValue ?? 0);
    rmSync(folder, { recursive: true, force: true });
  }
  return scores;
}

export async function run(args: string[]): Promise<void> {
  const server = await startProduct(PORT);
  const rows: Row[] = [];
  for (const [page, path] of Object.entries(PAGES)) {
    const url = server.url + path;
    const row: Row = { page, ...(await transferred(url)) };
    rows.push(args.includes('--transfer-only') ? row : { ...row, ...lighthouse(url) });
    console.log(rows.at(-1));
  }
  await server.stop();
  writeReport('web', 'Public pages in Chromium', [
    {
      text: `Transferred bytes as compressed, at 390 px with an empty cache. Lighthouse ${LIGHTHOUSE.split('@')[1]}: mobile, simulated throttling, medians of ${RUNS} runs; its processor is four times slower than this one. At 6x: its processor is six times slower; in the browser, and as modelled from a load at full speed.`,
      rows,
    },
  ]);
}

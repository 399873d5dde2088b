import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { median, type Row, writeReport } from './report.ts';
import { type Running, start, startProduct } from './server.ts';

const CONNECTIONS = 32;
/** Rounds of product and bare server in turns, and the length of each in seconds. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'));
const BARE = fileURLToPath(new URL('./bare.ts', import.meta.url));

const READS = {
  'list of a category (JSON)': { path: '/api/companies?category=no-seed&language=ko' },
  'company (JSON)': { path: '/api/companies/balsamiq?language=ko' },
  'home page (HTML)': { path: '/ko' },
  'company page (HTML)': { path: '/ko/companies/balsamiq' },
  'category page, 304': { path: '/ko/no-seed', conditional: true },
};

type Shot = Pick<autocannon.Options, 'method' | 'headers' | 'body' | 'requests'>;

function shoot(url: string, shot: Shot = {}, seconds = SECONDS): Promise<autocannon.Result> {
  return autocannon({ url, connections: CONNECTIONS, duration: seconds, ...shot });
}

function refuseErrors(name: string, result: autocannon.Result): void {
  if (result.errors > 0 || result['5xx'] > 0 || result['4xx'] > 0) {
    throw new Error(`${name}: ${result.errors} errors, ${result['4xx']} 4xx, ${result['5xx']} 5xx`);
  }
}

/** Compares the product with the bare server in turns; the medians of the rounds count. */
async function compare(
  name: string,
  product: () => Promise<autocannon.Result>,
  bare: () => Promise<autocannon.Result>,
) {
  const rates: { product: number[]; bare: number[]; p99: number[] } = { product: [], bare: [], p99: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await product();
    refuseErrors(name, ours);
    rates.product.push(ours.requests.average);
    rates.p99.push(ours.latency.p99);
    const theirs = await bare();
    refuseErrors(`bare ${name}`, theirs);
    rates.bare.push(theirs.requests.average);
  }
  return {
    what: name,
    'product, requests/s': Math.round(median(rates.product)),
    'bare, requests/s': Math.round(median(rates.bare)),
    'share of bare': `${Math.round((100 * median(rates.product)) / median(rates.bare))}%`,
    'p99, ms': median(rates.p99),
  };
}

/** Reads 400 times a second from a process of its own, so that a busy client does not count as a slow server. */
async function sample(url: string): Promise<autocannon.Result['latency']> {
  const args = ['--json', '-c', '4', '-d', String(SECONDS), '-R', '400', url];
  const { stdout } = await promisify(execFile)(process.execPath, [AUTOCANNON, ...args]);
  return (JSON.parse(stdout) as autocannon.Result).latency;
}

/** Takes what the product answers, so that the bare server sends the same bytes with the same headers. */
async function keepAnswers(product: Running): Promise<string> {
  const kept: Record<string, { status: number; headers: Record<string, string>; body: string }> = {};
  for (const { path, ...read } of Object.values(READS)) {
    const first = await fetch(product.url + path, { headers: { 'accept-encoding': 'identity' } });
    const body = Buffer.from(await first.arrayBuffer());
    const headers = Object.fromEntries(
      [...first.headers].filter(
        ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
      ),
    );
    const conditional = 'conditional' in read;
    if (conditional) delete headers['content-length'];
    kept[path] = {
      status: conditional ? 304 : 200,
      headers,
      body: conditional ? '' : body.toString('base64'),
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-bare-'));
  writeFileSync(join(folder, 'kept.json'), JSON.stringify(kept));
  return folder;
}

export async function run(): Promise<void> {
  const product = await startProduct(4451);
  const bare = await start([BARE], 4452, { VAR_DIR: await keepAnswers(product) }, '/');
  const reads: Row[] = [];
  for (const [name, read] of Object.entries(READS)) {
    const etag = (await fetch(product.url + read.path)).headers.get('etag') ?? '';
    const shot: Shot = {
      headers: { 'accept-encoding': 'identity', ...('conditional' in read ? { 'if-none-match': etag } : {}) },
    };
    await shoot(product.url + read.path, shot, 1);
    reads.push(
      await compare(
        name,
        () => shoot(product.url + read.path, shot),
        () => shoot(bare.url + read.path, shot),
      ),
    );
  }

  const json = { 'content-type': 'application/json' };
  let n = 0;
  const comment = (): Shot => ({
    requests: [
      {
        method: 'POST',
        headers: json,
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify({ author: 'A', content: `comment ${n++}` }),
        }),
      },
    ],
  });
  const writes: Row[] = [];
  for (const [name, path, shot] of [
    ['comment', '/api/companies/balsamiq/comments', comment],
    ['like of one visitor', '/api/companies/balsamiq/like', (): Shot => ({ method: 'POST' })],
    [
      'page visit',
      '/api/analytics/page-visit',
      (): Shot => ({ method: 'POST', headers: json, body: JSON.stringify({ page: 'home' }) }),
    ],
  ] as const) {
    writes.push(
      await compare(
        name,
        () => shoot(product.url + path, shot()),
        () => shoot(`${bare.url}/write`, comment()),
      ),
    );
  }

  const reading = `${product.url}/api/companies?category=small-teams&language=ja`;
  const storms = {
    quiet: () => Promise.resolve(),
    'comments from 32 clients': () =>
      shoot(`${product.url}/api/companies/zoho/comments`, comment(), SECONDS + 1),
    'log-ins from 32 clients': () =>
      shoot(
        `${product.url}/api/auth/login`,
        {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ email: `nobody-${n++}@example.com`, password: 'wrong password' }),
        },
        SECONDS + 1,
      ),
  };
  const latencies: Row[] = [];
  for (const [load, storm] of Object.entries(storms)) {
    const rounds: { p50: number; p99: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const stormed = storm();
      await new Promise((resolve) => setTimeout(resolve, 500));
      rounds.push(await sample(reading));
      await stormed;
    }
    latencies.push({
      load,
      'p50, ms': median(rounds.map(({ p50 }) => p50)),
      'p99, ms': median(rounds.map(({ p99 }) => p99)),
    });
  }
  await product.stop();
  await bare.stop();
  writeReport('http', 'Requests against a bare node:http', [
    {
      text: `Reads: ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s in turns; the bare server sends the same bytes with the same headers. Client and server share the machine's cores.`,
      rows: reads,
    },
    {
      text: 'Durable writes (`synchronous=FULL`, answered after the commit): the bare server commits each insert by itself.',
      rows: writes,
    },
    {
      text: `Reads at 400 a second, from a process of their own, while something else loads the server: medians of ${ROUNDS} rounds.`,
      rows: latencies,
    },
  ]);
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../core/languages.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { memoryOf } from './flood-clients.ts';
import { fill, generator } from './large-directory.ts';
import { readPages } from './readers.ts';
import { median, type Row, writeReport } from './report.ts';
import { logIn, type Running, start, startProduct } from './server.ts';

const DIALECTS = (process.env['BENCH_DIALECTS'] ?? 'sqlite,postgres').split(',');
const COMPANIES = Number(process.env['BENCH_COMPANIES'] ?? 10_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const CONNECTIONS = 32;
const BARE = fileURLToPath(new URL('./bare.ts', import.meta.url));
/** As browsers ask. */
const HEADERS = { 'accept-encoding': 'gzip, deflate, br' };

/** What happens in a second of a living directory. */
const WRITES = { 'views and likes': 50, comments: 5, edits: 1 };

/** Picks one of many so that the n-th is asked for 1/n as often as the first (Zipf, exponent 1). */
function zipf(count: number, next: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += 1 / (i + 1);
    sums[i] = sum;
  }
  return () => {
    const wanted = next() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const pageOf = (n: number) =>
  `/${LANGUAGES[n % LANGUAGES.length]}/companies/company-${Math.floor(n / LANGUAGES.length)}`;

/** Readers of all pages of companies, the first ones more often than the others. */
function read(url: string, next: () => number) {
  const pick = zipf(COMPANIES * LANGUAGES.length, next);
  return readPages(url, () => pageOf(pick()), { connections: CONNECTIONS, seconds: SECONDS });
}

/** Views, likes, comments and edits as they come, until it is told to end. Returns how to end it. */
async function live({ url }: Running, admin: { authorization: string }): Promise<() => void> {
  let n = 0;
  // fetch would take more of the readers' core than the server takes of its own for these.
  const agent = new Agent({ keepAlive: true });
  const write = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    new Promise<void>((resolve) => {
      const sent = body === undefined ? '' : JSON.stringify(body);
      const asked = request(url + path, {
        agent,
        method,
        headers: {
          ...headers,
          'user-agent': `reader ${n++}`,
          'content-length': Buffer.byteLength(sent),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
      asked.on('response', (answer) => answer.resume().on('end', resolve)).on('error', () => resolve());
      asked.end(sent);
    });
  const any = () => `/api/companies/company-${(n * 7919) % COMPANIES}`;
  const acts: [number, () => Promise<unknown>][] = [
    [WRITES['views and likes'] / 2, () => write('POST', `${any()}/view`)],
    [WRITES['views and likes'] / 2, () => write('POST', `${any()}/like`)],
    [WRITES.comments, () => write('POST', `${any()}/comments`, { author: 'A', content: `word ${n}` })],
    [WRITES.edits, () => write('PUT', `/api/admin${any().slice(4)}`, { employees: 1 + (n % 100) }, admin)],
  ];
  const timers = acts.map(([each, act]) => setInterval(() => void act(), 1000 / each));
  return () => {
    timers.forEach(clearInterval);
    agent.destroy();
  };
}

/** An answer as it is sent: fetch would unpack it. */
const asSent = (url: string, agent?: Agent) =>
  new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(url, { headers: HEADERS, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    }).on('error', reject);
  });

function withoutOwn({
  date: _date,
  connection: _connection,
  'keep-alive': _keep,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

/**
 * Servers of the same bytes for all pages, which know nothing of the product: one that has all of them in its
 * memory, however much that is, and one that reads a file each time, as a static site does.
 */
async function startStatic(product: Running): Promise<[Running, Running]> {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-static-'));
  const files = join(folder, 'pages');
  mkdirSync(files);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let n = 0;
  const save = async () => {
    while (n < COMPANIES * LANGUAGES.length) {
      const path = pageOf(n++);
      const { headers, body } = await asSent(product.url + path, agent);
      const { 'content-length': _length, ...common } = withoutOwn(headers);
      if (path === pageOf(1)) writeFileSync(`${files}.json`, JSON.stringify(common));
      writeFileSync(join(files, path.slice(1).replaceAll('/', '_')), body);
    }
  };
  await Promise.all(Array.from({ length: 8 }, save));
  agent.destroy();
  const variables = { VAR_DIR: folder, BARE_FILES: files };
  return [
    await start([BARE], 4473, { ...variables, BARE_READS: 'before' }, '/'),
    await start([BARE], 4474, { ...variables, VAR_DIR: mkdtempSync(join(folder, 'own-')) }, '/'),
  ];
}

/** A server that sends a page of the product, whatever is asked for. */
async function startBare(product: Running): Promise<Running> {
  const { headers: sent, body } = await asSent(product.url + pageOf(1));
  const headers = withoutOwn(sent);
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-bare-'));
  writeFileSync(
    join(folder, 'kept.json'),
    JSON.stringify({ '*': { status: 200, headers, body: body.toString('base64') } }),
  );
  return start([BARE], 4472, { VAR_DIR: folder }, '/');
}

async function measure(dialect: string, url: string): Promise<{ rows: Row[]; text: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-alive-'));
  await fill(url || `sqlite:${join(folder, 'directory.db')}`, COMPANIES);
  const product = await startProduct(4471, { VAR_DIR: folder, DATABASE_URL: url });
  const admin = await logIn(product);
  const bare = await startBare(product);
  const pid = product.child.pid ?? 0;
  const next = generator(1);
  const found: Record<string, { rates: number[]; p50: number[]; p99: number[] }> = {};
  const note = (what: string, { rate, p50, p99 }: Awaited<ReturnType<typeof read>>) => {
    const row = found[what] ?? { rates: [], p50: [], p99: [] };
    found[what] = row;
    row.rates.push(rate);
    row.p50.push(p50);
    row.p99.push(p99);
  };
  note('all pages, nothing kept yet', await read(product.url, next));
  await setTimeout(10_000);
  const idle = memoryOf(pid);
  const [inMemory, fromFiles] = await startStatic(product);
  let most = 0;
  for (let round = 0; round < ROUNDS; round++) {
    note('one page, a bare server', await read(bare.url, next));
    note('all pages, a bare server with all in memory', await read(inMemory.url, next));
    note('all pages, a bare server that reads files', await read(fromFiles.url, next));
    note(
      'one page, kept',
      await readPages(product.url, () => pageOf(1), { connections: CONNECTIONS, seconds: SECONDS }),
    );
    note('all pages, quiet', await read(product.url, next));
    const end = await live(product, admin);
    note('all pages, alive', await read(product.url, next));
    end();
    most = Math.max(most, memoryOf(pid));
    // What the writes made stale is rendered again when it is requested: the next round is to be quiet again.
    await read(product.url, next);
  }
  const rows: Row[] = Object.entries(found).map(([what, { rates, p50, p99 }]) => ({
    database: dialect,
    what,
    'pages/s': Math.round(median(rates)),
    'share of bare': `${Math.round((100 * median(rates)) / median(found['one page, a bare server']?.rates ?? []))}%`,
    'p50, ms': Number(median(p50).toFixed(1)),
    'p99, ms': Number(median(p99).toFixed(1)),
  }));
  await product.stop();
  await bare.stop();
  await fromFiles.stop();
  await inMemory.stop();
  rmSync(inMemory.folder, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  return {
    rows,
    text: `${dialect}: memory ${idle} MiB after the first round, ${most} MiB at most after it.`,
  };
}

/** The long tail of a directory: all its pages, by how often they are read, quiet and while it is alive. */
export async function run(): Promise<void> {
  const found = [];
  if (DIALECTS.includes('sqlite')) found.push(await measure('sqlite', ''));
  if (DIALECTS.includes('postgres')) {
    const server = await startPostgres();
    try {
      found.push(await measure('postgres', `${server.url}/postgres`));
    } finally {
      await server.stop();
    }
  }
  writeReport('alive', 'All pages of a directory, by how often they are read', [
    {
      text: `${COMPANIES.toLocaleString('en')} companies in ${LANGUAGES.length} languages, Zipf over all their pages, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s in turns; alive: ${Object.entries(
        WRITES,
      )
        .map(([what, each]) => `${each} ${what}`)
        .join(', ')} a second beside it. Client and server share the machine's cores.`,
      rows: found.flatMap(({ rows }) => rows),
    },
    ...found.map(({ text }) => ({ text })),
  ]);
}

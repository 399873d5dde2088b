import { companyKinds } from '../core/kinds.ts';
import { LANGUAGES } from '../core/languages.ts';
import { DIALECTS, startDatabases } from './databases.ts';
import { COMMENTS, DAYS, fill, USERS, VISITS } from './large-directory.ts';
import { percentile, type Row, writeReport } from './report.ts';
import { logIn, type Running, startProduct } from './server.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '1000,10000,100000').split(',').map(Number);
/** Requests of each kind that are not counted: of what a process has not compiled yet, `start` tells. */
const WARM_UP = 40;
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 200);
/** Of what takes a second at the largest size. */
const SLOW_REQUESTS = 10;

async function measure(
  server: Running,
  path: (i: number) => string,
  headers: Record<string, string> = {},
  count = REQUESTS,
): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (let i = 0; i < count + WARM_UP; i++) {
    const began = performance.now();
    const answer = await fetch(server.url + path(i), { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path(i)}: ${answer.status}`);
    if (i >= WARM_UP) times.push(performance.now() - began);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

const round = (n: number) => Number(n.toFixed(n < 10 ? 2 : 0));

async function measureSize(dialect: string, url: string, size: number, port: number): Promise<Row> {
  const indexed = await fill(url, size);
  const began = performance.now();
  const server = await startProduct(port, { DATABASE_URL: url });
  const startUp = performance.now() - began;
  const admin = await logIn(server);
  // A parameter that no call knows makes each address another one: nothing is answered from memory.
  const of = async (path: (i: number) => string, headers?: Record<string, string>, count?: number) =>
    measure(server, (i) => `${path(i)}${path(i).includes('?') ? '&' : '?'}n=${i}`, headers, count);
  // Of a page nobody knows a made-up parameter; who is named is not answered from memory either.
  const home = await of(() => '/ko', { authorization: 'Bearer nobody' });
  const list = await of(() => '/api/companies?language=ko&limit=50');
  const kind = await of(
    (i) => `/api/companies?language=ko&kind=${companyKinds()[i % companyKinds().length]}&limit=50`,
  );
  const kindPage = await of((i) => `/ko/kinds/${companyKinds()[i % companyKinds().length]}`, {
    authorization: 'Bearer nobody',
  });
  const detail = await of((i) => `/api/companies/company-${(i * 37) % size}?language=ja`);
  const summary = await of(() => '/api/analytics/summary?range=all');
  // One and two characters, words, wrong letters, and words that do not occur.
  const searches = [
    '돌',
    '거인',
    '石',
    '灯台',
    '铜',
    'q',
    'ha',
    'harbour',
    'quiet giant',
    'harbuor',
    'lovelaec',
    'nothing has this',
    '없는말',
  ];
  const search = await of(
    (i) =>
      `/api/companies?language=${LANGUAGES[i % LANGUAGES.length]}&limit=50&q=${encodeURIComponent(searches[i % searches.length] as string)}`,
  );
  const palette = await of(
    (i) =>
      `/api/search?language=${LANGUAGES[i % LANGUAGES.length]}&q=${encodeURIComponent(searches[i % searches.length] as string)}`,
  );
  const dashboard = await of(() => '/api/admin/stats', admin);
  const comments = await of(() => '/api/admin/comments?limit=50', admin, SLOW_REQUESTS);
  const users = await of(() => '/api/admin/users?limit=100', admin);
  const exportBegan = performance.now();
  const exported = await (
    await fetch(`${server.url}/api/admin/companies/export`, { headers: admin })
  ).arrayBuffer();
  const exportTime = performance.now() - exportBegan;
  const status = await (await fetch(`${server.url}/metrics`)).text();
  const memory = Number(/^process_resident_memory_bytes (\S+)/m.exec(status)?.[1] ?? 0);
  await server.stop();
  return {
    database: dialect,
    companies: size,
    'home p50/p99': `${round(home.p50)} / ${round(home.p99)}`,
    'list p50/p99': `${round(list.p50)} / ${round(list.p99)}`,
    'search p50/p99': `${round(search.p50)} / ${round(search.p99)}`,
    'palette p50/p99': `${round(palette.p50)} / ${round(palette.p99)}`,
    'kind p50/p99': `${round(kind.p50)} / ${round(kind.p99)}`,
    'kind page p50/p99': `${round(kindPage.p50)} / ${round(kindPage.p99)}`,
    'detail p50/p99': `${round(detail.p50)} / ${round(detail.p99)}`,
    'summary p50/p99': `${round(summary.p50)} / ${round(summary.p99)}`,
    'stats p50/p99': `${round(dashboard.p50)} / ${round(dashboard.p99)}`,
    'comments p50/p99': `${round(comments.p50)} / ${round(comments.p99)}`,
    'users p50/p99': `${round(users.p50)} / ${round(users.p99)}`,
    'export, s (MiB)': `${(exportTime / 1000).toFixed(1)} (${Math.round(exported.byteLength / 2 ** 20)})`,
    'index, s': Number((indexed / 1000).toFixed(1)),
    'start-up, s': Number((startUp / 1000).toFixed(1)),
    'memory, MiB': Math.round(memory / 2 ** 20),
  };
}

export async function run(): Promise<void> {
  const rows: Row[] = [];
  const databases = await startDatabases();
  for (const dialect of DIALECTS) {
    for (const size of SIZES) {
      const url = await databases.create(dialect, `scale_${size}`);
      rows.push(await measureSize(dialect, url, size, 4453));
      console.log(rows.at(-1));
    }
  }
  await databases.stop();
  writeReport('scale', 'The same directory at three sizes', [
    {
      text: `Milliseconds over HTTP, one request after another, ${REQUESTS} of each after ${WARM_UP} that are not counted, each with an address of its own so that none is answered from memory. Companies in four languages, ${COMMENTS.toLocaleString('en')} comments, ${USERS.toLocaleString('en')} users, ${VISITS.toLocaleString('en')} visits over ${DAYS} days. Search and palette ask for one and two characters, words, words with wrong letters and words that do not occur.`,
      rows,
    },
  ]);
}

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile, type Row, writeReport } from './report.ts';
import { type Running, startProduct } from './server.ts';

/** Clients that ask for pages nobody asked for before, and how long, in seconds. */
const CLIENTS = 64;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 15);

const FLOODS: Record<string, (i: number) => { path: string; headers?: Record<string, string> }> = {
  'made-up parameters': (i) => ({ path: `/all?y=${i}` }),
  'an Authorization header': (i) => ({ path: `/all?y=${i}`, headers: { authorization: `x${i}` } }),
  'searches nobody made': (i) => ({ path: `/all?q=${i.toString(36)}` }),
  'pages that are not there': (i) => ({ path: `/ko/companies/none-${i}` }),
};
const WATCHED = { health: '/healthz', metrics: '/metrics', 'cached page': '/ko/companies/balsamiq' };

/** Asks ten times a second and notes how long each answer takes, in milliseconds. */
async function watch(url: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
    times.push(performance.now() - started);
    await pause(100);
  }
  return times;
}

const memory = ({ child }: Running) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024);

async function measure(product: Running, flood?: (typeof FLOODS)[string]) {
  const until = performance.now() + SECONDS * 1000;
  const isOver = () => performance.now() > until;
  const statuses: Record<number, number> = {};
  let asked = 0;
  let most = 0;
  const client = async () => {
    while (!isOver()) {
      const { path, headers } = flood?.(asked++) ?? { path: '/' };
      const answer = await fetch(product.url + path, headers ? { headers } : {});
      await answer.arrayBuffer();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      most = Math.max(most, memory(product));
      // One that is turned away comes again at once: the worst of its kind, but one that a test can make.
      if (answer.status === 503) await pause(50);
    }
  };
  const [times] = await Promise.all([
    Promise.all(Object.values(WATCHED).map((path) => watch(product.url + path, isOver))),
    ...(flood ? Array.from({ length: CLIENTS }, client) : []),
  ]);
  return { times, statuses, most };
}

/** Whether clients that ask for ever new pages hold up health, metrics and cached pages. */
export async function run(): Promise<void> {
  const product = await startProduct(4461, { RATE_LIMITS: 'on' });
  const rows: Row[] = [];
  const note = (what: string, { times, statuses, most }: Awaited<ReturnType<typeof measure>>) =>
    rows.push({
      what,
      ...Object.fromEntries(
        Object.keys(WATCHED).map((name, i) => [
          `${name}, ms (median / p99)`,
          `${median(times[i] ?? []).toFixed(1)} / ${percentile(times[i] ?? [], 0.99).toFixed(1)}`,
        ]),
      ),
      answers: Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
      'most memory, MiB': most || memory(product),
    });
  for (const path of Object.values(WATCHED)) await fetch(product.url + path);
  note('nobody else', await measure(product));
  for (const [name, flood] of Object.entries(FLOODS)) note(name, await measure(product, flood));
  await product.stop();
  writeReport('flood', `${CLIENTS} clients that ask for ever new pages, beside readers`, [
    { text: `Each for ${SECONDS} seconds, from one network, on the machine of the server.`, rows },
  ]);
}

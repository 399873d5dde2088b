import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { FLOODS, type Flood, type Flooded, memoryOf } from './flood-clients.ts';
import { median, percentile, type Row, writeReport } from './report.ts';
import { type Running, startProduct } from './server.ts';

/** Clients that ask for pages nobody asked for before, and how long, in seconds. */
const CLIENTS = 64;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 15);
/** Between two looks at the same address, in milliseconds. */
const LOOK_EVERY = 20;

const WATCHED = { health: '/healthz', metrics: '/metrics', 'cached page': '/ko/companies/balsamiq' };

/** Asks again and again and notes how long each answer takes, in milliseconds. */
async function watch(url: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
    times.push(performance.now() - started);
    await pause(LOOK_EVERY);
  }
  return times;
}

/** The clients have a thread of their own: what they do is not what the readers wait for. */
function startFlood(workerData: Flood): Promise<Flooded> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./flood-clients.ts', import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function measure({ url, child }: Running, name?: string) {
  const until = performance.now() + SECONDS * 1000;
  const isOver = () => performance.now() > until;
  const pid = child.pid ?? 0;
  const [times, flooded] = await Promise.all([
    Promise.all(Object.values(WATCHED).map((path) => watch(url + path, isOver))),
    name && startFlood({ name, url, pid, clients: CLIENTS, seconds: SECONDS }),
  ]);
  return { times, ...(flooded || { statuses: {}, most: memoryOf(pid) }) };
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
      'most memory, MiB': most,
    });
  for (const path of Object.values(WATCHED)) await fetch(product.url + path);
  note('nobody else', await measure(product));
  for (const name of Object.keys(FLOODS)) note(name, await measure(product, name));
  await product.stop();
  writeReport('flood', `${CLIENTS} clients that ask for ever new pages, beside readers`, [
    { text: `Each for ${SECONDS} seconds, from one network, on the machine of the server.`, rows },
  ]);
}

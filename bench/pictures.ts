import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LANGUAGES } from '../core/languages.ts';
import { buildApp } from '../server/app.ts';
import { readEnv } from '../server/env.ts';
import { loadContent, readContent } from '../server/features/companies/shipped-content.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import { median, percentile, writeReport } from './report.ts';

/** Open Graph images of the whole shipped directory, one after another and many at once. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-pictures-'));
  const env = readEnv({ VAR_DIR: folder, LOG_LEVEL: 'silent', APP_SECRET: 'a secret of the benchmark' });
  const database = await openDatabase(env.DATABASE_URL);
  await loadContent(database, await readContent(), new Date());
  const { app } = await buildApp({ env, database });
  const ids = await database.read.selectFrom('companies').select('id').execute();
  const addresses = ids.flatMap(({ id }) =>
    LANGUAGES.map((language) => `/share/${language}/companies/${encodeURIComponent(id)}.png`),
  );
  async function ask(url: string): Promise<{ status: number; time: number; bytes: number }> {
    const began = performance.now();
    const { statusCode, rawPayload } = await app.inject({ method: 'GET', url });
    return { status: statusCode, time: performance.now() - began, bytes: rawPayload.length };
  }
  const memory = () => process.memoryUsage().rss / 2 ** 20;
  const before = memory();
  const first = await ask(addresses[0] ?? '');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const drawn = [];
  for (const address of addresses.slice(1)) drawn.push(await ask(address));
  delay.disable();
  const after = memory();
  const kept = [];
  for (const address of addresses) kept.push(await ask(address));
  const files = join(folder, 'share-pictures');
  const onDisk = readdirSync(files).map((name) => readFileSync(join(files, name)).length);

  rmSync(files, { recursive: true });
  const crowdApp = await buildApp({ env, database });
  const crowd = await Promise.all(
    addresses.map((url) => crowdApp.app.inject({ method: 'GET', url }).then(({ statusCode }) => statusCode)),
  );
  await crowdApp.app.close();
  await app.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });

  const round = Math.round;
  const times = drawn.map(({ time }) => time);
  const sizes = [first, ...drawn].map(({ bytes }) => bytes / 1000);
  writeReport('pictures', 'Share pictures', [
    {
      text: `${addresses.length} pictures: every shipped company in every language, drawn one after another, then asked for again from memory and disk.`,
      rows: [
        {
          'first, ms': round(first.time),
          'median, ms': round(median(times)),
          '99th percentile, ms': round(percentile(times, 0.99)),
          'slowest, ms': round(Math.max(...times)),
          'kept, median ms': Number(median(kept.map(({ time }) => time)).toFixed(1)),
          'median, kB': round(median(sizes)),
          'largest, kB': round(Math.max(...sizes)),
          'on disk, MB': round(onDisk.reduce((sum, bytes) => sum + bytes, 0) / 1e6),
          'memory, MiB more': round(after - before),
          'others waited at most, ms': round(delay.max / 1e6),
        },
      ],
    },
    {
      text: 'All of them at once, with nothing kept: who finds the queue full is answered 503 with Retry-After.',
      rows: [
        {
          drawn: crowd.filter((status) => status === 200).length,
          'sent away': crowd.filter((status) => status === 503).length,
        },
      ],
    },
  ]);
}

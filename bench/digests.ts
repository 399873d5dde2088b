/*
 * How long the digests of 100,000 readers take to compute and queue, and how much memory: 10,000 companies, of which
 * 2,000 changed in the week; 300,000 follows of every kind, 5,000 different searches among them.
 * Run: node bench/digests.ts [URL of an empty database]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY } from '../core/time.ts';
import { followDirectory } from '../server/features/directory/directory.ts';
import { makeDigests } from '../server/features/follows/make-digests.ts';
import { newId } from '../server/platform/database/ids.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import type { Database } from '../server/platform/database/types.ts';
import { holdLease } from '../server/platform/jobs/lease.ts';
import { fill } from './large-directory.ts';

const READERS = Number(process.env['BENCH_READERS'] ?? 100_000);
const COMPANIES = 10_000;
const CHANGED = 2_000;
const SEARCHES = 5_000;
const ROWS = 500;

const now = new Date('2026-11-23T00:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString();

async function insert(
  database: Database,
  table: string,
  count: number,
  row: (i: number) => object | object[],
): Promise<void> {
  for (let i = 0; i < count; i += ROWS)
    await database.write(async ({ tx }) => {
      const rows = Array.from({ length: Math.min(ROWS, count - i) }, (_, j) => row(i + j)).flat();
      await tx
        .insertInto(table as 'companies')
        .values(rows as never)
        .execute();
    });
}
const COUNTRIES = ['KR', 'US', 'DE', 'JP', 'FR'];
async function fillAll(url: string): Promise<void> {
  await fill(url, COMPANIES, 0);
  const database = await openDatabase(url);
  await insert(database, 'company_changes', CHANGED, (i) => ({
    id: newId(),
    company_id: `company-${i * 5}`,
    at: ago(1 + (i % 6)),
    field: i % 10 ? 'employees' : 'created',
    before: '1',
    after: '2',
  }));
  const readers = Array.from({ length: READERS }, () => newId());
  await insert(database, 'readers', READERS, (i) => ({
    id: readers[i],
    email: `reader${i}@example.com`,
    address: `address ${i}`,
    language: ['en', 'ko', 'ja', 'zh'][i % 4],
    time_zone: ['Asia/Seoul', 'Asia/Tokyo'][i % 2],
    created_at: ago(30),
  }));
  const followsOf = (i: number): [string, string][] => [
    ['company', `company-${i % COMPANIES}`],
    i % 4
      ? ['category', i % 2 ? 'no-seed' : 'small-teams']
      : ['search', `country=${COUNTRIES[i % 5]}&employees_max=${i % SEARCHES}`],
    i % 3 ? ['country', COUNTRIES[(i + 1) % 5] ?? 'KR'] : ['newsletter', 'all'],
  ];
  await insert(database, 'follows', READERS, (i) =>
    followsOf(i).map(([kind, value]) => ({
      id: newId(),
      reader_id: readers[i],
      kind,
      value,
      frequency: 'weekly',
      created_at: ago(30),
      confirmed_at: ago(30),
    })),
  );
  await database.close();
}
async function measure(url: string): Promise<void> {
  const database = await openDatabase(url);
  await followDirectory(database).refresh();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const began = performance.now();
  await holdLease(
    { database, now: () => new Date(), log: console },
    'digests',
    async () => true,
    (_, lease) => makeDigests(database, now, lease),
  );
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watch);
  const { count } = await database.read
    .selectFrom('reader_mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  console.log(
    `${READERS} readers: ${count} digests queued in ${seconds.toFixed(1)} s; ${Math.round(peak / 2 ** 20)} MiB at most, ${Math.round(before / 2 ** 20)} MiB before`,
  );
  await database.close();
  process.exit(0);
}

const [, , mode = '', url = ''] = process.argv;
if (mode === 'measure') await measure(url);
else {
  const folder = mkdtempSync(join(tmpdir(), 'bench-digests-'));
  const made = mode || `sqlite:${join(folder, 'digests.db')}`;
  await fillAll(made);
  // A process of its own: what filling took says nothing.
  execFileSync(process.execPath, [fileURLToPath(import.meta.url), 'measure', made], { stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
}

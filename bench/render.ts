import '../server/node-env.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '../core/languages.ts';
import { buildApp } from '../server/app.ts';
import { readEnv } from '../server/env.ts';
import { loadContentOnFirstStart } from '../server/features/companies/shipped-content.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import type { Database } from '../server/platform/database/types.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { median, type Row, writeReport } from './report.ts';
import { makeYardstick } from './yardstick.ts';

const DIALECTS = (process.env['BENCH_DIALECTS'] ?? 'sqlite,postgres').split(',');
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
/** Pages of a kind that are made in a round. */
const PAGES = Number(process.env['BENCH_PAGES'] ?? 100);
/**
 * Rounds before the first that counts: what is called often is compiled by then. After three a company's page
 * still gets cheaper from round to round, by a tenth in all.
 */
const WARM_UP = 12;

/** The addresses of each kind, which are asked for in turns. */
async function addresses(database: Database): Promise<Record<string, string[]>> {
  const rows = await database.read.selectFrom('companies').select('id').orderBy('id').execute();
  const each = (path: string) => LANGUAGES.map((language) => `/${language}${path}`);
  return {
    home: each(''),
    'list of 100': each('/all'),
    company: rows.flatMap(({ id }) => each(`/companies/${id}`)),
  };
}

/** What making pages costs that nothing was kept of, nor of what they are made of. */
async function measure(url: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-render-'));
  const env = readEnv({ VAR_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' });
  const database = await openDatabase(env.DATABASE_URL);
  await loadContentOnFirstStart(database, new Date());
  const { app } = await buildApp({
    env,
    // Whatever is kept is stale when it is asked for again.
    database: { ...database, revision: { ...database.revision, isChanged: () => true } },
    pages: 'built',
  });
  await app.ready();
  const kinds = await addresses(database);
  const found = Object.fromEntries(
    Object.keys(kinds).map((kind) => [
      kind,
      { made: [] as number[], sent: [] as number[], bytes: 0, sentBytes: 0 },
    ]),
  );
  const yardstick = makeYardstick();
  const yardsticks: number[] = [];
  let next = 0;
  /** Milliseconds of processor time for a page, of all threads, and its bytes. */
  const make = async (paths: readonly string[], encoding: string) => {
    let bytes = 0;
    const before = process.cpuUsage();
    for (let i = 0; i < PAGES; i++) {
      const path = paths[next++ % paths.length] ?? '';
      const { statusCode: status, rawPayload: body } = await app.inject({
        url: path,
        headers: { 'accept-encoding': encoding },
      });
      if (status !== 200) throw new Error(`${status} at ${path}`);
      bytes += body.length;
    }
    const { user, system } = process.cpuUsage(before);
    return { cost: (user + system) / 1000 / PAGES, bytes: bytes / PAGES };
  };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const work = yardstick();
    if (round >= 0) yardsticks.push(work);
    for (const [kind, paths] of Object.entries(kinds)) {
      const made = await make(paths, 'identity');
      const sent = await make(paths, 'br');
      const row = found[kind];
      if (!row || round < 0) continue;
      row.made.push(made.cost);
      row.sent.push(sent.cost);
      row.bytes = made.bytes;
      row.sentBytes = sent.bytes;
    }
  }
  await app.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  return Object.entries(found).map(([kind, { made, sent, bytes, sentBytes }]) => ({
    database: database.dialect,
    page: kind,
    'made, ms': Number(median(made).toFixed(2)),
    'made and compressed, ms': Number(median(sent).toFixed(2)),
    'yardstick, ms': Number(median(yardsticks).toFixed(1)),
    'HTML, kB': Number((bytes / 1000).toFixed(1)),
    'compressed, kB': Number((sentBytes / 1000).toFixed(1)),
  }));
}

/** What pages cost that are not kept yet. */
export async function run(): Promise<void> {
  const rows: Row[] = [];
  if (DIALECTS.includes('sqlite')) rows.push(...(await measure('')));
  if (DIALECTS.includes('postgres')) {
    const server = await startPostgres();
    try {
      rows.push(...(await measure(`${server.url}/postgres`)));
    } finally {
      await server.stop();
    }
  }
  writeReport('render', 'Pages that are not kept yet', [
    {
      text: `Processor time of one warm process for a page of which nothing is kept, nor of the answers that it is made of: user and system time of all its threads, medians of ${ROUNDS} rounds of ${PAGES} pages after ${WARM_UP} such rounds. The companies are the shipped ones, in four languages by turns. The yardstick is the same work in every run, the companies read from JSON and written again: by it a slow machine, or hour, can be told from slow code.`,
      rows,
    },
  ]);
}

import { rebuildListings } from '../server/features/companies/read-model.ts';
import { companyIndex } from '../server/features/company-index/company-index.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import { DIALECTS, startDatabases } from './databases.ts';
import { fill } from './large-directory.ts';
import { median, type Row, writeReport } from './report.ts';
import { logIn, startProduct } from './server.ts';

const PORT = 4452;
const COMPANIES = Number(process.env['BENCH_COMPANIES'] ?? 5000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Companies of one call. */
const BATCH = 100;
/** Between two readers that look whether they are answered, in milliseconds. */
const LOOK_EVERY = 5;

/** Every company has one tag, every second one another; figures and checks are of all ages. */
async function prepare(url: string): Promise<void> {
  await fill(url, COMPANIES, 0);
  const database = await openDatabase(url);
  await database.write(async ({ tx }) => {
    const half = `company-${Math.floor(COMPANIES / 2)}`;
    await tx.updateTable('companies').set({ tags: '["quiet"]', checked_at: '2026-01-01' }).execute();
    await tx
      .updateTable('companies')
      .set({ tags: '["quiet","loud"]', checked_at: null })
      .where('id', '<', half)
      .execute();
  });
  await rebuildListings(database, { anew: true });
  await companyIndex.indexAllQueued(database);
  await database.close();
}

/** What an act takes, and the longest that somebody who reads meanwhile waited for an answer, in milliseconds. */
async function measure(
  server: { url: string },
  act: () => Promise<Response>,
): Promise<{ took: number; waited: number }> {
  let isDone = false;
  let waited = 0;
  const read = async () => {
    for (let n = 0; !isDone; n++) {
      const began = performance.now();
      await (await fetch(`${server.url}/api/companies/company-${n % 100}?n=${began}`)).arrayBuffer();
      waited = Math.max(waited, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
  };
  const reading = read();
  const began = performance.now();
  const answer = await act();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  const took = performance.now() - began;
  isDone = true;
  await reading;
  return { took, waited };
}

export async function run(): Promise<void> {
  const databases = await startDatabases();
  const rows: Row[] = [];
  for (const dialect of DIALECTS) {
    const url = await databases.create(dialect, 'console');
    await prepare(url);
    const server = await startProduct(PORT, { DATABASE_URL: url });
    const admin = await logIn(server);
    const send = (method: string, path: string, body?: object) =>
      fetch(`${server.url}/api/admin${path}`, {
        method,
        headers: { ...admin, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const ids = Array.from({ length: BATCH }, (_, i) => `company-${i}`);
    /** What the last answers gave to take back. */
    let bin: string[] = [];
    let changes: string[] = [];
    let round = 0;
    const changing = async (answer: Promise<Response>) => {
      changes.push(((await (await answer).clone().json()) as { change: string }).change);
      return answer;
    };
    const undo = () => send('POST', `/tags/changes/${changes.pop()}/undo`);
    const acts: [string, () => Promise<Response>][] = [
      ['first rows by score', () => send('GET', '/company-rows?limit=50')],
      ...(['name', 'founder'] as const).flatMap((sort) =>
        (['en', 'ko'] as const).map((language): [string, () => Promise<Response>] => [
          `first rows by ${sort} in '${language}'`,
          () => send('GET', `/company-rows?limit=50&sort=${sort}&language=${language}`),
        ]),
      ),
      ['counts of all filters', () => send('GET', '/company-rows/filters')],
      [
        'counts of all filters, of those without a logo',
        () => send('GET', '/company-rows/filters?lacks=logo'),
      ],
      ['inbox', () => send('GET', '/inbox')],
      // Another age each time: counted anew.
      [
        'counts of what is to be looked after',
        () => send('GET', `/company-rows/issues?years=${1 + (round % 20)}`),
      ],
      ...(['old', 'unchecked', 'unsourced', 'contradiction'] as const).map(
        (issue): [string, () => Promise<Response>] => [
          `rows of '${issue}'`,
          () => send('GET', `/company-rows?issue=${issue}&limit=50&months=${1 + round}`),
        ],
      ),
      [`renaming a tag of ${COMPANIES}`, () => changing(send('PUT', '/tags/quiet', { name: 'calm' }))],
      [
        `merging it into another of ${COMPANIES / 2}`,
        () => changing(send('PUT', '/tags/calm', { name: 'loud', merge: true })),
      ],
      [`taking it away from ${COMPANIES}`, () => changing(send('DELETE', '/tags/loud'))],
      [`taking that back`, undo],
      [`taking the merging back`, undo],
      [`taking the renaming back`, undo],
      [`hiding ${BATCH}`, () => send('POST', '/companies/visibility', { ids, show_on_site: false })],
      [`showing ${BATCH}`, () => send('POST', '/companies/visibility', { ids, show_on_site: true })],
      [
        `deleting ${BATCH}`,
        async () => {
          const answer = await send('POST', '/companies/delete', { ids });
          const { deleted } = (await answer.clone().json()) as { deleted: { bin_id: string }[] };
          bin = deleted.map(({ bin_id }) => bin_id);
          return answer;
        },
      ],
      [`restoring ${BATCH}`, () => send('POST', '/bin/restore', { ids: bin })],
    ];
    const times = new Map<string, { took: number[]; waited: number[] }>();
    for (; round < ROUNDS; round++) {
      changes = [];
      for (const [name, act] of acts) {
        const { took, waited } = await measure(server, act);
        const of = times.get(name) ?? { took: [], waited: [] };
        of.took.push(took);
        of.waited.push(waited);
        times.set(name, of);
      }
    }
    for (const [name, { took, waited }] of times)
      rows.push({
        database: dialect,
        act: name,
        'takes, ms': Math.round(median(took)),
        'a reader waits at most, ms': Math.round(median(waited)),
      });
    console.log(rows);
    await server.stop();
  }
  await databases.stop();
  writeReport('console', 'Work on many companies at once', [
    {
      text: `A directory of ${COMPANIES.toLocaleString('en')} companies in four languages, in milliseconds, medians of ${ROUNDS} rounds. While each act goes on, a reader asks for one company after another, none from memory: the longest wait.`,
      rows,
    },
  ]);
}

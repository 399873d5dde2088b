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
import type { Database, Db } from '../server/platform/database/types.ts';

export const COMMENTS = Number(process.env['BENCH_COMMENTS'] ?? 1_000_000);
export const USERS = 10_000;
export const VISITS = 10_000_000;
export const DAYS = 365;
/** Companies, or users, of one transaction. */
const CHUNK = 400;
/** Moment at which every company was made. */
const MADE_AT = '2026-01-01T00:00:00.000Z';

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

/** Arbitrary values, the same ones for the same seed. */
function arbitrary(seed: number) {
  const next = generator(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const text = (language: Language, count: number) =>
    Array.from({ length: count }, () => pick(WORDS[language])).join(
      language === 'ja' || language === 'zh' ? '' : ' ',
    );
  return { next, pick, text };
}

type Arbitrary = ReturnType<typeof arbitrary>;

/**
 * Fills an empty database with a directory of any size, the same one each time.
 * @returns how long the index took, in milliseconds
 */
export async function fill(url: string, companies: number, comments = COMMENTS): Promise<number> {
  const database = await openDatabase(url);
  const values = arbitrary(companies);
  for (let from = 0; from < companies; from += CHUNK) {
    const ids = Array.from({ length: Math.min(CHUNK, companies - from) }, (_, i) => from + i);
    const rows = companyRows(ids, values);
    await database.write(async ({ tx }) => {
      await insertCompanies(tx, rows, values);
      await insertTexts(tx, rows);
      await companyIndex.enqueue(
        tx,
        rows.map(({ id }) => id),
      );
    });
  }
  const indexBegan = performance.now();
  await companyIndex.indexAllQueued(database);
  const indexed = performance.now() - indexBegan;
  await insertComments(database, { companies, comments }, values);
  await insertUsers(database, values);
  await insertDays(database);
  // The rows are as a save writes them: nothing is read anew when the server starts.
  await database.write(({ tx }) => noteBuilt(tx));
  // What autovacuum does by itself some minutes after so many rows.
  if (database.dialect === 'postgres') await sql`analyze`.execute(database.read);
  await database.close();
  return indexed;
}

function companyRows(ids: readonly number[], { next, pick, text }: Arbitrary) {
  return ids.map((n) => {
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
}

type CompanyRows = ReturnType<typeof companyRows>;

async function insertCompanies(tx: Db, rows: CompanyRows, { next }: Arbitrary): Promise<void> {
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
        created_at: MADE_AT,
        updated_at: MADE_AT,
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
}

/** Texts and list rows of companies in each language. */
async function insertTexts(tx: Db, rows: CompanyRows): Promise<void> {
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
          updated_at: MADE_AT,
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
}

async function insertComments(
  database: Database,
  { companies, comments }: { companies: number; comments: number },
  { text }: Arbitrary,
): Promise<void> {
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
}

async function insertUsers(database: Database, { pick, text }: Arbitrary): Promise<void> {
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
}

/** Counts of a year, and a company that is noted as shipped content. */
async function insertDays(database: Database): Promise<void> {
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
}

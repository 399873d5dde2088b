import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { openSqliteKysely } from '#engine/sql';
import { migrate } from '../platform/database/migrations/migrate.ts';
import type { Dialect } from '../platform/database/types.ts';

const TEXTS = { en: 'Old Hands', ko: '오래된 손', ja: '古い手', zh: '老手' };
const AT = '2026-11-01T00:00:00.000Z';

type Insert = (table: string, row: Record<string, unknown>) => Promise<void>;

/**
 * Fills an empty database with the tables of the first edition, a company in four languages, and the rows
 * inserted by `more`.
 */
export async function makeFirstEdition(
  dialect: Dialect,
  url: string,
  more?: (insert: Insert) => Promise<void>,
): Promise<void> {
  const db: Kysely<never> =
    dialect === 'sqlite'
      ? await openSqliteKysely<never>(url.slice('sqlite:'.length))
      : new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }) });
  try {
    await migrate(db as never, dialect, { to: '0006-comment-indexes' });
    const insert: Insert = async (table, row) => {
      await db
        .insertInto(table as never)
        .values(row as never)
        .execute();
    };
    await insert('companies', {
      id: 'old-hands',
      category: 'no-seed',
      founder: 'Ada',
      revenue: '$2M',
      revenue_amount: 2_000_000,
      employees: 3,
      founded: 2001,
      sources: '[]',
      score: 80,
      show_on_site: 1,
      name_key: 'oldhands',
      version: 1,
      created_at: AT,
      updated_at: AT,
    });
    for (const [language, name] of Object.entries(TEXTS)) {
      await insert('company_texts', {
        company_id: 'old-hands',
        language,
        name,
        founder: null,
        description: `About ${name}: Tom’s all–in—one shop`,
        story: 'It began long ago.',
        highlights: '["One"]',
        updated_at: AT,
      });
      await insert('company_listings', {
        company_id: 'old-hands',
        language,
        name,
        name_key: name.toLowerCase(),
        founder: 'Ada',
        description: `About ${name}: Tom’s all–in—one shop`,
        name_en: TEXTS.en,
        founder_en: 'Ada',
        description_en: `About ${TEXTS.en}`,
      });
      await insert('company_searches', {
        company_id: 'old-hands',
        language,
        category: 'no-seed',
        show_on_site: 1,
        search_text: `${name.toLowerCase()}\ntom’s all–in—one shop`,
      });
    }
    await more?.(insert);
  } finally {
    await db.destroy();
  }
}

import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '../../../core/call.ts';
import { allCategories, type Category, type CompanyCategory } from '../../../core/categories.ts';
import type {
  AdminCompanyRow,
  previewNewCompany,
  RowFilter,
  RowSort,
} from '../../../core/companies/admin-calls.ts';
import { OLD_YEARS_USUAL, UNCHECKED_MONTHS_USUAL } from '../../../core/companies/issues.ts';
import { companyId } from '../../../core/companies/slug.ts';
import { DEFAULT_LANGUAGE, type Language, LOCALES, offeredLanguages } from '../../../core/languages.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { orderBy, orderOf } from '../company-index/index.ts';
import { freeId } from './create-company.ts';
import { readReasons } from './issues.ts';
import { companiesListed, countCompanies, isSearch, searchConnection, searchResults } from './list-query.ts';
import { LISTED_COLUMNS, toListed } from './list-store.ts';
import { findLookalikes } from './lookalikes.ts';
import { hasRowFilter, type RowContext, rowConditions } from './row-filters.ts';

type TextSort = Extract<RowSort, 'name' | 'founder'>;
type RowOrder = NonNullable<RowFilter['order']>;

const isTextSort = (sort: RowSort | undefined): sort is TextSort => sort === 'name' || sort === 'founder';

/** What sorts, and what is unknown and so comes last either way. */
const NUMBER_SORTS: Record<
  Exclude<RowSort, TextSort>,
  { value: RawBuilder<unknown>; unknown?: RawBuilder<unknown> }
> = {
  revenue: { value: sql`c.revenue_amount`, unknown: sql`c.revenue_amount < 0` },
  employees: { value: sql`c.employees`, unknown: sql`c.employees is null` },
  score: { value: sql`c.score` },
  visible: { value: sql`c.show_on_site` },
};

const BY_SCORE = orderBy(orderOf('score'));

function orderByNumber(sort: Exclude<RowSort, TextSort>, order: RowOrder): RawBuilder<unknown> {
  const { value, unknown } = NUMBER_SORTS[sort];
  const known = unknown ? sql`case when ${unknown} then 1 else 0 end, ` : sql``;
  return sql`${known}${value} ${sql.raw(order)}, ${BY_SCORE}`;
}

/**
 * Ids by the alphabet of the language, numbers within a text by their value. Neither database has
 * the alphabets of all four languages, and both have to give the same order.
 */
function sortByText(
  rows: readonly { id: string; text: string }[],
  language: Language,
  order: RowOrder,
): string[] {
  const { compare } = new Intl.Collator(LOCALES[language], { numeric: true });
  const known = rows.filter(({ text }) => text !== '');
  known.sort(order === 'asc' ? (a, b) => compare(a.text, b.text) : (a, b) => compare(b.text, a.text));
  return [...known, ...rows.filter(({ text }) => text === '')].map(({ id }) => id);
}

/** Which languages each company has a text in, and in which it is behind; of all companies without ids. */
async function readLanguages(db: Db, ids: readonly string[] | undefined) {
  let texts = db.selectFrom('company_texts').select(['company_id', 'language', 'pending_since']);
  if (ids) texts = texts.where('company_id', 'in', ids);
  const byCompany = Map.groupBy(await texts.execute(), (text) => text.company_id);
  return (id: string) => {
    const own = byCompany.get(id) ?? [];
    const those = (wanted: typeof own) =>
      offeredLanguages().filter((known) => wanted.some((text) => text.language === known));
    return {
      available_languages: those(own),
      pending_languages: those(own.filter((text) => text.pending_since !== null)),
    };
  };
}

/**
 * The companies that match as rows of the console's table, ranked where no order is asked for: all of
 * them without `limit`.
 */
export async function findCompanyRows(
  database: Database,
  filter: RowFilter & RowContext & { language: Language },
): Promise<{ rows: AdminCompanyRow[]; total: number }> {
  const { q, category, sort, order = 'asc', limit, offset = 0, language } = filter;
  const isAll = !hasRowFilter(filter);
  // Only the ranking has indexes of its own; everything else looks at each company.
  const db = sort === undefined && !isSearch(q) && isAll ? database.read : await searchConnection(database);
  const among = { category, language, includeHidden: true };
  const results = await searchResults(database, db, { q, ...among });
  let listed = companiesListed(db, { ...among, results });
  for (const condition of rowConditions(db, filter)) listed = listed.where(condition);
  let page = listed.select(LISTED_COLUMNS);
  let total: number;
  /** Where the database does not sort: the ids of the page in their order. */
  let ids: string[] | undefined;
  if (isTextSort(sort)) {
    const texts = await listed
      .select(['c.id', `l.${sort} as text`])
      .orderBy(BY_SCORE)
      .execute();
    total = texts.length;
    ids = sortByText(texts, language, order).slice(offset, limit && offset + limit);
    // Without a limit there may be more of them than a statement takes.
    if (limit) page = page.where('c.id', 'in', ids);
  } else {
    total =
      !results && isAll
        ? await countCompanies(database, { category, includeHidden: true })
        : Number((await listed.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()).total);
    page = page.orderBy(sort ? orderByNumber(sort, order) : BY_SCORE);
    if (limit) page = page.limit(limit).offset(offset);
  }
  if (total <= offset) return { rows: [], total };
  const found = await page.execute();
  const byId = ids && new Map(found.map((row) => [row.id, row]));
  const rows = ids
    ? ids.map((id) => byId?.get(id)).filter((row) => row !== undefined)
    : found.slice(limit ? 0 : offset);
  const shown = limit ? rows.map(({ id }) => id) : undefined;
  const languagesOf = await readLanguages(db, shown);
  const reasonsOf = await readReasons(db, filter, shown);
  const drafts = new Map(
    (await db.selectFrom('company_drafts').select(['company_id', 'state']).execute()).map((row) => [
      row.company_id,
      row.state,
    ]),
  );
  return {
    rows: rows.map((row) =>
      Object.assign(toListed(row), languagesOf(row.id), {
        reasons: reasonsOf(row.id),
        draft: drafts.get(row.id) ?? null,
      }),
    ),
    total,
  };
}

/** How many companies each category has, hidden ones too. */
export async function countCompanyRows(database: Database): Promise<Record<Category, number>> {
  const counts = allCategories().map(
    async (category) =>
      [category, await countCompanies(database, { category, includeHidden: true })] as const,
  );
  return Object.fromEntries(await Promise.all(counts)) as Record<Category, number>;
}

/** What a company of a name would be, before it is made. */
export async function previewNew(
  { read }: Database,
  {
    name,
    category,
    language,
    website = '',
    founder = '',
    founded = null,
  }: {
    name: string;
    category: CompanyCategory;
    language: Language;
    website?: string | undefined;
    founder?: string | undefined;
    founded?: number | null | undefined;
  },
): Promise<Answer<typeof previewNewCompany>> {
  const id = companyId(name, 0);
  const stated = { website, founder, founders: [], founded };
  const [free, lookalikes, shown] = await Promise.all([
    freeId(read, id),
    findLookalikes(read, { names: [name], shared: stated }, { language }),
    read
      .selectFrom('companies')
      .select(sql<number>`count(*)`.as('n'))
      .where('category', '=', category)
      .where('show_on_site', '=', 1)
      .executeTakeFirstOrThrow(),
  ]);
  return { id: free, place: Number(shown.n) + 1, lookalikes };
}

/** Ids of the companies that match, in any order. */
export async function findCompanyIds(
  database: Database,
  filter: Partial<RowFilter> & Pick<RowContext, 'today' | 'now'>,
): Promise<string[]> {
  const { rows } = await findCompanyRows(database, {
    years: OLD_YEARS_USUAL,
    months: UNCHECKED_MONTHS_USUAL,
    ...filter,
    language: DEFAULT_LANGUAGE,
  });
  return rows.map(({ id }) => id);
}

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
import type { Selection } from '../../../core/jobs/bulk-change-calls.ts';
import { DEFAULT_LANGUAGE, type Language, LOCALES, offeredLanguages } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { isOneOf } from '../../platform/database/id-list.ts';
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

interface SortedText {
  id: string;
  text: string;
}

/** The first ones of an order. Not all have to be sorted for them: most come after the last one that is wanted. */
function sortFirst<T>(rows: readonly T[], compare: (a: T, b: T) => number, count: number): T[] {
  const first: T[] = [];
  /** So many come before it. */
  let last: T | undefined;
  for (const row of rows) {
    if (last !== undefined && compare(row, last) >= 0) continue;
    first.push(row);
    if (first.length < 2 * count) continue;
    first.sort(compare);
    first.length = count;
    last = first[count - 1];
  }
  return first.sort(compare).slice(0, count);
}

/**
 * The first ids by the alphabet of the language, numbers within a text by their value. Neither database has
 * the alphabets of all four languages, and both have to give the same order.
 */
function sortByText(
  rows: readonly SortedText[],
  language: Language,
  order: RowOrder,
  count = rows.length,
): string[] {
  const { compare } = new Intl.Collator(LOCALES[language], { numeric: true });
  const sign = order === 'asc' ? 1 : -1;
  const inOrder = (a: SortedText, b: SortedText) => sign * compare(a.text, b.text) || (a.id < b.id ? -1 : 1);
  const known = sortFirst(
    rows.filter(({ text }) => text !== ''),
    inOrder,
    count,
  );
  if (known.length >= count) return known.map(({ id }) => id);
  const unknown = rows.filter(({ text }) => text === '').map(({ id }) => id);
  return [...known.map(({ id }) => id), ...unknown.sort()].slice(0, count);
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

type RowQuery = RowFilter & RowContext & { language: Language };

/** The ids of the page of those that match, in their order, how many match on any page, and where to read more of them. */
async function matchingIds(
  database: Database,
  filter: RowQuery,
): Promise<{ db: Db; ids: string[]; total: number }> {
  const { q, category, sort, order = 'asc', limit, offset = 0, language } = filter;
  const isAll = !hasRowFilter(filter);
  // Only the ranking has indexes of its own; everything else looks at each company.
  const db = sort === undefined && !isSearch(q) && isAll ? database.read : await searchConnection(database);
  const among = { category, language, includeHidden: true };
  const results = await searchResults(database, db, { q, ...among });
  let wanted = companiesListed(db, { ...among, results });
  for (const condition of rowConditions(db, filter)) wanted = wanted.where(condition);
  const end = limit && offset + limit;
  let total: number;
  let ids: string[];
  if (isTextSort(sort)) {
    // Of all companies the index of the listings alone has what is sorted.
    const texts =
      isAll && !results && (category ?? 'all') === 'all'
        ? db
            .selectFrom('company_listings')
            .select(['company_id as id', `${sort} as text`])
            .where('language', '=', language)
        : wanted.select(['c.id', `l.${sort} as text`]);
    const all = await texts.execute();
    total = all.length;
    ids = sortByText(all, language, order, end);
  } else {
    total =
      !results && isAll
        ? await countCompanies(database, { category, includeHidden: true })
        : Number((await wanted.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()).total);
    let first = wanted.select('c.id').orderBy(sort ? orderByNumber(sort, order) : BY_SCORE);
    if (end) first = first.limit(end);
    ids = (await first.execute()).map(({ id }) => id);
  }
  return { db, ids: ids.slice(offset), total };
}

/**
 * The companies that match as rows of the console's table, ranked where no order is asked for: all of
 * them without `limit`.
 */
export async function findCompanyRows(
  database: Database,
  filter: RowQuery,
): Promise<{ rows: AdminCompanyRow[]; total: number }> {
  const { limit, language } = filter;
  const { db, ids, total } = await matchingIds(database, filter);
  if (ids.length === 0) return { rows: [], total };
  const found = await companiesListed(db, { language, includeHidden: true })
    .select(LISTED_COLUMNS)
    .where(isOneOf(db, 'c.id', ids))
    .execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
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

/** The ids that a selection names, or that match its filter. @throws conflict where another number matches than was seen */
export async function selectedIds(
  database: Database,
  { ids: named, filter, except = [], matching }: Selection,
  moment: Pick<RowContext, 'today' | 'now'>,
): Promise<string[]> {
  if (named) return [...new Set(named)];
  const usual = { years: OLD_YEARS_USUAL, months: UNCHECKED_MONTHS_USUAL };
  const language = filter?.language ?? DEFAULT_LANGUAGE;
  const { ids } = await matchingIds(database, { ...usual, ...filter, language, ...moment });
  if (matching !== undefined && ids.length !== matching)
    throw problem('conflict', `${ids.length} companies match now, not ${matching}.`);
  const left = new Set(except);
  return ids.filter((id) => !left.has(id));
}

import { sql } from 'kysely';
import { companyCategories } from '../../../core/categories.ts';
import type { FacetCounts } from '../../../core/companies/calls.ts';
import { STATUSES } from '../../../core/companies/facts.ts';
import { RANGES, type Range, rangeFromFilters, rangeSteps } from '../../../core/companies/ranges.ts';
import { companyKinds } from '../../../core/kinds.ts';
import type { Database } from '../../platform/database/types.ts';
import {
  type CompanyQuery,
  isNarrowed,
  isWithin,
  searchConnection,
  searchResults,
  selectMatching,
} from './list-query.ts';
import { countOwnFacets } from './own-facets.ts';

/** The facets whose values are counted; persons and tags are too many to choose from. */
const COUNTED_FACETS = ['kind', 'country', 'status'] as const;
type CountedFacet = (typeof COUNTED_FACETS)[number];
type CountedFilters = Pick<CompanyQuery, 'category' | 'language' | 'filters'> & { q?: string | undefined };

interface Value {
  value: string;
  count: number;
}

/** The most companies first, then by value: the same order on both databases. */
const byCount = (a: Value, b: Value) => b.count - a.count || (a.value < b.value ? -1 : 1);

/** The facet values in the order of a closed list, without unused ones. */
const inOrder = (values: readonly Value[], order: readonly string[]) =>
  [...values].sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value));

/**
 * Counts the shown companies of each value and step. A choice does not narrow its own facet, or one
 * could only ever choose less: those facets are counted by themselves, all others together.
 */
export async function countFacets(database: Database, choices: CountedFilters): Promise<FacetCounts> {
  const { filters = {}, q, language } = choices;
  const db = await searchConnection(database);
  const results = await searchResults(database, db, { q, language, includeHidden: false });
  const wanted = (of: CountedFilters) =>
    selectMatching(db, { ...of, results, includeHidden: false, by: 'each' });
  const found = (of: CountedFilters) => wanted(of).select('c.id');
  // Few are hidden: the others are all that have no choice to make.
  const hidden = db.selectFrom('companies').select('id').where('show_on_site', '=', 0);
  const isWhole = (of: CountedFilters) =>
    !results && !isNarrowed(of.filters) && (of.category ?? 'all') === 'all';

  async function values(
    facets: readonly CountedFacet[],
    of: CountedFilters,
  ): Promise<(Value & { facet: string })[]> {
    if (facets.length === 0) return [];
    const rows = await db
      .selectFrom('company_facets')
      .select((eb) => ['facet', 'value', eb.fn.countAll<number>().as('count')])
      .where('facet', 'in', facets)
      .where((eb) => (isWhole(of) ? eb('company_id', 'not in', hidden) : eb('company_id', 'in', found(of))))
      .groupBy(['facet', 'value'])
      .execute();
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  async function steps(ranges: readonly Range[], of: CountedFilters): Promise<Map<Range, number[]>> {
    if (ranges.length === 0) return new Map();
    const sums = ranges.flatMap((range) =>
      rangeSteps(range).map((step, i) =>
        sql<number>`coalesce(sum(case when ${isWithin(range, step)} then 1 else 0 end), 0)`.as(
          `${range}${i}`,
        ),
      ),
    );
    const row = await wanted(of).select(sums).executeTakeFirstOrThrow();
    return new Map(
      ranges.map((range) => [range, rangeSteps(range).map((_, i) => Number(row[`${range}${i}` as never]))]),
    );
  }

  async function categories(): Promise<Value[]> {
    const rows = await wanted({ ...choices, category: undefined })
      .select((eb) => ['c.category as value', eb.fn.countAll<number>().as('count')])
      .groupBy('c.category')
      .execute();
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  const chosen = {
    facets: COUNTED_FACETS.filter((facet) => filters[facet]),
    ranges: RANGES.filter((range) => rangeFromFilters(filters, range)),
  };
  const without = (...names: string[]): CountedFilters => ({
    ...choices,
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name))),
  });
  const [byCategory, parts, stepParts] = await Promise.all([
    categories(),
    Promise.all([
      values(
        COUNTED_FACETS.filter((facet) => !chosen.facets.includes(facet)),
        choices,
      ),
      ...chosen.facets.map((facet) => values([facet], without(facet))),
    ]),
    Promise.all([
      steps(
        RANGES.filter((range) => !chosen.ranges.includes(range)),
        choices,
      ),
      ...chosen.ranges.map((range) => steps([range], without(`${range}_min`, `${range}_max`))),
    ]),
  ]);
  const valuesOf = (counted: CountedFacet) =>
    parts
      .flat()
      .filter(({ facet }) => facet === counted)
      .map(({ value, count }) => ({ value, count }));
  const stepsCounted = (range: Range) => {
    const counts = stepParts.find((part) => part.has(range))?.get(range) ?? [];
    return rangeSteps(range).map((step, i) => ({ ...step, count: counts[i] ?? 0 }));
  };
  const fields = await countOwnFacets(db, ({ id }) => {
    const others = filters.field?.filter((text) => !text.startsWith(`${id}:`));
    return sql`${found({ ...choices, filters: { ...filters, field: others } })}`;
  });
  return {
    ...(fields.length > 0 ? { fields } : {}),
    category: inOrder(byCategory, companyCategories()),
    country: valuesOf('country').sort(byCount),
    kind: inOrder(valuesOf('kind'), companyKinds()),
    status: inOrder(valuesOf('status'), STATUSES),
    employees: stepsCounted('employees'),
    revenue: stepsCounted('revenue'),
    revenue_per_person: stepsCounted('revenue_per_person'),
    founded: stepsCounted('founded'),
  };
}

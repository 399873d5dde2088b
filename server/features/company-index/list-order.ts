import { type RawBuilder, sql } from 'kysely';
import { LAST_STEP } from '#engine/search';
import { ownIdOf } from '../../../core/companies/own-fields.ts';
import type { BuiltInSort, Sort } from '../../../core/companies/sorts.ts';
import type { KeyType } from '../../platform/database/cursor.ts';

interface SortKey {
  column: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  type: KeyType;
}

const by = (column: string, direction: SortKey['direction'], type: KeyType = 'integer'): SortKey => ({
  column: sql.ref(column),
  direction,
  type,
});

/** Larger than any number of employees: an unknown one comes last in an ascending order. */
const LAST_PLACE = 2147483647;

/** Every order ends with name and id, so that it is total and a cursor can stand between two rows. */
const TIES = [by('c.name_key', 'asc', 'text'), by('c.id', 'asc', 'text')];

/** The order of the ranking, whose place is a company's rank. */
export const RANKING = [
  ['score', 'desc', 'integer'],
  ['revenue_per_person', 'desc', 'number'],
  ['likes', 'desc', 'integer'],
  ['name_key', 'asc', 'text'],
  ['id', 'asc', 'text'],
] as const;

const BY_RANK = RANKING.map(([column, direction, type]) => by(`c.${column}`, direction, type));

const ORDERS: Record<Exclude<BuiltInSort, 'relevance'>, SortKey[]> = {
  score: BY_RANK,
  likes: [by('c.likes', 'desc'), by('c.score', 'desc'), ...TIES],
  views: [by('c.views', 'desc'), by('c.score', 'desc'), ...TIES],
  trending: [by('c.week_views', 'desc'), by('c.views', 'desc'), ...TIES],
  revenue: [by('c.revenue_amount', 'desc', 'number'), ...TIES],
  revenue_per_person: [by('c.revenue_per_person', 'desc', 'number'), ...TIES],
  newest: [by('c.created_at', 'desc', 'text'), ...TIES],
  recent: [by('c.updated_at', 'desc', 'text'), ...TIES],
  founded: [{ column: sql`coalesce(c.founded, -1)`, direction: 'desc', type: 'integer' }, ...TIES],
  employees: [
    { column: sql`coalesce(c.employees, ${sql.lit(LAST_PLACE)})`, direction: 'asc', type: 'integer' },
    ...TIES,
  ],
  name: [by('l.name_key', 'asc', 'text'), by('c.id', 'asc', 'text')],
};

/** Less than any number of an own field: without one a company comes last. */
const NO_NUMBER = '-1e16';

/** The number of an own field, the highest first. */
const byOwn = (id: string): SortKey => ({
  column: sql`coalesce((select n.value from company_numbers as n where n.field = ${sql.lit(id)} and n.company_id = c.id), ${sql.raw(NO_NUMBER)})`,
  direction: 'desc',
  type: 'number',
});

/** The step of a search by which company `c`, one of those that were found, was found; the best first. */
export function byStep(steps: ReadonlyMap<string, number>): RawBuilder<unknown> {
  const found = Map.groupBy(steps, ([, step]) => step);
  const [only = 0, another] = found.keys();
  // A number alone would be the place of a column in `order by`.
  if (another === undefined) return sql`cast(${sql.lit(only)} as integer)`;
  const cases = [...found].map(
    ([step, each]) => sql`when c.id in (${sql.join(each.map(([id]) => id))}) then ${sql.lit(step)}`,
  );
  return sql`(case ${sql.join(cases, sql` `)} else ${sql.lit(LAST_STEP)} end)`;
}

/** The keys of an order. @param step how well a search finds a company; without one, relevance is rank */
export function orderOf(sort: Sort, step?: RawBuilder<unknown>): SortKey[] {
  const own = ownIdOf(sort);
  if (own !== undefined) return [byOwn(own), ...TIES];
  if (sort !== 'relevance') return ORDERS[sort as keyof typeof ORDERS];
  return step ? [{ column: step, direction: 'asc', type: 'integer' }, ...BY_RANK] : BY_RANK;
}

/** The order of the ranks in a query of companies alone. */
export const orderOfRank = sql.join(
  RANKING.map(([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)}`),
);

/**
 * The conditions under which company `a` is ranked before company `b`: one for each key that can decide, so
 * that what fulfils one is a range of the index, and nothing fulfils two.
 */
export function rankedBefore(
  a: string,
  b: string,
  keys: readonly (typeof RANKING)[number][] = RANKING,
): RawBuilder<boolean>[] {
  return keys.map(([column, direction], i) => {
    const equal = keys
      .slice(0, i)
      .map(([before]) => sql`${sql.ref(`${a}.${before}`)} = ${sql.ref(`${b}.${before}`)}`);
    const past = sql`${sql.ref(`${a}.${column}`)} ${sql.raw(direction === 'asc' ? '<' : '>')} ${sql.ref(`${b}.${column}`)}`;
    return sql<boolean>`(${sql.join([...equal, past], sql` and `)})`;
  });
}

/** What a company's place in the ranking follows from. */
export type Ranked = { [Key in (typeof RANKING)[number] as Key[0]]: Key[2] extends 'text' ? string : number };

/** The order of the ranks, of companies that were read already. */
export function byRank(a: Ranked, b: Ranked): number {
  for (const [key, direction] of RANKING) {
    if (a[key] !== b[key]) return a[key] < b[key] === (direction === 'asc') ? -1 : 1;
  }
  return 0;
}

/** The same order from its end. */
export const reversed = (keys: readonly SortKey[]): SortKey[] =>
  keys.map((key) => ({ ...key, direction: key.direction === 'asc' ? 'desc' : 'asc' }));

export function orderBy(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(keys.map((key) => sql`${key.column} ${sql.raw(key.direction)}`));
}

/** The columns that a cursor of this order carries, as one JSON-able select list. */
export function cursorColumns(keys: readonly SortKey[]): RawBuilder<unknown>[] {
  return keys.map((key) => key.column);
}

/** Types of the sort keys, for reading cursors. */
export function cursorTypes(keys: readonly SortKey[]): SortKey['type'][] {
  return keys.map((key) => key.type);
}

/**
 * The condition "after this row", of values or of another table's columns, for an order of mixed directions: the first differing key decides.
 * The leading key stands alone once more, so that an index can begin where the last page ended.
 */
export function afterCursor(
  keys: readonly SortKey[],
  values: (string | number | RawBuilder<unknown>)[],
): RawBuilder<boolean> {
  const steps = keys.map((key, i) => {
    const equal = keys.slice(0, i).map((before, j) => sql`${before.column} = ${values[j]}`);
    const past = sql`${key.column} ${sql.raw(key.direction === 'asc' ? '>' : '<')} ${values[i]}`;
    return sql`(${sql.join([...equal, past], sql` and `)})`;
  });
  const [lead] = keys;
  const bound = lead
    ? sql`${lead.column} ${sql.raw(lead.direction === 'asc' ? '>=' : '<=')} ${values[0]}`
    : sql`1 = 1`;
  return sql<boolean>`(${bound} and (${sql.join(steps, sql` or `)}))`;
}

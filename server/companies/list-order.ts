import { type RawBuilder, sql } from 'kysely';
import type { Sort } from '../../core/companies/sorts.ts';

interface SortKey {
  column: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  type: 'number' | 'text';
}

const by = (column: string, direction: SortKey['direction'], type: SortKey['type'] = 'number'): SortKey => ({
  column: sql.ref(column),
  direction,
  type,
});

/** Larger than any number of employees: an unknown one comes last in an ascending order. */
const LAST = 2147483647;

/** Every order ends with name and id, so that it is total and a cursor can stand between two rows. */
const TIES = [by('c.name_key', 'asc', 'text'), by('c.id', 'asc', 'text')];

/** The order of the ranking, whose place is a company's rank. */
const RANKING = [
  ['score', 'desc'],
  ['revenue_per_person', 'desc'],
  ['likes', 'desc'],
  ['name_key', 'asc'],
  ['id', 'asc'],
] as const;

const ORDERS: Record<Sort, SortKey[]> = {
  score: RANKING.map(([column, direction]) =>
    by(`c.${column}`, direction, column === 'name_key' || column === 'id' ? 'text' : 'number'),
  ),
  likes: [by('c.likes', 'desc'), by('c.score', 'desc'), ...TIES],
  views: [by('c.views', 'desc'), by('c.score', 'desc'), ...TIES],
  revenue: [by('c.revenue_amount', 'desc'), ...TIES],
  newest: [by('c.created_at', 'desc', 'text'), ...TIES],
  founded: [{ column: sql`coalesce(c.founded, -1)`, direction: 'desc', type: 'number' }, ...TIES],
  employees: [
    { column: sql`coalesce(c.employees, ${sql.lit(LAST)})`, direction: 'asc', type: 'number' },
    ...TIES,
  ],
  name: [by('l.name_key', 'asc', 'text'), by('c.id', 'asc', 'text')],
};

/** The condition that company `a` is ranked before company `b`, both of the same score. */
export function rankedBefore(a: string, b: string): RawBuilder<boolean> {
  const [, ...keys] = RANKING;
  const steps = keys.map(([column, direction], i) => {
    const equal = keys
      .slice(0, i)
      .map(([before]) => sql`${sql.ref(`${a}.${before}`)} = ${sql.ref(`${b}.${before}`)}`);
    const past = sql`${sql.ref(`${a}.${column}`)} ${sql.raw(direction === 'asc' ? '<' : '>')} ${sql.ref(`${b}.${column}`)}`;
    return sql`(${sql.join([...equal, past], sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(steps, sql` or `)})`;
}

export function orderBy(sort: Sort): RawBuilder<unknown> {
  return sql.join(ORDERS[sort].map((key) => sql`${key.column} ${sql.raw(key.direction)}`));
}

/** The columns that a cursor of this order carries, as one JSON-able select list. */
export function cursorColumns(sort: Sort): RawBuilder<unknown>[] {
  return ORDERS[sort].map((key) => key.column);
}

/** What the keys of an order are, for reading its cursors. */
export function cursorTypes(sort: Sort): SortKey['type'][] {
  return ORDERS[sort].map((key) => key.type);
}

/**
 * The condition "after this row" for an order of mixed directions: the first differing key decides.
 * The leading key stands alone once more, so that an index can begin where the last page ended.
 */
export function afterCursor(sort: Sort, values: (string | number)[]): RawBuilder<boolean> {
  const keys = ORDERS[sort];
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

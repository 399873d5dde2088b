import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Sort } from '../../core/companies/calls.ts';
import { problem } from '../../core/problem.ts';
import { isStorable } from '../../core/text.ts';

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

const RANK = [by('c.score', 'desc'), by('c.likes', 'desc')];
/** Every order ends with name and id, so that it is total and a cursor can stand between two rows. */
const TIES = [by('c.name_key', 'asc', 'text'), by('c.id', 'asc', 'text')];

const ORDERS: Record<Sort, SortKey[]> = {
  score: [...RANK, ...TIES],
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

export function orderBy(sort: Sort): RawBuilder<unknown> {
  return sql.join(ORDERS[sort].map((key) => sql`${key.column} ${sql.raw(key.direction)}`));
}

/** The columns that a cursor of this order carries, as one JSON-able select list. */
export function cursorColumns(sort: Sort): RawBuilder<unknown>[] {
  return ORDERS[sort].map((key) => key.column);
}

const cursorValues = z.array(z.union([z.string().max(400), z.number()])).max(6);

export function writeCursor(sort: Sort, values: unknown[]): string {
  return Buffer.from(JSON.stringify([sort, ...values])).toString('base64url');
}

/** @throws validation_failed where the cursor is not one of this order */
export function readCursor(sort: Sort, cursor: string): (string | number)[] {
  const refused = () =>
    problem('validation_failed', 'query.cursor: Must be the cursor of an answer with the same sort', {
      details: [{ path: 'query.cursor', message: 'Must be the cursor of an answer with the same sort' }],
    });
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw refused();
  }
  const result = cursorValues.safeParse(parsed);
  if (!result.success) throw refused();
  const [order, ...values] = result.data;
  const example = ORDERS[sort];
  const fits =
    order === sort &&
    values.length === example.length &&
    values.every((value, i) => isValueOf(example[i], value));
  if (!fits) throw refused();
  return values;
}

function isValueOf(key: SortKey | undefined, value: string | number): boolean {
  if (key?.type === 'number') return Number.isFinite(value);
  return typeof value === 'string' && isStorable(value);
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

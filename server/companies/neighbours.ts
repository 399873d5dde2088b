import type { Neighbours } from '../../core/companies/calls.ts';
import type { Language } from '../../core/languages.ts';
import type { Database } from '../database/types.ts';
import { afterCursor, cursorColumns, orderBy, orderOf, reversed } from './list-order.ts';
import { withRanks } from './ranks.ts';
import { companyNotFound, findListed } from './store.ts';

/**
 * The companies right before and right after one in the ranking of its category.
 * @throws company_not_found
 */
export async function findNeighbours(
  database: Database,
  { id, language }: { id: string; language: Language },
): Promise<Neighbours> {
  const db = database.read;
  const keys = orderOf('score');
  const company = await db
    .selectFrom('companies as c')
    .select(['c.category', ...cursorColumns(keys).map((column, i) => column.as(`key${i}`))])
    .where('c.id', '=', id)
    .where('c.show_on_site', '=', 1)
    .executeTakeFirst();
  if (!company) throw companyNotFound(id);
  const { category } = company;
  const place = keys.map((_, i) => (company as Record<string, unknown>)[`key${i}`] as string | number);
  const first = (order: typeof keys) =>
    db
      .selectFrom('companies as c')
      .select('c.id')
      .where('c.show_on_site', '=', 1)
      .where('c.category', '=', category)
      .where(afterCursor(order, place))
      .orderBy(orderBy(order))
      .limit(1)
      .executeTakeFirst();
  const found = await Promise.all([first(reversed(keys)), first(keys)]);
  const listed = await findListed(
    db,
    found.flatMap((one) => one?.id ?? []),
    language,
  );
  const ranked = await withRanks(database, listed, { category, inRankOrder: false, first: true });
  const [previous = null, next = null] = found.map((of) => {
    const one = ranked.find((other) => other.id === of?.id);
    return one ? { id: one.id, name: one.name, rank: one.rank } : null;
  });
  return { previous, next };
}

import type { CompanyCategory } from '../../core/categories.ts';
import type { Neighbours } from '../../core/companies/calls.ts';
import type { Language } from '../../core/languages.ts';
import { compiled } from '../database/compiled.ts';
import type { Database, Db } from '../database/types.ts';
import { afterCursor, orderBy, orderOf, RANKING, type Ranked, reversed } from './list-order.ts';
import { rankOf } from './ranks.ts';
import { companyNotFound } from './store.ts';

const ORDER = orderOf('score');

const selectPlace = compiled((db: Db, { id }: { id: string }) =>
  db
    .selectFrom('companies as c')
    .select(['c.category', ...RANKING.map(([column]) => `c.${column}` as const)])
    .where('c.id', '=', id)
    .where('c.show_on_site', '=', 1),
);

/** The first company after a place in an order of a category, with its name. */
const selectNext = (order: typeof ORDER) =>
  compiled((db: Db, after: Ranked & Of) =>
    db
      .selectFrom('companies as c')
      .innerJoin('company_listings as l', (join) =>
        join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', after.language),
      )
      .select(['c.id', 'l.name'])
      .where('c.show_on_site', '=', 1)
      .where('c.category', '=', after.category)
      .where(
        afterCursor(
          order,
          RANKING.map(([column]) => after[column]),
        ),
      )
      .orderBy(orderBy(order))
      .limit(1),
  );
interface Of {
  category: CompanyCategory;
  language: Language;
}

const selectAfter = selectNext(ORDER);
const selectBefore = selectNext(reversed(ORDER));

/**
 * The companies right before and right after one in the ranking of its category.
 * @throws company_not_found
 */
export async function findNeighbours(
  database: Database,
  { id, language }: { id: string; language: Language },
): Promise<Neighbours> {
  const db = database.read;
  const [company] = await selectPlace(db, { id });
  if (!company) throw companyNotFound(id);
  const of = { ...company, language };
  const [[previous], [next], rank] = await Promise.all([
    selectBefore(db, of),
    selectAfter(db, of),
    rankOf(database, id, company.category),
  ]);
  // It was hidden in between.
  if (rank === undefined) throw companyNotFound(id);
  return {
    previous: previous ? { ...previous, rank: rank - 1 } : null,
    next: next ? { ...next, rank: rank + 1 } : null,
  };
}

import { type RawBuilder, sql } from 'kysely';
import type { CompanyCategory } from '../../../core/categories.ts';
import type { Neighbours } from '../../../core/companies/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { compiled, PIPELINED } from '../../platform/database/statements.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { orderBy, orderOf, rankedBefore, reversed } from '../company-index/index.ts';
import { withoutIndex } from './list-query.ts';
import { countAbove, countingBefore } from './ranks.ts';

/** The company `c` right beside company `o` in the ranking of its category: the first of the nearest range that has one. */
function nextTo(db: Db, side: 'before' | 'after'): RawBuilder<string | null> {
  const isBefore = side === 'before';
  const nearest = orderBy(isBefore ? reversed(orderOf('score')) : orderOf('score'));
  const ranges = isBefore ? rankedBefore('c', 'o') : rankedBefore('o', 'c');
  const first = ranges
    .reverse()
    .map((isWithin) =>
      db
        .selectFrom('companies as c')
        .select('c.id')
        .where('c.show_on_site', '=', 1)
        .whereRef('c.category', '=', sql.ref<CompanyCategory>('o.category'))
        .where(isWithin)
        .orderBy(nearest)
        .limit(1),
    );
  return sql`coalesce(${sql.join(first)})`;
}

/**
 * Position of a shown company in its category: the number of companies before it with the same score, and its
 * neighbours.
 */
const selectPlace = compiled(
  (db: Db, { id, language }: { id: string; language: Language }) =>
    db
      .selectFrom(
        db
          .selectFrom('companies as o')
          .select([
            'o.category',
            'o.score',
            countingBefore(db, 'o', sql.ref('o.category')).as('before'),
            nextTo(db, 'before').as('previous'),
            nextTo(db, 'after').as('next'),
          ])
          .where('o.id', '=', id)
          .where(withoutIndex('o.show_on_site'), '=', 1)
          .as('place'),
      )
      .leftJoin('company_listings as p', (join) =>
        join.onRef('p.company_id', '=', 'place.previous').on('p.language', '=', language),
      )
      .leftJoin('company_listings as n', (join) =>
        join.onRef('n.company_id', '=', 'place.next').on('n.language', '=', language),
      )
      .select([
        'place.category',
        'place.score',
        'place.before',
        'p.company_id as previous',
        'p.name as previousName',
        'n.company_id as next',
        'n.name as nextName',
      ]),
  PIPELINED,
);

/** Rank of a company, and the adjacent companies, in the ranking of the category. */
export interface ListPlace extends Neighbours {
  rank: number;
}

/** Place of a company in the ranking; undefined if hidden or unknown. */
export async function findPlace(
  database: Database,
  { id, language }: { id: string; language: Language },
): Promise<ListPlace | undefined> {
  const [place] = await selectPlace(database.read, { id, language });
  if (!place) return undefined;
  const above = await countAbove(database, place.category);
  const rank = (above.get(place.score) ?? 0) + Number(place.before) + 1;
  const beside = (id: string | null, name: string | null, rank: number) =>
    id !== null && name !== null ? { id, name, rank } : null;
  return {
    rank,
    previous: beside(place.previous, place.previousName, rank - 1),
    next: beside(place.next, place.nextName, rank + 1),
  };
}

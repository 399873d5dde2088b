import { sql } from 'kysely';
import type { FacetValue } from '../../../core/companies/calls.ts';
import type { PageFacet } from '../../../core/companies/facet-pages.ts';
import type { Founder } from '../../../core/companies/facts.ts';
import { countryName } from '../../../core/country-name.ts';
import { kindName, tagName } from '../../../core/directory/current.ts';
import type { Language } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { orderBy, orderOf } from '../company-index/index.ts';
import { searchConnection } from './list-query.ts';
import { findListed } from './list-store.ts';
import { median } from './median.ts';

/** What the shown companies `c` have of a facet. */
const shownFacets = (db: Db, facet: PageFacet) =>
  db
    .selectFrom('company_facets as f')
    .innerJoin('companies as c', 'c.id', 'f.company_id')
    .where('f.facet', '=', facet)
    .where('c.show_on_site', '=', 1);

/** The company of each value that is ranked first by score. */
async function findBest(db: Db, facet: PageFacet, values: readonly string[]) {
  if (values.length === 0) return new Map<string, { id: string; founders: string }>();
  const placed = shownFacets(db, facet)
    .where('f.value', 'in', values)
    .select([
      'f.value',
      'c.id',
      'c.founders',
      sql<number>`row_number() over (partition by f.value order by ${orderBy(orderOf('score'))})`.as('place'),
    ]);
  const rows = await db
    .selectFrom(placed.as('placed'))
    .select(['value', 'id', 'founders'])
    .where('place', '=', 1)
    .execute();
  return new Map(rows.map(({ value, ...best }) => [value, best]));
}

/** How a value is called in a language. @param founders of a company that has it, as they are stored */
function facetValueName(facet: PageFacet, value: string, language: Language, founders: string): string {
  if (facet === 'country') return countryName(value, language);
  if (facet === 'kind') return kindName(value, language);
  if (facet === 'tag') return tagName(value, language);
  const founder = (JSON.parse(founders) as Founder[]).find(({ id }) => id === value);
  return (founder && nameIn(founder.name, language)) ?? value;
}

/**
 * The values of a facet that shown companies have, those of most companies first, then those of the highest score.
 * @param asked.limit values at most
 */
export async function findFacetValues(
  database: Database,
  asked: { facet: PageFacet; language: Language; limit: number; offset: number },
): Promise<{ values: FacetValue[]; total: number }> {
  const { facet, language, limit, offset } = asked;
  const db = await searchConnection(database);
  const [rows, total] = await Promise.all([
    shownFacets(db, facet)
      .select((eb) => [
        'f.value',
        eb.fn.countAll<number>().as('count'),
        median(database, 'employees').as('median_employees'),
      ])
      .groupBy('f.value')
      .orderBy('count', 'desc')
      .orderBy((eb) => eb.fn.max('c.score'), 'desc')
      .orderBy('f.value')
      .limit(limit)
      .offset(offset)
      .execute(),
    database.cached(`values of ${facet}`, async () => {
      const counted = await shownFacets(db, facet)
        .select((eb) => eb.fn.count<number>('f.value').distinct().as('values'))
        .executeTakeFirstOrThrow();
      return Number(counted.values);
    }),
  ]);
  const best = await findBest(
    db,
    facet,
    rows.map(({ value }) => value),
  );
  const companies = await findListed(
    database,
    [...new Set([...best.values()].map(({ id }) => id))],
    language,
  );
  const values = rows.flatMap(({ value, count, median_employees }) => {
    const first = best.get(value);
    const company = first && companies.get(first.id);
    if (!company) return [];
    const { id, name, category, logo, employees, revenue_per_person } = company;
    return {
      value,
      name: facetValueName(facet, value, language, first.founders),
      count: Number(count),
      median_employees: median_employees === null ? null : Math.round(Number(median_employees)),
      best: { id, name, category, logo, employees, revenue_per_person },
    };
  });
  return { values, total };
}

import { type RawBuilder, sql } from 'kysely';
import { ownIdOf } from '../../../core/companies/own-fields.ts';
import { isOfOneTime, isYearly, shownPerPerson } from '../../../core/companies/per-person.ts';
import type { AxisName } from '../../../core/explore/axes.ts';
import { type FoundingYears, POINTS_MAX, type ScatterPoints } from '../../../core/explore/calls.ts';
import type { Language } from '../../../core/languages.ts';
import { compiled } from '../../platform/database/statements.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import {
  type CompanyQuery,
  companiesListed,
  countCompanies,
  findListed,
  isNarrowed,
  isSearch,
  searchConnection,
  searchResults,
  selectMatching,
  withoutIndex,
} from '../companies/index.ts';
import { orderBy, orderOf } from '../company-index/index.ts';

type MapFilters = Pick<CompanyQuery, 'category' | 'language' | 'filters'> & { q?: string | undefined };

/** The shown companies that are chosen. Searched for in all categories, as their counts are (facet-counts.ts). */
async function shown(database: Database, db: Db, { q, ...chosen }: MapFilters): Promise<CompanyQuery> {
  const { language } = chosen;
  const results = await searchResults(database, db, { q, language, includeHidden: false });
  return { ...chosen, results, includeHidden: false };
}

type CompaniesQuery = ReturnType<typeof selectMatching>;

interface AxesChosen {
  x: AxisName;
  y: AxisName;
}
const PEOPLE_AND_REVENUE: AxesChosen = { x: 'people', y: 'revenue' };

/** SQL: number of company `c` on an axis; null if unknown. */
const numberOn = (axis: AxisName): RawBuilder<number | null> =>
  axis === 'people'
    ? sql`c.employees`
    : axis === 'revenue'
      ? sql`c.revenue_amount`
      : sql`(select value from company_numbers where company_id = c.id and field = ${ownIdOf(axis)})`;

/** Those of which both axes are known, which are drawn: most of them, so no index has to find them. */
const withBoth = <Query extends CompaniesQuery>(companies: Query, { x, y }: AxesChosen) =>
  [x, y].reduce(
    (some, axis) =>
      (axis === 'people'
        ? some.where(withoutIndex('c.employees'), '>=', 1)
        : axis === 'revenue'
          ? some.where(withoutIndex('c.revenue_amount'), '>', 0)
          : some.where(numberOn(axis), 'is not', null)) as Query,
    companies,
  );

async function count(companies: CompaniesQuery): Promise<number> {
  const { total } = await companies
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** What is drawn of companies, the best first. */
const shownOnMap = (db: Db, query: CompanyQuery, axes: AxesChosen) =>
  withBoth(companiesListed(db, query), axes)
    .select([numberOn(axes.x).as('x'), numberOn(axes.y).as('y')])
    .select([
      'c.id',
      'l.name',
      'c.category',
      'c.employees',
      'c.employees_as_of',
      'c.revenue',
      'c.revenue_amount',
      'c.revenue_as_of',
      'c.revenue_basis',
      'c.revenue_per_person',
    ])
    .orderBy(orderBy(orderOf('score')));
const selectFirstPoints = compiled(
  (db: Db, { language, most }: { language: Language; most: number }) =>
    shownOnMap(db, { language, includeHidden: false }, PEOPLE_AND_REVENUE).limit(most),
  // Not for the row of what is quick: where hardly any has both, all are looked at.
);

/** What two axes measure of the shown companies that are chosen. @param limit points at most */
export async function findPoints(
  database: Database,
  chosen: MapFilters,
  limit = POINTS_MAX,
  axes = PEOPLE_AND_REVENUE,
): Promise<ScatterPoints> {
  const isWhole = !isSearch(chosen.q) && !isNarrowed(chosen.filters) && (chosen.category ?? 'all') === 'all';
  // The first ones of all companies are found by the index of their ranks; everything else looks at each.
  const isUsual = axes.x === 'people' && axes.y === 'revenue';
  const isFirst = isWhole && isUsual && limit < POINTS_MAX;
  const db = isFirst ? database.read : await searchConnection(database);
  const query = await shown(database, db, chosen);
  const all = isWhole
    ? await countCompanies(database, { category: 'all', includeHidden: false })
    : await count(selectMatching(db, { ...query, by: 'each' }));
  const rows = isFirst
    ? await selectFirstPoints(db, { language: chosen.language, most: limit })
    : await shownOnMap(db, query, axes).limit(limit).execute();
  const known = async (of: Db) => count(withBoth(selectMatching(of, { ...query, by: 'each' }), axes));
  const drawable =
    rows.length < limit
      ? rows.length
      : isWhole && isUsual
        ? await database.cached('companies to draw', async () => known(await searchConnection(database)))
        : await known(db);
  const points = rows.map((row) => {
    const yearly = isYearly(row);
    return {
      id: row.id,
      name: row.name,
      category: row.category,
      x: Number(row.x),
      y: Number(row.y),
      employees: row.employees,
      revenue: row.revenue_amount,
      yearly,
      revenue_per_person: isOfOneTime(row) ? shownPerPerson(row.revenue_per_person) : null,
    };
  });
  return { total: all, known: drawable, points };
}

/** The founding years of the shown companies that are chosen, by kind. */
export async function countYears(database: Database, chosen: MapFilters): Promise<FoundingYears> {
  const db = await searchConnection(database);
  const query = await shown(database, db, chosen);
  const ofKinds = selectMatching(db, query)
    .innerJoin('company_facets as f', (join) =>
      join.onRef('f.company_id', '=', 'c.id').on('f.facet', '=', 'kind'),
    )
    .where('c.founded', 'is not', null);
  const counted = await ofKinds
    .select((eb) => ['f.value as kind', 'c.founded as year', eb.fn.countAll<number>().as('companies')])
    .groupBy(['f.value', 'c.founded'])
    .orderBy('c.founded')
    .execute();
  const firsts = await db
    .selectFrom(
      ofKinds
        .select([
          'f.value as kind',
          'c.id',
          sql<number>`row_number() over (partition by f.value order by c.founded, c.score desc, c.id)`.as(
            'place',
          ),
        ])
        .as('placed'),
    )
    .select(['kind', 'id'])
    .where('place', '=', 1)
    .execute();
  const firstIds = [...new Set(firsts.map(({ id }) => id))];
  const listed = await findListed(database, firstIds, chosen.language);
  const unknown = await selectMatching(db, { ...query, by: 'each' })
    .where('c.founded', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('companies'))
    .executeTakeFirstOrThrow();
  const byKind = new Map<string, { year: number; count: number }[]>();
  for (const { kind, year, companies } of counted) {
    const years = byKind.get(kind) ?? [];
    years.push({ year: year ?? 0, count: Number(companies) });
    byKind.set(kind, years);
  }
  const kinds = firsts.flatMap(({ kind, id }) => {
    const first = listed.get(id);
    if (!first) return [];
    const { name, category } = first;
    return [{ kind, first: { id, name, category }, years: byKind.get(kind) ?? [] }];
  });
  const began = ({ years }: (typeof kinds)[number]) => years[0]?.year ?? 0;
  return {
    kinds: kinds.sort((a, b) => began(a) - began(b) || (a.kind < b.kind ? -1 : 1)),
    unknown: Number(unknown.companies),
  };
}

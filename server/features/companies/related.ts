import { sql } from 'kysely';
import type { CompanyCategory } from '../../../core/categories.ts';
import type { RankedCompany, RelatedReason } from '../../../core/companies/calls.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import type { Language } from '../../../core/languages.ts';
import { facetTag } from '../../platform/database/cache-tags.ts';
import { type IdList, idList, isAmong } from '../../platform/database/id-list.ts';
import { compiled, PIPELINED, variants } from '../../platform/database/statements.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { byRank, orderBy, orderOf } from '../company-index/index.ts';
import { withoutIndex } from './list-query.ts';
import { findListed, numberById } from './list-store.ts';
import { findRanks } from './ranks.ts';

/** What each thing in common is worth: a founder more than all else together. */
const WORTH = { founder: 100, kind: 10, country: 6, tag: 4, category: 3 } as const;
/** Of a team up to twice as large or half as large. */
const WORTH_OF_SIZE = 5;
/** What two companies can have in common. */
const IN_COMMON = ['founder', 'kind', 'country', 'tag'] as const;
/** Companies of a value up to which all are looked at; of one that more have, the best by rank. */
const CANDIDATES = 200;

/** Of these there are few values, each of which many companies have: what is read of them serves many pages. */
const SHARED_BY_MANY: ReadonlySet<string> = new Set(['kind', 'country']);

type RelatedCompanyRow = RankedCompany & { reason: RelatedReason };

/**
 * The shown companies nearest to a company: with the same founder, of the same kind, from the same
 * country, of the same size; those of the same distance by rank.
 * @throws company_not_found
 */
export async function findRelated(
  database: Database,
  { id, language, limit }: { id: string; language: Language; limit: number },
): Promise<RelatedCompanyRow[]> {
  const db = database.read;
  const [company] = await readCandidates(database, [id]);
  if (!company) throw companyNotFound(id);
  const own = company.facets.map(parseInCommonKey);
  const worthOf = new Map(company.facets.map((key, i) => [key, WORTH[own[i]?.facet ?? 'tag']]));
  const isOfSize = (employees: number | null) =>
    !!employees && !!company.employees && Math.abs(Math.log2(employees / company.employees)) <= 1;
  const worthTo = ({ employees, category, facets }: Candidate) => {
    let worth = category === company.category ? WORTH.category : 0;
    for (const key of facets) worth += worthOf.get(key) ?? 0;
    return isOfSize(employees) ? worth + WORTH_OF_SIZE : worth;
  };
  const candidates = mostWorth(await findCandidates(database, own, id), worthTo, limit);
  const near = (await nearest(db, candidates, limit)).map(({ id, employees, facets }) => ({
    id,
    reason: reasonOf(
      facets.filter((key) => worthOf.has(key)),
      isOfSize(employees),
    ),
  }));
  const known = [id, ...idsOf(near)];
  const chosen = [
    ...near,
    ...(await best(db, company.category, { without: known, limit: limit - near.length })),
  ];
  const listed = await findListed(database, idsOf(chosen), language);
  const companies = [...listed.values()];
  const ranks = await findRanks(database, 'all', companies, numberById(companies));
  return chosen.flatMap(({ id: of, reason }) => {
    const found = listed.get(of);
    // A company that was hidden meanwhile has no rank.
    const rank = ranks.get(of);
    return found && rank !== undefined ? [{ ...found, rank, reason }] : [];
  });
}

/** Properties that relate companies to each other; without the score, which changes all the time. */
interface Candidate {
  id: string;
  employees: number | null;
  category: CompanyCategory;
  score: number;
  revenue_per_person: number;
  /** Facets that similar companies can share. */
  facets: string[];
}

type Near = Candidate & { worth: number };

/** Those of hundreds that are worth most: so many as are wanted, and all that are worth as much as the last of them. */
function mostWorth(
  candidates: readonly Candidate[],
  worthTo: (one: Candidate) => number,
  limit: number,
): Near[] {
  const worths = candidates.map(worthTo);
  const least = worths.toSorted((a, b) => b - a)[limit - 1] ?? 0;
  return candidates.flatMap((one, i) => {
    const worth = worths[i] ?? 0;
    return worth >= least ? [{ ...one, worth }] : [];
  });
}

/** By what is known of candidates: the ranks begin with the same. */
const byWorth = (a: Near, b: Near): number =>
  b.worth - a.worth || b.score - a.score || b.revenue_per_person - a.revenue_per_person;

/** The nearest, and those of the same distance by rank. */
async function nearest(db: Db, candidates: Near[], limit: number): Promise<Near[]> {
  const sorted = candidates.sort(byWorth);
  const last = sorted[limit - 1];
  const chosen = last ? sorted.filter((one) => byWorth(one, last) <= 0) : sorted;
  const isTied = chosen.some((one, i) => i > 0 && byWorth(chosen[i - 1] as Near, one) === 0);
  if (!isTied) return chosen;
  const ranked = await selectRanked(db, { ids: idList(db, idsOf(chosen)) });
  const byId = new Map(ranked.map((one) => [one.id, one]));
  return chosen
    .sort((a, b) => {
      const [x, y] = [byId.get(a.id), byId.get(b.id)];
      return b.worth - a.worth || (x && y ? byRank(x, y) : 0);
    })
    .slice(0, limit);
}

const selectRanked = compiled(
  (db: Db, { ids }: { ids: IdList }) =>
    db
      .selectFrom('companies')
      .select(['id', 'score', 'revenue_per_person', 'likes', 'name_key'])
      .where(isAmong(db, 'id', ids)),
  PIPELINED,
);

const idsOf = (companies: readonly { id: string }[]): string[] => companies.map(({ id }) => id);

type SharedFacet = (typeof IN_COMMON)[number];
interface InCommon {
  facet: SharedFacet;
  value: string;
}

const inCommonKeyOf = ({ facet, value }: InCommon) => `${facet} ${value}`;
function parseInCommonKey(key: string): InCommon {
  const end = key.indexOf(' ');
  return { facet: key.slice(0, end) as SharedFacet, value: key.slice(end + 1) };
}

/** The shown companies that have something in common with one, itself not among them, from which the nearest are chosen. */
async function findCandidates(
  database: Database,
  own: readonly InCommon[],
  id: string,
): Promise<Candidate[]> {
  const few = own.filter(({ facet }) => !SHARED_BY_MANY.has(facet));
  const found = await Promise.all([
    findHavingAny(database.read, few).then((ids) => readCandidates(database, ids)),
    ...own
      .filter(({ facet }) => SHARED_BY_MANY.has(facet))
      .map((one) =>
        database.cached(
          `having ${inCommonKeyOf(one)}`,
          async () => readCandidates(database, await findHavingAny(database.read, [one])),
          [facetTag(one.facet, one.value)],
        ),
      ),
  ]);
  const met = new Set([id]);
  return found.flat().filter((one) => met.size < met.add(one.id).size);
}

/** Of each of so many things the companies that have it, with its place among them: one more than all are looked at of. */
const selectHavingAny = variants((count: number) =>
  compiled((db: Db, things: Record<string, string>) => {
    const each = Array.from({ length: count }, (_, i) => {
      const having = db
        .selectFrom('company_facets')
        .select('company_id as id')
        .where('facet', '=', things[`facet${i}`] as SharedFacet)
        .where('value', '=', things[`value${i}`] ?? '')
        .limit(CANDIDATES + 1);
      return sql`select ${sql.lit(i)} as thing, id from (${having}) as having_${sql.raw(String(i))}`;
    });
    const statement = sql<{ thing: number; id: string }>`${sql.join(each, sql` union all `)}`;
    return { compile: () => statement.compile(db) };
  }, PIPELINED),
);

/** Best-ranked companies with a value shared by many: a scan in order of rank soon finds enough. */
const selectBestHaving = compiled((db: Db, { facet, value }: InCommon) =>
  db
    .selectFrom('companies as c')
    .select('c.id')
    .where('c.show_on_site', '=', 1)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('company_facets as f')
          .select('f.company_id')
          .where('f.facet', '=', facet)
          .where('f.value', '=', value)
          .whereRef('f.company_id', '=', 'c.id'),
      ),
    )
    .orderBy(orderBy(orderOf('score')))
    .limit(CANDIDATES),
);

/** Companies that have one of some things; of what very many have the best by rank. */
async function findHavingAny(db: Db, things: readonly InCommon[]): Promise<string[]> {
  if (things.length === 0) return [];
  const named = things.flatMap(({ facet, value }, i) => [
    [`facet${i}`, facet],
    [`value${i}`, value],
  ]);
  const rows = Map.groupBy(
    await selectHavingAny(things.length)(db, Object.fromEntries(named)),
    ({ thing }) => thing,
  );
  const found = await Promise.all(
    things.map((one, i) => {
      const some = rows.get(i) ?? [];
      return some.length <= CANDIDATES ? some : selectBestHaving(db, one);
    }),
  );
  return [...new Set(found.flat().map(({ id }) => id))];
}

const selectCandidates = compiled(
  (db: Db, { ids }: { ids: IdList }) =>
    db
      .selectFrom('companies as c')
      .leftJoin('company_facets as f', (join) =>
        join.onRef('f.company_id', '=', 'c.id').on('f.facet', 'in', IN_COMMON),
      )
      .select(['c.id', 'c.employees', 'c.category', 'c.score', 'c.revenue_per_person', 'f.facet', 'f.value'])
      .where(isAmong(db, 'c.id', ids))
      .where(withoutIndex('c.show_on_site'), '=', 1),
  PIPELINED,
);

/** Properties of the shown companies among some ids. */
async function readCandidates(database: Database, ids: readonly string[]): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  const candidates = await database.cachedEach('candidate', ids, async (missing) => {
    const read = new Map<string, Candidate>();
    const rows = await selectCandidates(database.read, { ids: idList(database.read, missing) });
    for (const { facet, value, ...company } of rows) {
      const candidate = read.get(company.id) ?? { ...company, facets: [] };
      if (facet !== null && value !== null)
        candidate.facets.push(inCommonKeyOf({ facet: facet as SharedFacet, value }));
      read.set(company.id, candidate);
    }
    return read;
  });
  return [...candidates.values()];
}

/** The strongest thing that two companies have in common. */
function reasonOf(inCommon: readonly string[], isOfSize: boolean): RelatedReason {
  const has = (facet: string) => inCommon.some((key) => key.startsWith(`${facet} `));
  if (has('founder')) return 'founder';
  if (has('kind')) return 'kind';
  if (has('country')) return 'country';
  return isOfSize ? 'size' : 'tag';
}

/** The best of its category, where there is not enough that has anything in common. */
async function best(
  db: Db,
  category: CompanyCategory,
  { without, limit }: { without: readonly string[]; limit: number },
): Promise<{ id: string; reason: RelatedReason }[]> {
  if (limit <= 0) return [];
  const rows = await db
    .selectFrom('companies as c')
    .select('c.id')
    .where('c.show_on_site', '=', 1)
    .where('c.category', '=', category)
    .where('c.id', 'not in', without)
    .orderBy(orderBy(orderOf('score')))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => ({ id, reason: 'category' }));
}

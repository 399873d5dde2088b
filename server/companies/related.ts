import type { CompanyCategory } from '../../core/categories.ts';
import type { RankedCompany, Reason } from '../../core/companies/calls.ts';
import type { Language } from '../../core/languages.ts';
import { compiled } from '../database/compiled.ts';
import { type IdList, idList, isAmong } from '../database/id-list.ts';
import { havingTopic } from '../database/topics.ts';
import type { Database, Db } from '../database/types.ts';
import { byRank, orderBy, orderOf } from './list-order.ts';
import { withRanks } from './ranks.ts';
import { asNumber, companyNotFound, findListed } from './store.ts';

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

type Related = RankedCompany & { reason: Reason };

const selectShown = compiled((db: Db, { id }: { id: string }) =>
  db
    .selectFrom('companies')
    .select(['id', 'category', 'employees'])
    .where('id', '=', id)
    .where('show_on_site', '=', 1),
);

/**
 * The shown companies nearest to a company: with the same founder, of the same kind, from the same
 * country, of the same size; those of the same distance by rank.
 * @throws company_not_found
 */
export async function findRelated(
  database: Database,
  { id, language, limit }: { id: string; language: Language; limit: number },
): Promise<Related[]> {
  const db = database.read;
  const [company] = await selectShown(db, { id });
  if (!company) throw companyNotFound(id);
  const own = await selectOwn(db, { id });
  const worthOf = new Map(own.map(({ facet, value }) => [keyOf(facet, value), WORTH[facet]]));
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
  const companies = await findListed(db, idsOf(chosen), language);
  const ranked = await withRanks(database, companies, { category: 'all', inRankOrder: false, first: true });
  const byId = new Map(ranked.map((one) => [one.id, one]));
  return chosen.flatMap(({ id: of, reason }) => {
    const found = byId.get(of);
    return found ? [{ ...found, reason }] : [];
  });
}

/** A company that has something in common with another one, without what ranks it last: that moves all the time. */
interface Candidate {
  id: string;
  employees: number | null;
  category: CompanyCategory;
  score: number;
  revenue_per_person: number;
  /** What others can have in common with it. */
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

const selectRanked = compiled((db: Db, { ids }: { ids: IdList }) =>
  db
    .selectFrom('companies')
    .select(['id', 'score', 'revenue_per_person', 'likes', 'name_key'])
    .where(isAmong(db, 'id', ids)),
);

const idsOf = (companies: readonly { id: string }[]): string[] => companies.map(({ id }) => id);

const keyOf = (facet: string, value: string) => `${facet} ${value}`;

const selectOwn = compiled((db: Db, { id }: { id: string }) =>
  db
    .selectFrom('company_facets')
    .select(['facet', 'value'])
    .where('company_id', '=', id)
    .where('facet', 'in', IN_COMMON)
    .$narrowType<{ facet: (typeof IN_COMMON)[number] }>(),
);

/** The shown companies that have something in common with one, itself not among them, from which the nearest are chosen. */
async function findCandidates(
  database: Database,
  own: readonly { facet: (typeof IN_COMMON)[number]; value: string }[],
  id: string,
): Promise<Candidate[]> {
  const few = own.filter(({ facet }) => !SHARED_BY_MANY.has(facet));
  const found = await Promise.all([
    Promise.all(few.map((one) => findHaving(database.read, one))).then((ids) =>
      readCandidates(database.read, [...new Set(ids.flat())]),
    ),
    ...own
      .filter(({ facet }) => SHARED_BY_MANY.has(facet))
      .map((one) =>
        database.cached(
          `having ${keyOf(one.facet, one.value)}`,
          async () => readCandidates(database.read, await findHaving(database.read, one)),
          [havingTopic(one.facet, one.value)],
        ),
      ),
  ]);
  const met = new Set([id]);
  return found.flat().filter((one) => met.size < met.add(one.id).size);
}

const selectHaving = compiled(
  (db: Db, { facet, value }: { facet: (typeof IN_COMMON)[number]; value: string }) =>
    db
      .selectFrom('company_facets')
      .select('company_id as id')
      .where('facet', '=', facet)
      .where('value', '=', value)
      .limit(CANDIDATES + 1),
);

/** So many have it that a walk down the ranking soon has met enough of them. */
const selectBestHaving = compiled(
  (db: Db, { facet, value }: { facet: (typeof IN_COMMON)[number]; value: string }) =>
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

/** Companies that have something; of very many the best by rank. */
async function findHaving(
  db: Db,
  one: { facet: (typeof IN_COMMON)[number]; value: string },
): Promise<string[]> {
  const some = await selectHaving(db, one);
  const rows = some.length <= CANDIDATES ? some : await selectBestHaving(db, one);
  return rows.map(({ id }) => id);
}

const selectCandidates = compiled((db: Db, { ids }: { ids: IdList }) =>
  db
    .selectFrom('companies as c')
    .innerJoin('company_facets as f', 'f.company_id', 'c.id')
    .select(['c.id', 'c.employees', 'c.category', 'c.score', 'c.revenue_per_person', 'f.facet', 'f.value'])
    .where(isAmong(db, 'c.id', ids))
    .where(asNumber('c.show_on_site'), '=', 1)
    .where('f.facet', 'in', IN_COMMON),
);

async function readCandidates(db: Db, ids: readonly string[]): Promise<Candidate[]> {
  if (ids.length === 0) return [];
  const candidates = new Map<string, Candidate>();
  for (const { facet, value, ...company } of await selectCandidates(db, { ids: idList(db, ids) })) {
    const candidate = candidates.get(company.id) ?? { ...company, facets: [] };
    candidate.facets.push(keyOf(facet, value));
    candidates.set(company.id, candidate);
  }
  return [...candidates.values()];
}

/** The strongest thing that two companies have in common. */
function reasonOf(inCommon: readonly string[], isOfSize: boolean): Reason {
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
): Promise<{ id: string; reason: Reason }[]> {
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

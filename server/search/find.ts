import { type RawBuilder, sql } from 'kysely';
import { isCompanyCategory } from '../../core/categories.ts';
import type { Expression } from '../../core/search/expression.ts';
import {
  hasSound,
  planSearch,
  type Query,
  queryOf,
  type SearchPlan,
  type Step,
} from '../../core/search/query.ts';
import { add, type Bits, both, countBits, has, noBits, numbersIn, without } from '../../core/search/sets.ts';
import { isCjk, type Word } from '../../core/search/words.ts';
import { searchTerms } from '../../core/text.ts';
import { LAST_STEP, orderOfRank } from '../companies/list-order.ts';
import { catchUp } from '../companies/reindex-worker.ts';
import { contains } from '../database/contains.ts';
import { companiesOf, findQueued, isFound, type Ordered, readNumbers } from '../database/search-index.ts';
import type { Database, Db } from '../database/types.ts';
import { addressIn } from './addresses.ts';
import { type Among, openAnswers } from './answers.ts';
import { synonymsIn } from './synonyms.ts';
import { toSimplified } from './traditional.ts';
import { isUnknown, nearWords } from './vocabulary.ts';

/** Companies up to which a search knows each of them; where there are more, the database orders them. */
export const KNOWN_MAX = 500;
/** Found companies up to which those are looked for, too, that only a wrong letter keeps from being found. */
const FEW = 4;

/** What a search finds. */
export interface Results {
  total: number;
  /**
   * The place of each company in the answer, 0 the best; of a broad search only those that are found best,
   * and in their order where `first` is known.
   */
  steps: ReadonlyMap<string, number>;
  /** Where there are more of them than that: all of the others, and the better ones of those. */
  broad?: { all: Bits; better: Bits };
  /** The first companies of a set in the order of the ranks, after one of them: where that order is known. */
  first?: (bits: Bits, count: number, after?: string) => string[] | undefined;
  /** The first companies of all in the order of the answer, each with its step: where the order of the ranks is known. */
  inOrder?: (count: number) => [id: string, step: number][];
  /** Steps up to which a company is found by its names and founders alone. */
  named: number;
  /** The numbers in the index of companies that were found, as far as they were looked at. */
  numbers: ReadonlyMap<string, number>;
  /** Companies in whose documents something is meant of the words of the search: the best by rank where there are many. */
  meant: (expression: Expression, limit: number) => Promise<string[]>;
  /** What was typed. */
  query: Query;
  /** Words that were taken for mistyped ones, by these. */
  near: ReadonlyMap<string, readonly string[]>;
  /** There are companies that are found by their names alone: the index follows a long work. */
  isIncomplete: boolean;
  /** Nothing is found as it was typed. */
  usedFuzzyMatch: boolean;
  /** What companies have of what was typed, as far as they were looked at. */
  kinds: ReadonlySet<Step['kind']>;
  /** Words to highlight: query, synonyms, corrections. */
  words: readonly Word[];
}

const SHOWN = [
  'l.name',
  'l.founder',
  'l.description',
  'l.name_en',
  'l.founder_en',
  'l.description_en',
] as const;

/** The same by signs that are no words, as they stand in what a list shows. */
async function searchSigns(
  { dialect }: Database,
  db: Db,
  { q, query, among }: { q: string; query: Query; among: Among },
): Promise<Results> {
  let found = db
    .selectFrom('companies as c')
    .innerJoin('company_listings as l', (join) =>
      join.onRef('l.company_id', '=', 'c.id').on('l.language', '=', among.language),
    )
    .select('c.id');
  if (!among.includeHidden) found = found.where('c.show_on_site', '=', 1);
  if (isCompanyCategory(among.category)) found = found.where('c.category', '=', among.category);
  for (const sign of q.split(/\s+/).filter(Boolean))
    found = found.where((eb) => eb.or(SHOWN.map((column) => contains(dialect, column, sign))));
  const rows = await found.limit(KNOWN_MAX).execute();
  return {
    total: rows.length,
    steps: new Map(rows.map(({ id }) => [id, 0])),
    named: 0,
    numbers: new Map(),
    near: new Map(),
    usedFuzzyMatch: false,
    kinds: new Set(['name']),
    isIncomplete: false,
    words: [],
    meant: async () => [],
    query,
  };
}

/** Companies in an order, and all of their numbers. */
interface Known extends Ordered {
  bits: Bits;
  /** By number, 1 the first; 0 where there is none. */
  places: Uint32Array;
}

const knownBy = ({ category, includeHidden }: Pick<Among, 'category' | 'includeHidden'>) =>
  `known ${isCompanyCategory(category) ? category : 'all'} ${includeHidden}`;

/** The companies of a category, or all, those that are shown in the order of the ranks; read once until the directory changes. */
export function knownCompanies(
  database: Database,
  db: Db,
  { category, includeHidden }: Pick<Among, 'category' | 'includeHidden'>,
) {
  const among = isCompanyCategory(category) ? category : 'all';
  return database.cached<Known>(knownBy({ category, includeHidden }), async () => {
    const { ids, numbers } = await readNumbers(
      db,
      sql`${includeHidden ? sql`1 = 1` : sql`show_on_site = 1`}
        ${among === 'all' ? sql`` : sql`and category = ${among}`}`,
      // The console has orders of its own, and no index for this one.
      includeHidden ? sql`companies.id` : orderOfRank,
    );
    const last = numbers.reduce((most, number) => Math.max(most, number), 0);
    const bits = noBits(last);
    const places = new Uint32Array(last + 1);
    for (const [i, number] of numbers.entries()) {
      if (number < 0) continue;
      add(bits, number);
      places[number] = i + 1;
    }
    return { ids, numbers, bits, places };
  });
}

/** Same as `knownCompanies`, but only if already loaded. */
export const knownAlready = (
  database: Database,
  among: Pick<Among, 'category' | 'includeHidden'>,
): Known | undefined => database.kept<Known>(knownBy(among));

/** Reads what the first search among many companies would wait for: their order, and the words of all documents. */
export async function prepare(database: Database, db: Db): Promise<void> {
  await knownCompanies(database, db, { includeHidden: false });
  await nearWords(database, []);
}

/** The places of the first companies of a set after one of them; undefined where that one is none of them any more. */
function firstOf({ ids, numbers }: Ordered, bits: Bits, count: number, after?: string): number[] | undefined {
  const first: number[] = [];
  const from = after === undefined ? 0 : ids.indexOf(after) + 1;
  if (after !== undefined && from === 0) return undefined;
  for (let i = from; i < ids.length && first.length < count; i++)
    if (has(bits, numbers[i] as number)) first.push(i);
  return first;
}

/** Company ids by number, from memory where possible. */
async function companiesAt(
  database: Database,
  db: Db,
  numbers: readonly number[],
  among: Among,
): Promise<Map<number, string>> {
  const known = knownAlready(database, { includeHidden: among.includeHidden });
  if (!known) return companiesOf(db, numbers);
  const placed = (number: number) => known.places[number] ?? 0;
  // Old numbers of what was changed, and new ones of a moment ago.
  const others = await companiesOf(
    db,
    numbers.filter((number) => placed(number) === 0),
  );
  const changed = new Set(others.values());
  const found = new Map(others);
  for (const number of numbers) {
    const id = known.ids[placed(number) - 1];
    if (id !== undefined && !changed.has(id)) found.set(number, id);
  }
  return found;
}

/** All that is asked: what finds any of them first, then step by step. */
const expressionsOf = ({ all, steps }: SearchPlan): Expression[] => [all, ...steps.map(({ of }) => of)];

/**
 * Searches, in the index alone; waits for a few companies that are not in it yet. What traditional Chinese
 * characters do not find as they are typed is searched in simplified ones, too.
 * @param db where it is read: another thread where there are many companies
 */
export async function search(database: Database, db: Db, q: string, among: Among): Promise<Results> {
  const results = await searchAsTyped(database, db, q, among);
  const simplified = results.usedFuzzyMatch ? toSimplified(q) : q;
  if (simplified === q) return results;
  const inSimplified = await searchAsTyped(database, db, simplified, among);
  return results.total === 0 || !inSimplified.usedFuzzyMatch ? inSimplified : results;
}

async function searchAsTyped(database: Database, db: Db, q: string, among: Among): Promise<Results> {
  const results = await searchNow(database, db, q, among);
  if (!results.isIncomplete) return results;
  await catchUp(database);
  return searchNow(database, db, q, among);
}

async function searchNow(database: Database, db: Db, q: string, among: Among): Promise<Results> {
  const { language, includeHidden } = among;
  const address = addressIn(q);
  const query = queryOf(address?.name ?? q, await synonymsIn(database, language), address?.websites);
  let asked = planSearch(query);
  if (!asked) return searchSigns(database, db, { q, query, among });
  const answers = openAnswers(db, among);
  const none = noBits(0);
  /** Those that are found: each by its number, or, where there are many, as a set. */
  const ask = async (of: SearchPlan) => {
    await answers.read(expressionsOf(of));
    let all = answers.to(of.all) ?? none;
    let count = countBits(all);
    if (count > KNOWN_MAX) {
      const known = await knownCompanies(database, db, { includeHidden });
      all = both(all, known.bits);
      count = countBits(all);
      if (count > KNOWN_MAX) return { all, count, known };
    }
    const companies = await companiesAt(database, db, numbersIn(all), among);
    return { all, count: companies.size, companies };
  };
  // Where it will be asked once more for what was meant, the sets of both are read at once.
  const forgiving = async (onlyNames: boolean) => {
    const near = await nearWords(database, query.words);
    return near.size > 0 || hasSound(query)
      ? { near, asked: planSearch(query, { near, onlyNames }) }
      : undefined;
  };
  const ahead = isUnknown(database, query.words) ? await forgiving(false) : undefined;
  if (ahead?.asked) await answers.read([asked, ahead.asked].flatMap(expressionsOf));
  let found = await ask(asked);
  const waiting =
    includeHidden || !answers.isWaiting
      ? []
      : await findQueued(db, database.dialect, {
          language,
          category: isCompanyCategory(among.category) ? among.category : undefined,
          words: searchTerms(q),
          limit: KNOWN_MAX,
        });
  const isNamed = (bits: Bits) =>
    expressionsOf(asked as SearchPlan)
      .slice(1, 1 + (asked as SearchPlan).named)
      .some((step) => {
        const named = answers.to(step);
        return named !== undefined && countBits(both(bits, named)) > 0;
      });
  let near: Results['near'] = new Map();
  const usedFuzzyMatch = found.count + waiting.length === 0;
  // What is found in the console may be changed all at once: nothing joins what was asked for.
  const isWanted = usedFuzzyMatch || (!includeHidden && found.count <= FEW && !isNamed(found.all));
  const meant = isWanted
    ? ((usedFuzzyMatch ? ahead : undefined) ?? (await forgiving(!usedFuzzyMatch)))
    : undefined;
  if (meant) {
    near = meant.near;
    if (meant.asked) {
      asked = meant.asked;
      found = await ask(asked);
    }
  }
  const words = [
    ...query.words,
    ...query.terms.flatMap(({ synonyms }) => synonyms.flat()),
    ...[...near.values()].flat().map((text): Word => ({ text, isCjk: isCjk(text), isJoined: false })),
  ];
  const { all, count, companies, known } = found;
  const steps = new Map<string, number>();
  const numbers = new Map<string, number>();
  /** The first of a set in the order of the ranks. */
  const firstIn = (order: Known, bits: Bits, most: number, after?: string) =>
    firstOf(order, bits, most, after)?.map((place) => {
      const id = order.ids[place] as string;
      numbers.set(id, order.numbers[place] as number);
      return id;
    });
  async function meantIn(expression: Expression, limit: number): Promise<string[]> {
    await answers.read([expression]);
    const bits = answers.to(expression);
    if (!bits) return [];
    if (countBits(bits) > limit)
      return firstIn(await knownCompanies(database, db, { includeHidden }), bits, limit) ?? [];
    return [...(await companiesAt(database, db, numbersIn(bits), among)).values()];
  }
  const kinds = new Set<Step['kind']>(waiting.length > 0 ? ['name'] : []);
  const isIncomplete = answers.isWaiting;
  const told = {
    isIncomplete,
    kinds,
    near,
    usedFuzzyMatch,
    words,
    numbers,
    named: asked.named,
    meant: meantIn,
    query,
  };
  if (companies) {
    for (const [number, id] of companies) numbers.set(id, number);
    let left = new Map(companies);
    for (const [step, { kind, of }] of asked.steps.entries()) {
      if (left.size === 0) break;
      const bits = answers.to(of);
      if (!bits) continue;
      for (const [number, id] of left) {
        if (!has(bits, number)) continue;
        steps.set(id, step);
        kinds.add(kind);
      }
      left = new Map([...left].filter(([number]) => !has(bits, number)));
    }
    for (const id of [...left.values(), ...waiting])
      if (!steps.has(id) && steps.size < KNOWN_MAX) steps.set(id, asked.steps.length);
    if (steps.size === 0) return { ...told, total: 0, steps, usedFuzzyMatch: true };
    const inOrder = includeHidden ? undefined : orderOfFew(database, steps, numbers);
    return { ...told, total: steps.size, steps, ...(inOrder && { inOrder }) };
  }
  let rest = all;
  let better = all;
  for (const [step, { kind, of }] of asked.steps.entries()) {
    const bits = answers.to(of);
    if (!bits) continue;
    better = both(rest, bits);
    const more = countBits(better);
    if (more > 0) kinds.add(kind);
    if (steps.size + more > KNOWN_MAX) break;
    if (more === 0) continue;
    for (const id of firstIn(known, better, more) ?? []) steps.set(id, step);
    rest = without(rest, better);
  }
  const results = { ...told, total: count, steps, broad: { all: rest, better } };
  if (includeHidden) return results;
  return {
    ...results,
    first: (bits, most, after) => firstIn(known, bits, most, after),
    inOrder(most) {
      const first = [...steps].slice(0, most);
      for (const [i, bits] of [better, without(rest, better)].entries())
        for (const id of firstIn(known, bits, most - first.length) ?? []) first.push([id, LAST_STEP + 1 + i]);
      return first;
    },
  };
}

/** Puts the companies of a search in order, where the places of all of them are known already. */
function orderOfFew(
  database: Database,
  steps: Results['steps'],
  numbers: Results['numbers'],
): Results['inOrder'] {
  const known = knownAlready(database, { includeHidden: false });
  if (!known) return undefined;
  const placed = [...steps].map(([id, step]) => ({
    id,
    step,
    place: known.places[numbers.get(id) ?? -1] ?? 0,
  }));
  // What waits, or was changed a moment ago, has none.
  if (placed.some(({ place }) => place === 0)) return undefined;
  placed.sort((a, b) => a.step - b.step || a.place - b.place);
  return (count) => placed.slice(0, count).map(({ id, step }) => [id, step]);
}

/** The condition that company `c` is found. */
export function isResult(db: Db, { steps, broad }: Results): RawBuilder<boolean> {
  if (!broad) return isOneOf([...steps.keys()]);
  const others = isFound(db, broad.all, 'c.id');
  return steps.size === 0 ? others : sql<boolean>`(${isOneOf([...steps.keys()])} or ${others})`;
}

/** SQL condition: company `c` has one of the ids. */
export const isOneOf = (ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`c.id in (${sql.join(ids)})`;

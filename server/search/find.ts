import { type RawBuilder, sql } from 'kysely';
import { type Category, isCompanyCategory } from '../../core/categories.ts';
import type { Language } from '../../core/languages.ts';
import { allOf, type Expression, evaluate, leavesOf, token } from '../../core/search/expression.ts';
import { type Asked, askedFor, queryOf } from '../../core/search/query.ts';
import { add, type Bits, both, countBits, has, noBits, numbersIn, without } from '../../core/search/sets.ts';
import { HIDDEN, inCategory } from '../../core/search/tokens.ts';
import { isCjk, type Word } from '../../core/search/words.ts';
import { searchTerms } from '../../core/text.ts';
import { orderOfRank } from '../companies/list-order.ts';
import { contains } from '../database/contains.ts';
import {
  companiesOf,
  findWaiting,
  isFound,
  type Ordered,
  readNumbers,
  readSets,
} from '../database/search-index.ts';
import type { Database, Db } from '../database/types.ts';
import { synonymsIn } from './synonyms.ts';
import { nearWords } from './vocabulary.ts';

/** Companies up to which a search knows each of them; where there are more, the database orders them. */
export const KNOWN_MAX = 500;
/** Found companies up to which those are looked for, too, that only a wrong letter keeps from being found. */
const FEW = 4;

/** Among which companies one searches. */
export interface Among {
  language: Language;
  category?: Category | undefined;
  includeHidden: boolean;
}

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
  /** Words that were taken for mistyped ones, by these. */
  near: ReadonlyMap<string, readonly string[]>;
  /** Nothing is found as it was typed. */
  isForgiven: boolean;
  /** What may be seen of it where it is found: what was typed, what means the same, what it was taken for. */
  words: readonly Word[];
}

const NOTHING: Results = { total: 0, steps: new Map(), near: new Map(), isForgiven: true, words: [] };

const SHOWN = [
  'l.name',
  'l.founder',
  'l.description',
  'l.name_en',
  'l.founder_en',
  'l.description_en',
] as const;

/** The same by signs that are no words, as they stand in what a list shows. */
async function searchSigns(database: Database, db: Db, q: string, among: Among): Promise<Results> {
  const { dialect } = database;
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
  return { ...NOTHING, total: rows.length, steps: new Map(rows.map(({ id }) => [id, 0])), isForgiven: false };
}

/** The same for the companies among which one searches. */
function within(expression: Expression, { category, includeHidden }: Among): Expression {
  const these = isCompanyCategory(category)
    ? (allOf([expression, token(inCategory(category))]) as Expression)
    : expression;
  return includeHidden ? these : { these, without: token(HIDDEN) };
}

/** The companies of a category, or all, those that are shown in the order of the ranks; read once until the directory changes. */
export function knownCompanies(
  database: Database,
  db: Db,
  { category, includeHidden }: Pick<Among, 'category' | 'includeHidden'>,
) {
  const among = isCompanyCategory(category) ? category : 'all';
  return database.cached(`known ${among} ${includeHidden}`, async () => {
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
    /** `places` by number, 1 the first; 0 where there is none. */
    return { ids, numbers, bits, places };
  });
}

/** Reads what the first search among many companies would wait for: their order, and the words of all documents. */
export async function prepare(database: Database, db: Db): Promise<void> {
  await knownCompanies(database, db, { includeHidden: false });
  await nearWords(database, []);
}

/** The first companies of a set after one of them; undefined where that one is none of them any more. */
function firstOf({ ids, numbers }: Ordered, bits: Bits, count: number, after?: string): string[] | undefined {
  const first: string[] = [];
  const from = after === undefined ? 0 : ids.indexOf(after) + 1;
  if (after !== undefined && from === 0) return undefined;
  for (let i = from; i < ids.length && first.length < count; i++)
    if (has(bits, numbers[i] as number)) first.push(ids[i] as string);
  return first;
}

/** What is asked for, answered by the sets of the index. */
async function answersOf(db: Db, asked: Asked, among: Among) {
  const expressions = [asked.all, ...asked.steps].map((expression) => within(expression, among));
  const sets = await readSets(db, among.language, leavesOf(expressions));
  const setOf = (text: string, isBeginning: boolean) =>
    (isBeginning ? sets.beginnings : sets.tokens).get(text) ?? sets.none;
  return (expression: Expression) => evaluate(within(expression, among), setOf);
}

/**
 * Searches, in the index alone.
 * @param db where it is read: another thread where there are many companies
 */
export async function search(database: Database, db: Db, q: string, among: Among): Promise<Results> {
  const { language, includeHidden } = among;
  const query = queryOf(q, await synonymsIn(database, language));
  let asked = askedFor(query);
  if (!asked) return searchSigns(database, db, q, among);
  /** Those that are found: each by its number, or, where there are many, as a set. */
  const ask = async (of: Asked) => {
    const answer = await answersOf(db, of, among);
    let all = answer(of.all);
    let count = countBits(all);
    if (count > KNOWN_MAX) {
      const known = await knownCompanies(database, db, { includeHidden });
      all = both(all, known.bits);
      count = countBits(all);
      if (count > KNOWN_MAX) return { answer, all, count, known };
    }
    const companies = await companiesOf(db, numbersIn(all));
    return { answer, all, count: companies.size, companies };
  };
  const [waiting, typed] = await Promise.all([
    includeHidden
      ? []
      : findWaiting(db, database.dialect, {
          language,
          category: isCompanyCategory(among.category) ? among.category : undefined,
          words: searchTerms(q),
          limit: KNOWN_MAX,
        }),
    ask(asked),
  ]);
  let found = typed;
  let near: Results['near'] = new Map();
  const isForgiven = found.count + waiting.length === 0;
  // What is found in the console may be changed all at once: nothing joins what was asked for.
  if (found.count <= (includeHidden ? 0 : FEW)) {
    near = await nearWords(database, query.words);
    const forgiving = near.size > 0 ? askedFor(query, near) : undefined;
    if (forgiving) {
      asked = forgiving;
      found = await ask(asked);
    }
  }
  const words = [
    ...query.words,
    ...query.terms.flatMap(({ synonyms }) => synonyms.flat()),
    ...[...near.values()].flat().map((text): Word => ({ text, isCjk: isCjk(text), isJoined: false })),
  ];
  const { answer, all, count, companies, known } = found;
  const told = { near, isForgiven, words };
  const steps = new Map<string, number>();
  if (companies) {
    let left = new Map(companies);
    for (const [step, expression] of asked.steps.entries()) {
      if (left.size === 0) break;
      const bits = answer(expression);
      for (const [number, id] of left) if (has(bits, number)) steps.set(id, step);
      left = new Map([...left].filter(([number]) => !has(bits, number)));
    }
    for (const id of [...left.values(), ...waiting])
      if (!steps.has(id) && steps.size < KNOWN_MAX) steps.set(id, asked.steps.length);
    return steps.size === 0 ? { ...NOTHING, near, words } : { ...told, total: steps.size, steps };
  }
  let rest = all;
  let better = all;
  for (const [step, expression] of asked.steps.entries()) {
    better = both(rest, answer(expression));
    const more = countBits(better);
    if (steps.size + more > KNOWN_MAX) break;
    if (more === 0) continue;
    for (const id of firstOf(known, better, more) ?? []) steps.set(id, step);
    rest = without(rest, better);
  }
  return {
    ...told,
    total: count,
    steps,
    broad: { all: rest, better },
    ...(!includeHidden && { first: (bits, most, after) => firstOf(known, bits, most, after) }),
  };
}

/** Companies in whose documents something is meant: the best by rank where there are many. */
export async function findMeant(
  database: Database,
  db: Db,
  language: Language,
  expression: Expression,
  limit: number,
): Promise<string[]> {
  const among = { language, includeHidden: false };
  const answer = await answersOf(db, { all: expression, steps: [] }, among);
  const bits = answer(expression);
  if (countBits(bits) > limit)
    return firstOf(await knownCompanies(database, db, { includeHidden: false }), bits, limit) ?? [];
  return [...(await companiesOf(db, numbersIn(bits))).values()];
}

/** The condition that company `c` is found. */
export function isResult(db: Db, { steps, broad }: Results): RawBuilder<boolean> {
  if (!broad) return isOneOf([...steps.keys()]);
  const others = isFound(db, broad.all, 'c.id');
  return steps.size === 0 ? others : sql<boolean>`(${isOneOf([...steps.keys()])} or ${others})`;
}

/** The condition that company `c` is one of those with these ids. */
export const isOneOf = (ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`c.id in (${sql.join(ids)})`;

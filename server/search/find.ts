import { type RawBuilder, sql } from 'kysely';
import { type Category, isCompanyCategory } from '../../core/categories.ts';
import type { Language } from '../../core/languages.ts';
import { allOf, type Expression, token } from '../../core/search/expression.ts';
import { type Asked, askedFor, queryOf } from '../../core/search/query.ts';
import { HIDDEN, inCategory } from '../../core/search/tokens.ts';
import { isCjk, type Word } from '../../core/search/words.ts';
import { searchTerms } from '../../core/text.ts';
import { contains } from '../database/contains.ts';
import { countDocuments, findDocuments, findWaiting, isFound } from '../database/search-index.ts';
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
  /** The place of each company in the answer, 0 the best; of a broad search only those that are found best. */
  steps: ReadonlyMap<string, number>;
  /** Where there are more of them than that: what all of them have, and what the better ones of the rest have. */
  broad?: { all: Expression; better: Expression };
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
export function within(expression: Expression, { category, includeHidden }: Among): Expression {
  const these = isCompanyCategory(category)
    ? (allOf([expression, token(inCategory(category))]) as Expression)
    : expression;
  return includeHidden ? these : { these, without: token(HIDDEN) };
}

/** Which companies are found by which step first, until so many are that the database has to order them. */
async function stepsOf(db: Db, { steps }: Asked, among: Among, total: number) {
  const found = new Map<string, number>();
  for (const [step, expression] of steps.entries()) {
    const ids = await findDocuments(db, among.language, within(expression, among), KNOWN_MAX + 1);
    if (found.size + ids.length > KNOWN_MAX) return { found, next: expression };
    for (const id of ids) if (!found.has(id)) found.set(id, step);
    if (found.size >= total) break;
  }
  return { found };
}

/**
 * Searches, in the index alone.
 * @param db where it is read: another thread where there are many companies
 */
export async function search(database: Database, db: Db, q: string, among: Among): Promise<Results> {
  const { language } = among;
  const query = queryOf(q, await synonymsIn(database, language));
  let asked = askedFor(query);
  if (!asked) return searchSigns(database, db, q, among);
  const ask = ({ all }: Asked) => findDocuments(db, language, within(all, among), KNOWN_MAX + 1);
  const waiting = among.includeHidden
    ? []
    : await findWaiting(db, database.dialect, language, searchTerms(q), KNOWN_MAX);
  let ids = await ask(asked);
  let near: Results['near'] = new Map();
  const isForgiven = ids.length + waiting.length === 0;
  // What is found in the console may be changed all at once: nothing joins what was asked for.
  if (ids.length <= (among.includeHidden ? 0 : FEW)) {
    near = await nearWords(database, query.words);
    const forgiving = near.size > 0 ? askedFor(query, near) : undefined;
    if (forgiving) {
      asked = forgiving;
      ids = await ask(asked);
    }
  }
  const words = [
    ...query.words,
    ...query.terms.flatMap(({ synonyms }) => synonyms.flat()),
    ...[...near.values()].flat().map((text): Word => ({ text, isCjk: isCjk(text), isJoined: false })),
  ];
  if (ids.length <= KNOWN_MAX) ids = [...new Set([...ids, ...waiting])].slice(0, KNOWN_MAX);
  if (ids.length === 0) return { ...NOTHING, near, words };
  if (ids.length <= KNOWN_MAX) {
    const { found } = await stepsOf(db, asked, among, ids.length);
    const { steps } = asked;
    // One that was changed in between comes last.
    return {
      total: ids.length,
      steps: new Map(ids.map((id) => [id, found.get(id) ?? steps.length])),
      near,
      isForgiven,
      words,
    };
  }
  const all = within(asked.all, among);
  const [{ found, next }, total] = await Promise.all([
    stepsOf(db, asked, among, Number.POSITIVE_INFINITY),
    countDocuments(db, language, all),
  ]);
  return {
    total,
    steps: found,
    broad: { all, better: next ? within(next, among) : all },
    near,
    isForgiven,
    words,
  };
}

/** The condition that company `c` is found. */
export function isResult(db: Db, { steps, broad }: Results, language: Language): RawBuilder<boolean> {
  if (broad) return isFound(db, language, broad.all, 'c.id');
  return isOneOf([...steps.keys()]);
}

/** The condition that company `c` is one of those with these ids. */
export const isOneOf = (ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`c.id in (${sql.join(ids)})`;

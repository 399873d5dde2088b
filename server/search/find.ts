import { type RawBuilder, sql } from 'kysely';
import { type Category, isCompanyCategory } from '../../core/categories.ts';
import type { Language } from '../../core/languages.ts';
import { allOf, type Expression, token } from '../../core/search/expression.ts';
import { type Asked, askedFor, queryOf } from '../../core/search/query.ts';
import { HIDDEN, inCategory } from '../../core/search/tokens.ts';
import { countDocuments, findDocuments, isFound } from '../database/search-index.ts';
import type { Database, Db } from '../database/types.ts';
import { synonymsIn } from './synonyms.ts';
import { nearWords } from './vocabulary.ts';

/** Companies up to which a search knows each of them; where there are more, the database orders them. */
const KNOWN_MAX = 500;
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
}

const NOTHING: Results = { total: 0, steps: new Map(), near: new Map() };

/** The same for the companies among which one searches. */
function within(expression: Expression, { category, includeHidden }: Among): Expression {
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
  if (!asked) return NOTHING;
  const ask = ({ all }: Asked) => findDocuments(db, language, within(all, among), KNOWN_MAX + 1);
  let ids = await ask(asked);
  let near: Results['near'] = new Map();
  if (ids.length <= FEW) {
    near = await nearWords(database, query.words);
    const forgiving = near.size > 0 ? askedFor(query, near) : undefined;
    if (forgiving) {
      asked = forgiving;
      ids = await ask(asked);
    }
  }
  if (ids.length === 0) return { ...NOTHING, near };
  if (ids.length <= KNOWN_MAX) {
    const { found } = await stepsOf(db, asked, among, ids.length);
    const { steps } = asked;
    // One that was changed in between comes last.
    return { total: ids.length, steps: new Map(ids.map((id) => [id, found.get(id) ?? steps.length])), near };
  }
  const all = within(asked.all, among);
  const [{ found, next }, total] = await Promise.all([
    stepsOf(db, asked, among, Number.POSITIVE_INFINITY),
    countDocuments(db, language, all),
  ]);
  return { total, steps: found, broad: { all, better: next ? within(next, among) : all }, near };
}

/** The condition that company `c` is found. */
export function isResult(db: Db, { steps, broad }: Results, language: Language): RawBuilder<boolean> {
  if (broad) return isFound(db, language, broad.all, 'c.id');
  return isOneOf([...steps.keys()]);
}

/** The condition that company `c` is one of those with these ids. */
export const isOneOf = (ids: readonly string[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`c.id in (${sql.join(ids)})`;

import type { SearchDb } from './adapter.ts';
import { type Expression, token } from './expression.ts';
import {
  type Corrections,
  hasUnsureSound,
  type ParsedQuery,
  parseQuery,
  planSearch,
  type QueryStep,
  type SearchPlan,
  type Synonyms,
  wordsInField,
} from './query.ts';
import { firstInOrder, type Ranking } from './ranking.ts';
import { type SearchScope, SetReader } from './set-reader.ts';
import { type Bits, both, countBits, has, noBits, numbersIn, without } from './sets.ts';
import type { Reads } from './store.ts';
import { tokenOf } from './tokens.ts';
import type { Vocabularies } from './vocabulary.ts';
import { isCjk, type Word } from './words.ts';

/** Results up to which each document is known by its step; of more, only the best are. */
const KNOWN_RESULTS_MAX = 500;
/** Results up to which corrected names are searched too. */
const FEW = 4;
/** The step of results that are known only as a set is above this one. */
export const LAST_STEP = 100;

export interface SearchRequest extends SearchScope {
  q: string;
  /** If the query is an address: the name in it, and the exact keys that it means, best first. */
  address?: { name: string; keys: readonly string[] } | undefined;
  synonyms?: Synonyms;
}

export interface SearchResults {
  total: number;
  /** Steps by document id, 0 the best; of a broad search only the best documents. */
  steps: ReadonlyMap<string, number>;
  /** Results of a broad search beyond `steps`: all of them, those of the best step, and the others. */
  broad?: { all: Bits; better: Bits; rest: Bits };
  /** First ids of a set by rank, after an id; undefined if that id is not ranked any more. */
  first?: (set: Bits, count: number, after?: string) => string[] | undefined;
  /** First results in order with their steps, if the ranking is loaded. */
  inOrder?: (count: number) => [id: string, step: number][];
  /** How many of the first steps look at names and persons only. */
  nameSteps: number;
  /** Numbers of results by id, as far as they are known. */
  numbers: ReadonlyMap<string, number>;
  /** Ids of documents that have all words of the query in one field; the best by rank if there are more than `limit`. */
  idsWithWordsIn: (field: 'person' | 'fact', limit: number) => Promise<string[]>;
  /** Whether a document has a word in its name. */
  hasNameWord: (word: string) => Promise<boolean>;
  /** Words of the query. */
  words: readonly Word[];
  /** Words of the query, their synonyms and corrections. */
  highlighted: readonly Word[];
  corrections: Corrections;
  /** Too many documents are queued to wait for: some were looked up by `findQueued` only. */
  isIncomplete: boolean;
  /** Nothing matches the query as it was typed. */
  usedFuzzyMatch: boolean;
  /** Kinds of the steps with results. */
  kinds: ReadonlySet<QueryStep['kind']>;
}

export interface SearchOptions<D extends SearchDb, Database> {
  /** All documents of a scope by rank; `loaded` returns them only if they need not be read. */
  ranking: {
    load(database: Database, db: D, scope: Omit<SearchScope, 'language'>): Promise<Ranking>;
    loaded(database: Database, scope: Omit<SearchScope, 'language'>): Ranking | undefined;
  };
  /** Ids of queued documents that a query matches by name. */
  findQueued(database: Database, db: D, request: SearchRequest, limit: number): Promise<string[]>;
  /** Ids of documents for a query without words, such as a sign. */
  findSigns(database: Database, db: D, request: SearchRequest, limit: number): Promise<string[]>;
}

interface SearchParts<D extends SearchDb, Database> extends SearchOptions<D, Database> {
  reads: Reads<D>;
  vocabularies: Vocabularies<Database & { readonly scan: D }>;
}

/** Documents that match a plan: few by number and id, many as a set with the ranking of their scope. */
type FoundSet = { all: Bits; count: number } & (
  | { ids: ReadonlyMap<number, string>; ranking?: undefined }
  | { ranking: Ranking; ids?: undefined }
);

const expressionsOf = ({ all, steps }: SearchPlan): Expression[] => [
  all,
  ...steps.map(({ expression }) => expression),
];

/** One search. */
export class Search<D extends SearchDb, Database extends { readonly scan: D }> {
  readonly #parts: SearchParts<D, Database>;
  readonly #database: Database;
  readonly #db: D;
  readonly #request: SearchRequest;
  readonly #query: ParsedQuery;
  readonly #sets: SetReader<D>;
  readonly #numbers = new Map<string, number>();

  constructor(parts: SearchParts<D, Database>, database: Database, db: D, request: SearchRequest) {
    this.#parts = parts;
    this.#database = database;
    this.#db = db;
    this.#request = request;
    this.#query = parseQuery(request.address?.name ?? request.q, request.synonyms, request.address?.keys);
    this.#sets = new SetReader(parts.reads, db, request);
  }

  async run(): Promise<SearchResults> {
    const { includeHidden } = this.#request;
    let plan = planSearch(this.#query);
    if (!plan) return this.#signs();
    // If only corrections can match, the sets of both plans are read at once.
    const ahead = this.#parts.vocabularies.isUnknown(this.#database, this.#query.words)
      ? await this.#fuzzyPlan(false)
      : undefined;
    if (ahead?.plan) await this.#sets.read([plan, ahead.plan].flatMap(expressionsOf));
    let found = await this.#find(plan);
    const queued =
      includeHidden || !this.#sets.isIncomplete
        ? []
        : await this.#parts.findQueued(this.#database, this.#db, this.#request, KNOWN_RESULTS_MAX);
    const usedFuzzyMatch = found.count + queued.length === 0;
    // Administrators change all results at once: corrections do not join what they searched for.
    const isFuzzy =
      usedFuzzyMatch || (!includeHidden && found.count <= FEW && !this.#hasName(plan, found.all));
    const fuzzy = isFuzzy
      ? ((usedFuzzyMatch ? ahead : undefined) ?? (await this.#fuzzyPlan(!usedFuzzyMatch)))
      : undefined;
    if (fuzzy?.plan) {
      plan = fuzzy.plan;
      found = await this.#find(plan);
    }
    const corrections: Corrections = fuzzy?.corrections ?? new Map();
    const common = {
      ...this.#common(),
      isIncomplete: this.#sets.isIncomplete,
      nameSteps: plan.nameSteps,
      corrections,
      usedFuzzyMatch,
      highlighted: [
        ...this.#query.words,
        ...this.#query.terms.flatMap(({ synonyms }) => synonyms.flat()),
        ...[...corrections.values()].flat().map((text) => ({ text, isCjk: isCjk(text), isJoined: false })),
      ],
    };
    return found.ids
      ? { ...common, ...this.#few(plan, found.ids, queued, usedFuzzyMatch) }
      : { ...common, ...this.#many(plan, found, queued) };
  }

  #common() {
    return {
      words: this.#query.words,
      numbers: this.#numbers,
      idsWithWordsIn: async (field: 'person' | 'fact', limit: number) => {
        const expression = wordsInField(field, this.#query);
        return expression ? this.#idsOf(expression, limit) : [];
      },
      hasNameWord: async (word: string) => (await this.#idsOf(token(tokenOf('name', word)), 1)).length > 0,
    };
  }

  async #signs(): Promise<SearchResults> {
    const ids = await this.#parts.findSigns(this.#database, this.#db, this.#request, KNOWN_RESULTS_MAX);
    return {
      ...this.#common(),
      total: ids.length,
      steps: new Map(ids.map((id) => [id, 0])),
      nameSteps: 0,
      corrections: new Map(),
      usedFuzzyMatch: false,
      kinds: new Set(['name']),
      isIncomplete: false,
      highlighted: [],
    };
  }

  async #fuzzyPlan(onlyNames: boolean) {
    const corrections = await this.#parts.vocabularies.corrections(this.#database, this.#query.words);
    return corrections.size > 0 || hasUnsureSound(this.#query)
      ? { corrections, plan: planSearch(this.#query, { corrections, onlyNames }) }
      : undefined;
  }

  #loadRanking(): Promise<Ranking> {
    const { includeHidden } = this.#request;
    return this.#parts.ranking.load(this.#database, this.#db, { includeHidden });
  }

  #loadedRanking(): Ranking | undefined {
    return this.#parts.ranking.loaded(this.#database, { includeHidden: this.#request.includeHidden });
  }

  async #find(plan: SearchPlan): Promise<FoundSet> {
    await this.#sets.read(expressionsOf(plan));
    let all = this.#sets.evaluate(plan.all) ?? noBits(0);
    let count = countBits(all);
    if (count > KNOWN_RESULTS_MAX) {
      const ranking = await this.#loadRanking();
      all = both(all, ranking.set);
      count = countBits(all);
      if (count > KNOWN_RESULTS_MAX) return { all, count, ranking };
    }
    const ids = await this.#idsByNumber(numbersIn(all));
    return { all, count: ids.size, ids };
  }

  /** Whether a name or person matches the query as it was typed. */
  #hasName({ steps, nameSteps }: SearchPlan, found: Bits): boolean {
    return steps.slice(0, nameSteps).some(({ expression }) => {
      const named = this.#sets.evaluate(expression);
      return named !== undefined && countBits(both(found, named)) > 0;
    });
  }

  /** Ids by number, from the loaded ranking where possible. */
  async #idsByNumber(numbers: readonly number[]): Promise<Map<number, string>> {
    const ranking = this.#loadedRanking();
    if (!ranking) return this.#parts.reads.readIds(this.#db, numbers);
    const placeOf = (number: number) => ranking.places[number] ?? 0;
    // Numbers without a place are former numbers of changed documents, and new numbers of a moment ago.
    const found = await this.#parts.reads.readIds(
      this.#db,
      numbers.filter((number) => placeOf(number) === 0),
    );
    const changed = new Set(found.values());
    for (const number of numbers) {
      const id = ranking.ids[placeOf(number) - 1];
      if (id !== undefined && !changed.has(id)) found.set(number, id);
    }
    return found;
  }

  /** First ids of a set by rank, after an id. Remembers their numbers. */
  #firstIn(ranking: Ranking, set: Bits, count: number, after?: string): string[] | undefined {
    return firstInOrder(ranking, set, count, after)?.map((place) => {
      const id = ranking.ids[place] as string;
      this.#numbers.set(id, ranking.numbers[place] as number);
      return id;
    });
  }

  async #idsOf(expression: Expression, limit: number): Promise<string[]> {
    await this.#sets.read([expression]);
    const set = this.#sets.evaluate(expression);
    if (!set) return [];
    if (countBits(set) > limit) return this.#firstIn(await this.#loadRanking(), set, limit) ?? [];
    return [...(await this.#idsByNumber(numbersIn(set))).values()];
  }

  /** Steps of results with known ids. */
  #few(
    plan: SearchPlan,
    found: ReadonlyMap<number, string>,
    queued: readonly string[],
    usedFuzzyMatch: boolean,
  ) {
    const steps = new Map<string, number>();
    const kinds = new Set<QueryStep['kind']>(queued.length > 0 ? ['name'] : []);
    for (const [number, id] of found) this.#numbers.set(id, number);
    let left = [...found];
    for (const [step, { kind, expression }] of plan.steps.entries()) {
      if (left.length === 0) break;
      const set = this.#sets.evaluate(expression);
      if (!set) continue;
      const isMatch = ([number]: readonly [number, string]) => has(set, number);
      for (const [, id] of left.filter(isMatch)) {
        steps.set(id, step);
        kinds.add(kind);
      }
      left = left.filter((each) => !isMatch(each));
    }
    for (const id of [...left.map(([, each]) => each), ...queued])
      if (!steps.has(id) && steps.size < KNOWN_RESULTS_MAX) steps.set(id, plan.steps.length);
    const inOrder = this.#request.includeHidden ? undefined : this.#order(steps);
    return {
      total: steps.size,
      steps,
      kinds,
      usedFuzzyMatch: usedFuzzyMatch || steps.size === 0,
      ...(inOrder && steps.size > 0 && { inOrder }),
    };
  }

  /** Results by step and rank, if the loaded ranking has all of them. */
  #order(steps: ReadonlyMap<string, number>): SearchResults['inOrder'] {
    const ranking = this.#loadedRanking();
    if (!ranking) return undefined;
    const placed = [...steps].map(([id, step]) => ({
      id,
      step,
      place: ranking.places[this.#numbers.get(id) ?? -1] ?? 0,
    }));
    // Queued documents, and those that were changed a moment ago, have no place.
    if (placed.some(({ place }) => place === 0)) return undefined;
    placed.sort((a, b) => a.step - b.step || a.place - b.place);
    return (count) => placed.slice(0, count).map(({ id, step }) => [id, step]);
  }

  /** Steps of the best of many results; of the others, a set in the order of the ranking. */
  #many(
    plan: SearchPlan,
    { all, count, ranking }: FoundSet & { ranking: Ranking },
    queued: readonly string[],
  ) {
    const steps = new Map<string, number>();
    const kinds = new Set<QueryStep['kind']>(queued.length > 0 ? ['name'] : []);
    let left = all;
    let better = all;
    for (const [step, { kind, expression }] of plan.steps.entries()) {
      const set = this.#sets.evaluate(expression);
      if (!set) continue;
      better = both(left, set);
      const more = countBits(better);
      if (more > 0) kinds.add(kind);
      if (steps.size + more > KNOWN_RESULTS_MAX) break;
      if (more === 0) continue;
      for (const id of this.#firstIn(ranking, better, more) ?? []) steps.set(id, step);
      left = without(left, better);
    }
    const rest = without(left, better);
    const results = { total: count, steps, kinds, broad: { all: left, better, rest } };
    if (this.#request.includeHidden) return results;
    return {
      ...results,
      first: (set: Bits, most: number, after?: string) => this.#firstIn(ranking, set, most, after),
      inOrder: (most: number) => {
        const first = [...steps].slice(0, most);
        for (const [i, set] of [better, rest].entries())
          for (const id of this.#firstIn(ranking, set, most - first.length) ?? [])
            first.push([id, LAST_STEP + 1 + i]);
        return first;
      },
    };
  }
}

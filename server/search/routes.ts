import type { FastifyInstance } from 'fastify';
import { COMPANY_CATEGORIES, type CompanyCategory } from '../../core/categories.ts';
import { KINDS } from '../../core/companies/kinds.ts';
import type { Language } from '../../core/languages.ts';
import { languageOf } from '../../core/schemas.ts';
import * as calls from '../../core/search/calls.ts';
import { fold } from '../../core/search/fold.ts';
import { askedOf, isMeant, queryOf } from '../../core/search/query.ts';
import { isRead, japaneseReadings } from '../../core/search/romaji.ts';
import { pairsOf, type Word, wordsOf } from '../../core/search/words.ts';
import { sharedOf } from '../companies/columns.ts';
import { nameIn } from '../companies/listing.ts';
import { findCompanies, isSearch, reader } from '../companies/store.ts';
import type { Database, Db } from '../database/types.ts';
import { route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { findMeant } from './find.ts';
import { calledIn, isCalled, labelsIn } from './labels.ts';
import { matchesOf } from './matches.ts';
import { correction } from './vocabulary.ts';

/** Companies of an answer where nobody says how many. */
const LIMIT = 8;
/** Of each other list of it. */
const LIMIT_OTHERS = 5;
/** Companies whose founders and tags are looked at, the first by rank. */
const MEANT_MAX = 200;

const EMPTY: calls.Answers = {
  companies: [],
  total: 0,
  founders: [],
  categories: [],
  kinds: [],
  countries: [],
  tags: [],
  suggestion: null,
};

export function searchRoutes(app: FastifyInstance, { database }: Services): void {
  route(app, calls.searchAll, async ({ query }) => {
    const { q, limit = LIMIT } = query;
    if (!isSearch(q)) return EMPTY;
    const language = languageOf(query);
    const page = await findCompanies(database, { language, q, sort: 'relevance', limit });
    const db = await reader(database);
    const { words } = queryOf(q);
    const [matches, founders, tags, countries, kinds, suggestion] = await Promise.all([
      matchesOf(database.read, page.companies, language, page.results?.words ?? []),
      findFounders(database, db, language, q),
      findTags(database, db, language, q),
      findCountries(db, language, words),
      present(
        db,
        'kind',
        KINDS.filter((kind) => isCalled(words, language, (labels) => labels.kinds.get(kind))),
      ),
      page.results?.isForgiven ? correction(database, words, page) : null,
    ]);
    const labels = labelsIn(language);
    return {
      companies: page.companies.map(({ id, name, category }) => ({
        id,
        name,
        category,
        match: matches.get(id) ?? null,
      })),
      total: page.total,
      founders,
      categories: findCategories(language, q, page.total === 0).map((value) => ({
        value,
        name: labels.categories.get(value) ?? value,
      })),
      kinds: kinds.map((value) => ({ value, name: labels.kinds.get(value) ?? value })),
      countries: countries.map((value) => ({ value, name: labels.country(value) })),
      tags: tags.map((value) => ({ value, name: value })),
      suggestion,
    };
  });
}

/** Shown companies in whose documents founders, or facts, are meant by a search. */
async function meantIn(
  database: Database,
  db: Db,
  language: Language,
  place: 'founder' | 'fact',
  q: string,
): Promise<string[]> {
  const asked = askedOf(place, queryOf(q));
  return asked ? findMeant(database, db, language, asked, MEANT_MAX) : [];
}

/** Each once, in their order. */
function first<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()].slice(0, LIMIT_OTHERS);
}

async function findFounders(database: Database, db: Db, language: Language, q: string) {
  const ids = await meantIn(database, db, language, 'founder', q);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', 'in', ids)
    .where('founders', '!=', '[]')
    .orderBy('score', 'desc')
    .orderBy('id')
    .execute();
  const { words } = queryOf(q);
  const meant = rows
    .flatMap((row) => sharedOf(row).founders)
    .filter(
      ({ name }) =>
        Object.values(name).some((each) => isMeant(each, words)) ||
        isRead(japaneseReadings(name.ja ?? '', name.en), words),
    );
  return first(meant, ({ id }) => id).map(({ id, name }) => ({ id, name: nameIn(name, language) ?? id }));
}

async function findTags(database: Database, db: Db, language: Language, q: string): Promise<string[]> {
  const ids = await meantIn(database, db, language, 'fact', q);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('company_facets')
    .select('value')
    .where('facet', '=', 'tag')
    .where('company_id', 'in', ids)
    .distinct()
    .orderBy('value')
    .execute();
  const { words } = queryOf(q);
  return first(
    rows.map(({ value }) => value).filter((tag) => isMeant(tag, words)),
    (tag) => tag,
  );
}

/** Values of a facet that shown companies have. */
async function present<V extends string>(
  db: Db,
  facet: 'kind' | 'country',
  values: readonly V[],
): Promise<V[]> {
  const wanted = values.slice(0, LIMIT_OTHERS);
  const found = await Promise.all(
    wanted.map((value) =>
      db
        .selectFrom('company_facets as f')
        .select('f.value')
        .where('f.facet', '=', facet)
        .where('f.value', '=', value)
        // No join: there a planner may begin with the companies, and meet none for a long time.
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('companies as c')
              .select('c.id')
              .whereRef('c.id', '=', 'f.company_id')
              .where('c.show_on_site', '=', 1),
          ),
        )
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return wanted.filter((_, i) => found[i]);
}

/** The codes of all countries, as the runtime knows them. */
const COUNTRIES = (() => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((a) => letters.map((b) => `${a}${b}`)).filter((code) => names.of(code));
})();

function findCountries(db: Db, language: Language, words: readonly Word[]): Promise<string[]> {
  const meant = COUNTRIES.filter((code) => isCalled(words, language, (labels) => labels.country(code)));
  return present(db, 'country', meant);
}

/** The categories whose names are meant; where nothing else is found, the one that comes closest. */
function findCategories(language: Language, q: string, isNothingFound: boolean): CompanyCategory[] {
  const { words } = queryOf(q);
  const meant = COMPANY_CATEGORIES.filter((category) =>
    isCalled(words, language, (labels) => labels.categories.get(category)),
  );
  if (meant.length > 0 || !isNothingFound) return meant;
  const asked = new Set(pairsOf(fold(q)));
  const nearness = (category: CompanyCategory) =>
    Math.max(
      ...calledIn(language, (labels) => labels.categories.get(category)).map((name) => {
        const own = new Set(
          pairsOf(
            wordsOf(name)
              .map(({ text }) => text)
              .join(' '),
          ),
        );
        return (2 * own.intersection(asked).size) / (own.size + asked.size || 1);
      }),
    );
  return [...COMPANY_CATEGORIES].sort((a, b) => nearness(b) - nearness(a)).slice(0, 1);
}

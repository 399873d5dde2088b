import type { FastifyInstance } from 'fastify';
import { matchesPerson, parseName, type SearchResults } from '#engine/search';
import type { CompanyCategory } from '../../../core/categories.ts';
import { pictureAddress } from '../../../core/companies/logo-address.ts';
import { countryName } from '../../../core/country-name.ts';
import { categoryName, kindName, tagName } from '../../../core/directory/current.ts';
import type { Language } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import * as calls from '../../../core/search/calls.ts';
import { readingOf } from '../../platform/database/company-columns.ts';
import { type IdList, idList, isAmong } from '../../platform/database/id-list.ts';
import { compiled } from '../../platform/database/statements.ts';
import type { Database, Db } from '../../platform/database/types.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { findCompanies, isSearch, searchConnection } from '../companies/index.ts';
import {
  addressIn,
  companyIndex,
  countryNamesByCode,
  LABEL_NAMES,
  matchingValues,
  nearestCategory,
  parsedCategoryNames,
  parsedKindNames,
  searchCompanies,
} from '../company-index/index.ts';
import { CANDIDATES_MAX, isNameMissing } from './missing-name.ts';

/** Companies of an answer where nobody says how many. */
const LIMIT = 8;
/** Of each other list of it. */
const LIMIT_OTHERS = 5;
/** Companies whose founders and tags are looked at, the first by rank. */
const LOOKED_AT_MAX = 200;

const EMPTY: calls.Answers = {
  companies: [],
  total: 0,
  founders: [],
  categories: [],
  kinds: [],
  countries: [],
  tags: [],
  suggestion: null,
  name_missing: false,
  incomplete: false,
};

export function searchRoutes(app: FastifyInstance, { database }: Services): void {
  route(app, calls.searchAll, async ({ query }) => {
    const { q, limit = LIMIT } = query;
    if (!isSearch(q)) return EMPTY;
    const language = requestedLanguage(query);
    const results = await searchCompanies(database, await searchConnection(database), q, {
      language,
      includeHidden: false,
    });
    const { words } = results;
    const [page, founders, tags, countries, kinds] = await Promise.all([
      findCompanies(database, {
        language,
        q,
        sort: 'relevance',
        limit: Math.max(limit, CANDIDATES_MAX),
        results,
        matches: Math.max(limit, CANDIDATES_MAX),
      }),
      findFounders(database, language, results),
      findFoundTags(database, results),
      valuesInUse(database, 'country', matchingValues(countryNamesByCode(), words)),
      valuesInUse(database, 'kind', matchingValues(parsedKindNames(), words)),
    ]);
    // An address without results is hardly mistyped: it belongs to another site, or to this one.
    const isTypo =
      results.usedFuzzyMatch && (page.total === 0 ? !matchesAddress(q, results) : results.kinds.has('typo'));
    const suggestion = isTypo
      ? await companyIndex.suggest(database, results, page.companies[0]?.name ?? '')
      : null;
    return {
      companies: page.companies.slice(0, limit).map(({ id, name, category, revenue, employees, logo }) => ({
        id,
        name,
        category,
        revenue,
        employees,
        picture: pictureAddress({ id, logo }),
        match: page.matches.get(id) ?? null,
      })),
      total: page.total,
      founders,
      categories: findCategories(q, results).map((value) => ({
        value,
        name: categoryName(value, language),
      })),
      kinds: kinds.map((value) => ({ value, name: kindName(value, language) })),
      countries: countries.map((value) => ({ value, name: countryName(value, language) })),
      tags: tags.map((value) => ({ value, name: tagName(value, language) })),
      suggestion,
      name_missing: isNameMissing(
        results,
        page.companies.map(({ id }) => page.matches.get(id)),
      ),
      incomplete: results.isIncomplete,
    };
  });
}

/** Whether a query is an address, or signs without a word. */
const matchesAddress = (q: string, { words }: SearchResults): boolean =>
  words.length === 0 || addressIn(q) !== undefined;

/** Each once, in their order. */
function first<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()].slice(0, LIMIT_OTHERS);
}

const selectFounders = compiled((db: Db, { ids }: { ids: IdList }) =>
  db
    .selectFrom('companies')
    .select('founders')
    .where(isAmong(db, 'id', ids))
    .where('founders', '!=', '[]')
    .orderBy('score', 'desc')
    .orderBy('id'),
);
const foundersIn = readingOf(['founders']);

async function findFounders({ read }: Database, language: Language, results: SearchResults) {
  const ids = await results.idsWithWordsIn('person', LOOKED_AT_MAX);
  if (ids.length === 0) return [];
  const meant = (await selectFounders(read, { ids: idList(read, ids) }))
    .flatMap((row) => foundersIn(row).founders)
    .filter(({ name }) => matchesPerson(name, results.words));
  return first(meant, ({ id }) => id).map(({ id, name }) => ({ id, name: nameIn(name, language) ?? id }));
}

const selectTags = compiled((db: Db, { ids }: { ids: IdList }) =>
  db
    .selectFrom('company_facets')
    .select('value')
    .where('facet', '=', 'tag')
    .where(isAmong(db, 'company_id', ids))
    .distinct()
    .orderBy('value'),
);

async function findFoundTags({ read }: Database, results: SearchResults): Promise<string[]> {
  const ids = await results.idsWithWordsIn('fact', LOOKED_AT_MAX);
  if (ids.length === 0) return [];
  return first(
    (await selectTags(read, { ids: idList(read, ids) }))
      .map(({ value }) => value)
      .filter((tag) => LABEL_NAMES.tag(tag).some((name) => parseName(name).matches(results.words))),
    (tag) => tag,
  );
}

/** Values of a facet that shown companies have: each looked for once until the directory changes. */
async function valuesInUse<V extends string>(
  database: Database,
  facet: 'kind' | 'country',
  values: readonly V[],
): Promise<V[]> {
  const wanted = values.slice(0, LIMIT_OTHERS);
  const found = await Promise.all(
    wanted.map((value) =>
      database.cached(`present ${facet} ${value}`, async () =>
        isPresent(await searchConnection(database), facet, value),
      ),
    ),
  );
  return wanted.filter((_, i) => found[i]);
}

async function isPresent(db: Db, facet: 'kind' | 'country', value: string): Promise<boolean> {
  const found = await db
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
    .executeTakeFirst();
  return found !== undefined;
}

/** Categories with a matching name; where nothing else is found, the one with the most similar name. */
function findCategories(q: string, results: SearchResults): CompanyCategory[] {
  const matching = matchingValues(parsedCategoryNames(), results.words);
  if (matching.length > 0 || results.total > 0 || matchesAddress(q, results)) return matching;
  const nearest = nearestCategory(q);
  return nearest ? [nearest] : [];
}

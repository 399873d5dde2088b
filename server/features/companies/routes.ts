import type { FastifyInstance, FastifyRequest } from 'fastify';
import { oncePerPage } from '#engine/page-cache';
import * as calls from '../../../core/companies/calls.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { defaultSort } from '../../../core/companies/sorts.ts';
import type { Language } from '../../../core/languages.ts';
import { COUNTING_LIMIT } from '../../../core/limits.ts';
import { problem } from '../../../core/problem.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { addToDay, countsAsView } from '../../platform/analytics/store.ts';
import { type CacheTag, COMPANY_NUMBERS } from '../../platform/database/cache-tags.ts';
import { databaseProblem } from '../../platform/database/failure.ts';
import { type HandlerContext, route } from '../../platform/http/route.ts';
import { yearOf } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import { accountVisitor } from '../accounts/index.ts';
import { countFacets } from './facet-counts.ts';
import { findFacetValues } from './facet-values.ts';
import { readInsights } from './insights.ts';
import { isNarrowed, isSearch } from './list-query.ts';
import * as lists from './list-store.ts';
import { findPlace } from './neighbours.ts';
import { rankOf, withRanks } from './ranks.ts';
import { findRelated } from './related.ts';
import * as store from './store.ts';
import { addView, sumWeek } from './week-views.ts';

/** Tags of the order of a ranking and the ranks in it. */
const RANKS: readonly CacheTag[] = ['directory', 'likes'];
const companyTag = (id: string): CacheTag => `company:${id}`;

/** Companies of a page with matched passages. */
const MATCHES_MAX = 100;
/** Related companies of an answer without a `limit`. */
const RELATED = 6;

/** While the database takes no writes, a list by the sums of an earlier day is better than none. */
const ignoreReadOnlyError = (request: FastifyRequest) => (error: unknown) => {
  if (!databaseProblem(error)) throw error;
  request.log.warn({ reason: String(error) }, 'the views of the week are those of another day');
};

export function companyRoutes(
  app: FastifyInstance,
  { database, visitors, accounts, now, today, analyticsEnabled }: Services,
): void {
  /** Whose like it is: the account's where one is logged in, else the visitor's. */
  async function liker(request: FastifyRequest): Promise<string> {
    const session = await accounts.find(request);
    return session ? accountVisitor(session.user.id) : visitors.of(request, today()).id;
  }

  /** Two calls of a company's page need it. */
  const placeOf = (id: string, language: Language) =>
    oncePerPage(`place of ${id} ${language}`, () => findPlace(database, { id, language }));

  const findCompanies = async ({ query, request, announce }: HandlerContext<typeof calls.findCompanies>) => {
    const sort = query.sort ?? defaultSort(isSearch(query.q));
    if (sort === 'trending') await sumWeek(database, today()).catch(ignoreReadOnlyError(request));
    const page = await lists.findCompanies(database, {
      ...query,
      filters: query,
      language: requestedLanguage(query),
      sort,
      limit: query.limit ?? calls.LIST_MAX,
      matches: MATCHES_MAX,
    });
    announce(page);
    const isWhole = !isSearch(query.q) && !isNarrowed(query);
    const ranked = await withRanks(database, page.companies, {
      category: query.category,
      inRankOrder: lists.isRanking(sort) && isWhole,
      first: query.cursor === undefined,
      numbers: page.numbers ?? page.results?.numbers,
    });
    const { matches } = page;
    return matches.size === 0
      ? ranked
      : ranked.map((company) => ({ ...company, match: matches.get(company.id) }));
  };
  route(app, calls.findCompanies, findCompanies, ({ query }) => ({
    tags: query.sort === 'trending' ? [...RANKS, 'visits'] : RANKS,
    softTags: ['visits'],
    daily: query.sort === 'trending',
  }));

  route(
    app,
    calls.countFacets,
    async ({ query }) =>
      countFacets(database, {
        category: query.category,
        language: requestedLanguage(query),
        q: query.q,
        filters: query,
      }),
    () => ({ tags: ['directory'] }),
  );

  route(
    app,
    calls.findFacetValues,
    async ({ params: { facet }, query, announce }) => {
      const { limit = calls.LIST_MAX, offset = 0 } = query;
      const { values, total } = await findFacetValues(database, {
        facet,
        language: requestedLanguage(query),
        limit,
        offset,
      });
      announce({ total, next: null });
      return values;
    },
    () => ({ tags: RANKS }),
  );

  route(
    app,
    calls.readInsights,
    async ({ query }) =>
      readInsights(
        database,
        {
          category: query.category,
          language: requestedLanguage(query),
          q: query.q,
          filters: query,
        },
        yearOf(today()),
      ),
    () => ({ tags: ['directory'] }),
  );

  route(
    app,
    calls.findRelated,
    async ({ params: { id }, query }) =>
      findRelated(database, { id, language: requestedLanguage(query), limit: query.limit ?? RELATED }),
    ({ params }, related) => ({
      tags: [params.id, ...related.map(({ id }) => id)].map(companyTag),
      softTags: COMPANY_NUMBERS,
    }),
  );

  route(
    app,
    calls.findNeighbours,
    async ({ params: { id }, query }) => {
      const place = await placeOf(id, requestedLanguage(query));
      if (!place) throw companyNotFound(id);
      return { previous: place.previous, next: place.next };
    },
    ({ params }, { previous, next }) => ({
      tags: [params.id, previous?.id ?? [], next?.id ?? []].flat().map(companyTag),
      softTags: RANKS,
    }),
  );

  route(app, calls.readFounder, async ({ params: { id }, query }) => {
    const language = requestedLanguage(query);
    const { companies } = await lists.findCompanies(database, {
      language,
      filters: { founder: [id] },
      sort: 'score',
      limit: calls.LIST_MAX,
    });
    const name = await store.founderName(database.read, id, language);
    if (companies.length === 0 || name === undefined)
      throw problem('not_found', 'No company of the directory names this founder.');
    const ranked = await withRanks(database, companies, { category: 'all', inRankOrder: false, first: true });
    return { id, name, companies: ranked };
  });

  const numbersOf = async ({ params: { id } }: HandlerContext<typeof calls.readNumbers>) => {
    const category = await store.requireShownCompany(database.read, id);
    const [numbers, rank] = await Promise.all([
      store.readNumbers(database.read, id),
      rankOf(database, id, category),
    ]);
    return { ...numbers, rank: rank ?? null };
  };
  route(app, calls.readNumbers, numbersOf, ({ params: { id } }) => ({
    tags: [companyTag(id), ...COMPANY_NUMBERS],
  }));

  const readCompany = async ({ params, query, request }: HandlerContext<typeof calls.readCompany>) => {
    const language = requestedLanguage(query);
    const includeHidden = await app.isAdmin(request);
    const [company, place] = await Promise.all([
      store.readCompany(database.read, params.id, language, includeHidden),
      placeOf(params.id, language),
    ]);
    return { ...company, rank: place?.rank ?? null };
  };
  route(app, calls.readCompany, readCompany, ({ params: { id } }) => ({
    tags: [companyTag(id)],
    softTags: COMPANY_NUMBERS,
  }));

  route(app, calls.viewCompany, async ({ params: { id }, request, write, isWithin }) => {
    const visitor = visitors.of(request, today());
    if (visitor.isBot || !(await analyticsEnabled())) {
      await store.requireShownCompany(database.read, id);
      return { views: await store.readCounter(database.read, id, 'views') };
    }
    return write(async (unit) => {
      const { tx } = unit;
      await store.requireShownCompany(tx, id);
      // The limit first: past it, no new visitor is remembered.
      const counts =
        (await isWithin(tx, COUNTING_LIMIT)) && (await countsAsView(tx, visitor.id, `company:${id}`, now()));
      if (!counts) return { views: await store.readCounter(tx, id, 'views') };
      const views = await addView(unit, id, today());
      addToDay(unit, today(), 'company_views');
      return { views };
    });
  });

  route(app, calls.readLike, async ({ params: { id }, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const visitor = await liker(request);
    await store.requireShownCompany(database.read, id);
    const [likes, liked] = await Promise.all([
      store.readCounter(database.read, id, 'likes'),
      store.hasLike(database.read, id, visitor),
    ]);
    return { likes, liked };
  });

  route(app, calls.likeCompany, async ({ params: { id }, request, write }) => {
    const visitor = await liker(request);
    const likes = await write(async (unit) => {
      const { tx } = unit;
      await store.requireShownCompany(tx, id);
      if (!(await store.insertLike(tx, id, visitor, now().toISOString())))
        return store.readCounter(tx, id, 'likes');
      const counted = await store.addLikes(unit, id, 1);
      addToDay(unit, today(), 'likes');
      return counted;
    });
    return { likes, liked: true };
  });

  route(app, calls.unlikeCompany, async ({ params: { id }, request, write }) => {
    const visitor = await liker(request);
    const likes = await write(async (unit) => {
      const { tx } = unit;
      await store.requireShownCompany(tx, id);
      if (!(await store.deleteLike(tx, id, visitor))) return store.readCounter(tx, id, 'likes');
      const counted = await store.addLikes(unit, id, -1);
      return counted;
    });
    return { likes, liked: false };
  });
}

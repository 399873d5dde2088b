import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '../../../core/companies/calls.ts';
import { defaultSort } from '../../../core/companies/sorts.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { databaseProblem } from '../../platform/database/failure.ts';
import { type HandlerContext, route } from '../../platform/http/route.ts';
import { yearOf } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import { countFacets } from './facet-counts.ts';
import { findFacetValues } from './facet-values.ts';
import { readInsights } from './insights.ts';
import { isNarrowed, isSearch } from './list-query.ts';
import * as lists from './list-store.ts';
import { RANK_TAGS, withRanks } from './ranks.ts';
import { sumWeek } from './week-views.ts';

/** Companies of a page with matched passages. */
const MATCHES_MAX = 100;

/** While the database takes no writes, a list by the sums of an earlier day is better than none. */
const ignoreReadOnlyError = (request: FastifyRequest) => (error: unknown) => {
  if (!databaseProblem(error)) throw error;
  request.log.warn({ reason: String(error) }, 'the views of the week are those of another day');
};

/** The list of companies, and the counts of its companies by facet. */
export function companyListRoutes(app: FastifyInstance, { database, today }: Services): void {
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
    tags: query.sort === 'trending' ? [...RANK_TAGS, 'visits'] : RANK_TAGS,
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
    () => ({ tags: RANK_TAGS }),
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
}

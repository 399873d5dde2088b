import type { FastifyInstance } from 'fastify';
import { oncePerPage } from '#engine/page-cache';
import * as calls from '../../../core/companies/calls.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import type { Language } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { type CacheTag, COMPANY_NUMBERS } from '../../platform/database/cache-tags.ts';
import { type HandlerContext, route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import * as lists from './list-store.ts';
import { findPlace } from './neighbours.ts';
import { RANK_TAGS, rankOf, withRanks } from './ranks.ts';
import { findRelated } from './related.ts';
import * as store from './store.ts';

const companyTag = (id: string): CacheTag => `company:${id}`;

/** Related companies of an answer without a `limit`. */
const RELATED = 6;

/** One company with its place among the others, and the companies of a founder. */
export function companyDetailRoutes(app: FastifyInstance, { database }: Services): void {
  /** Two calls of a company's page need it. */
  const placeOf = (id: string, language: Language) =>
    oncePerPage(`place of ${id} ${language}`, () => findPlace(database, { id, language }));

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
      softTags: RANK_TAGS,
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
}

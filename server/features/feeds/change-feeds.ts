import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CompanyCategory, isCompanyCategory, movedCategory } from '../../../core/categories.ts';
import { changeLine } from '../../../core/changes/text.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { isStorable } from '../../../core/text.ts';
import type { Services } from '../../services.ts';
import { changeTexts, findChanges } from '../changes/index.ts';
import { readCompany } from '../companies/index.ts';
import { taglineIn } from '../directory/index.ts';
import { feedLanguage } from './feeds.ts';
import { type Feed, type FeedFormat, sendFeed } from './format.ts';

/** Entries of a feed of changes. */
const FEED_CHANGES = 50;

/** What a feed is about: a company, a category, or the whole directory. */
interface FeedScope {
  company?: { id: string; name: string; description: string } | undefined;
  category?: CompanyCategory | undefined;
}

/** What changed in the directory, in each category and at each company, as Atom and as JSON Feed, for each language. */
export function changeFeedRoutes(app: FastifyInstance, { database, env }: Services): void {
  async function feed(
    language: Language,
    prefix: string,
    format: FeedFormat,
    { company, category }: FeedScope,
  ): Promise<Feed> {
    const texts = changeTexts(language);
    const site = siteName(env.SITE_NAME, language);
    const { changes } = await findChanges(database.read, {
      language,
      limit: FEED_CHANGES,
      company: company?.id,
      category,
    });
    const path = company
      ? `/companies/${encodeURIComponent(company.id)}`
      : category
        ? `/${encodeURIComponent(category)}`
        : '';
    const feedPath = company ? path : `/changes${path}`;
    const about = company?.name ?? (category && texts.category(category));
    return {
      language,
      title: [texts.text('changesTitle'), ...(about ? [about] : []), site].join(' · '),
      description: company?.description ?? taglineIn(language),
      page: `${env.SITE_URL}${prefix}${path}` || env.SITE_URL,
      self: `${env.SITE_URL}${prefix}${feedPath}/feed.${format}`,
      author: site,
      entries: changes.map((change) => {
        const company = `${env.SITE_URL}/${language}/companies/${encodeURIComponent(change.company.id)}`;
        const line = changeLine(change, language, texts);
        return {
          id: `${company}#${change.id}`,
          address: change.comment ? `${env.SITE_URL}/${language}${change.comment.path}` : company,
          title: `${change.company.name} · ${line}`,
          text: change.source ? `${line} ${change.source}` : line,
          published: change.at,
          updated: change.at,
        };
      }),
    };
  }

  for (const fixed of [undefined, ...LANGUAGES]) {
    const prefix = fixed ? `/${fixed}` : '';
    const languageOf = (request: FastifyRequest) => fixed ?? feedLanguage(request);
    for (const format of ['xml', 'json'] as const) {
      const send = async (request: FastifyRequest, reply: FastifyReply, id?: string) => {
        const language = languageOf(request);
        if (id !== undefined && !isStorable(id)) throw companyNotFound(id);
        const company = id === undefined ? undefined : await readCompany(database.read, id, language);
        return sendFeed(reply, await feed(language, prefix, format, { company }), format);
      };
      app.get<{ Params: { category: string } }>(
        `${prefix}/changes/:category/feed.${format}`,
        { config: { cached: 'data' } },
        async (request, reply) => {
          const { category } = request.params;
          const moved = movedCategory(category);
          if (moved) return reply.redirect(`${prefix}/changes/${moved}/feed.${format}`, 301);
          if (!isCompanyCategory(category)) throw problem('not_found', 'There is no such category.');
          return sendFeed(reply, await feed(languageOf(request), prefix, format, { category }), format);
        },
      );
      app.get(`${prefix}/changes/feed.${format}`, { config: { cached: 'data' } }, send);
      app.get<{ Params: { id: string } }>(
        `${prefix}/companies/:id/feed.${format}`,
        { config: { cached: 'data' } },
        (request, reply) => send(request, reply, request.params.id),
      );
    }
  }
}

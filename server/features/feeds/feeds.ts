import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allCategories, type Category, movedCategory } from '../../../core/categories.ts';
import { pictureAddress } from '../../../core/companies/logo-address.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { requestLanguage } from '../../../core/request-language.ts';
import type { Services } from '../../services.ts';
import { taglineIn, textsOf } from '../directory/index.ts';
import { type Feed, type FeedFormat, sendFeed } from './format.ts';
import { findChanged } from './store.ts';

/** Entries of a feed. */
const FEED_ENTRIES = 50;

/** New and changed companies as Atom and as JSON Feed, for each language and category. */
export function feedRoutes(app: FastifyInstance, { database, env }: Services): void {
  async function feed(
    language: Language,
    category: Category | undefined,
    prefix: string,
    format: FeedFormat,
  ): Promise<Feed> {
    const common = textsOf(language, 'common');
    const categories = textsOf(language, 'categories') as Record<
      string,
      { name: string; description: string }
    >;
    const shown = category === undefined ? undefined : categories[category];
    const site = siteName(env.SITE_NAME, language);
    const section = category ? `/${category}` : '';
    const companies = await findChanged(database.read, language, category ?? 'all', FEED_ENTRIES);
    return {
      language,
      title: [common['feedTitle'], ...(shown ? [shown.name] : []), site].join(' · '),
      description: shown?.description || taglineIn(language),
      page: `${env.SITE_URL}${prefix}${section}` || env.SITE_URL,
      self: `${env.SITE_URL}${prefix}${section}/feed.${format}`,
      author: site,
      entries: companies.map((company) => {
        const address = `${env.SITE_URL}/${language}/companies/${encodeURIComponent(company.id)}`;
        const label = categories[company.category]?.name ?? company.category;
        return {
          id: address,
          address,
          title: company.name,
          text: company.description,
          published: company.created_at,
          updated: company.updated_at,
          picture: new URL(pictureAddress(company), env.SITE_URL).href,
          category: { term: company.category, label },
        };
      }),
    };
  }

  for (const fixed of [undefined, ...LANGUAGES]) {
    const prefix = fixed ? `/${fixed}` : '';
    for (const format of ['xml', 'json'] as const) {
      const send = async (request: FastifyRequest, reply: FastifyReply, category?: Category) => {
        return sendFeed(reply, await feed(fixed ?? feedLanguage(request), category, prefix, format), format);
      };
      app.get(`${prefix}/feed.${format}`, { config: { cached: 'data' } }, (request, reply) =>
        send(request, reply),
      );
      app.get<{ Params: { category: string } }>(
        `${prefix}/:category/feed.${format}`,
        { config: { cached: 'data' } },
        async (request, reply) => {
          const { category } = request.params;
          const moved = movedCategory(category);
          if (moved) return reply.redirect(`${prefix}/${moved}/feed.${format}`, 301);
          if (!allCategories().includes(category)) return reply.callNotFound();
          return send(request, reply, category);
        },
      );
    }
  }
}

/** Language of a feed without a language in the address. */
export function feedLanguage(request: FastifyRequest): Language {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  return requestLanguage({ pathname: request.url, cookie, acceptLanguage });
}

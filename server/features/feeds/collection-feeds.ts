import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pictureAddress } from '../../../core/companies/logo-address.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import type { Services } from '../../services.ts';
import { listCollections, showCollection } from '../collections/index.ts';
import { textsOf } from '../directory/index.ts';
import { feedLanguage } from './feeds.ts';
import { type Feed, type FeedFormat, sendFeed } from './format.ts';

/** The collections, and each with its companies, as Atom and as JSON Feed, for each language. */
export function collectionFeedRoutes(app: FastifyInstance, { database, env }: Services): void {
  const addressOf = (path: string) => `${env.SITE_URL}${path}`;

  async function listFeed(language: Language): Promise<Omit<Feed, 'page' | 'self'>> {
    const site = siteName(env.SITE_NAME, language);
    const { collections } = textsOf(language, 'reading') as { collections: { title: string; text: string } };
    const listed = await listCollections(database, language);
    return {
      language,
      title: `${collections.title} · ${site}`,
      description: collections.text,
      author: site,
      entries: listed.map(({ id, title, intro, created_at, updated_at }) => {
        const address = addressOf(`/${language}/collections/${id}`);
        return { id: address, address, title, text: intro, published: created_at, updated: updated_at };
      }),
    };
  }

  /** Its entries are dated by the collection: that is when a company came into it at the latest. */
  async function companiesFeed(id: string, language: Language): Promise<Omit<Feed, 'page' | 'self'>> {
    const site = siteName(env.SITE_NAME, language);
    const { title, intro, companies, updated_at } = await showCollection(database, id, language);
    return {
      language,
      title: `${title} · ${site}`,
      description: intro,
      author: site,
      entries: companies.map((company) => {
        const address = addressOf(`/${language}/companies/${encodeURIComponent(company.id)}`);
        return {
          id: address,
          address,
          title: company.name,
          text: company.note || company.description,
          published: updated_at,
          updated: updated_at,
          picture: new URL(pictureAddress(company), env.SITE_URL).href,
        };
      }),
    };
  }

  for (const fixed of [undefined, ...LANGUAGES]) {
    const prefix = fixed ? `/${fixed}` : '';
    for (const format of ['xml', 'json'] as const satisfies readonly FeedFormat[]) {
      const send = async (request: FastifyRequest, reply: FastifyReply, id?: string) => {
        const language = fixed ?? feedLanguage(request);
        const feed = id === undefined ? await listFeed(language) : await companiesFeed(id, language);
        const page = addressOf(`${prefix}/collections${id === undefined ? '' : `/${id}`}`);
        return sendFeed(reply, { ...feed, page, self: `${page}/feed.${format}` }, format);
      };
      app.get(`${prefix}/collections/feed.${format}`, { config: { cached: 'data' } }, (request, reply) =>
        send(request, reply),
      );
      app.get<{ Params: { id: string } }>(
        `${prefix}/collections/:id/feed.${format}`,
        { config: { cached: 'data' } },
        (request, reply) => send(request, reply, request.params.id),
      );
    }
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allCategories, type Category, movedCategory } from '../../../core/categories.ts';
import { pictureAddress } from '../../../core/companies/logo-address.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { LANGUAGES, type Language, LOCALES } from '../../../core/languages.ts';
import { requestLanguage } from '../../../core/request-language.ts';
import { cleanText } from '../../../core/text.ts';
import type { Services } from '../../services.ts';

import { taglineIn, textsOf } from '../directory/index.ts';
import { type ChangedCompany, findChanged } from './store.ts';

/** Entries of a feed. */
const FEED_ENTRIES = 50;

const FEED_TYPES = {
  xml: 'application/atom+xml',
  json: 'application/feed+json',
} as const;
type Format = keyof typeof FEED_TYPES;

/** What both forms of a feed say. */
interface Feed {
  language: Language;
  title: string;
  description: string;
  /** The address of the page that it belongs to. */
  page: string;
  self: string;
  author: string;
  companies: (ChangedCompany & { address: string; label: string; picture: string })[];
}

/** New and changed companies as Atom and as JSON Feed, for each language and category. */
export function feedRoutes(app: FastifyInstance, { database, env }: Services): void {
  async function feed(
    language: Language,
    category: Category | undefined,
    prefix: string,
    format: Format,
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
      companies: companies.map((company) => ({
        ...company,
        // A database can hold older texts with signs that no reader of XML takes.
        name: cleanText(company.name),
        description: cleanText(company.description),
        address: `${env.SITE_URL}/${language}/companies/${encodeURIComponent(company.id)}`,
        picture: new URL(pictureAddress(company), env.SITE_URL).href,
        label: categories[company.category]?.name ?? company.category,
      })),
    };
  }

  for (const fixed of [undefined, ...LANGUAGES]) {
    const prefix = fixed ? `/${fixed}` : '';
    for (const format of ['xml', 'json'] as const) {
      const send = async (request: FastifyRequest, reply: FastifyReply, category?: Category) => {
        const content = await feed(fixed ?? feedLanguage(request), category, prefix, format);
        reply.header('content-type', `${FEED_TYPES[format]}; charset=utf-8`);
        return format === 'xml' ? toAtom(content) : toJson(content);
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

function feedLanguage(request: FastifyRequest): Language {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  return requestLanguage({ pathname: request.url, cookie, acceptLanguage });
}

/** Where nothing has changed yet. */
const EPOCH = new Date(0);

// The library is loaded with the first feed that somebody asks for.

async function toAtom({
  language,
  title,
  description,
  page,
  self,
  author,
  companies,
}: Feed): Promise<string> {
  const { generateAtomFeed } = await import('feedsmith');
  return generateAtomFeed({
    id: self,
    title: { value: title },
    subtitle: { value: description },
    updated: new Date(companies[0]?.updated_at ?? EPOCH),
    xml: { lang: LOCALES[language] },
    authors: [{ name: author }],
    links: [
      { href: self, rel: 'self', type: FEED_TYPES.xml },
      { href: page, rel: 'alternate', type: 'text/html', hreflang: LOCALES[language] },
    ],
    entries: companies.map((company) => ({
      id: company.address,
      title: { value: company.name },
      updated: new Date(company.updated_at),
      published: new Date(company.created_at),
      links: [{ href: company.address, rel: 'alternate', type: 'text/html' }],
      categories: [{ term: company.category, label: company.label }],
      summary: { value: company.description },
      media: { thumbnails: [{ url: company.picture }] },
    })),
  });
}

async function toJson({
  language,
  title,
  description,
  page,
  self,
  author,
  companies,
}: Feed): Promise<string> {
  const { generateJsonFeed } = await import('feedsmith');
  return JSON.stringify(
    generateJsonFeed({
      title,
      description,
      home_page_url: page,
      feed_url: self,
      language: LOCALES[language],
      authors: [{ name: author }],
      items: companies.map((company) => ({
        id: company.address,
        url: company.address,
        title: company.name,
        content_text: company.description,
        image: company.picture,
        date_published: new Date(company.created_at),
        date_modified: new Date(company.updated_at),
        tags: [company.label],
      })),
    }),
  );
}

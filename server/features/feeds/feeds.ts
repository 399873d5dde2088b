import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CATEGORIES, type Category, isCompanyCategory } from '../../../core/categories.ts';
import { logoAddress } from '../../../core/companies/logo-address.ts';
import { LANGUAGES, type Language, LOCALES } from '../../../core/languages.ts';
import { requestLanguage } from '../../../core/request-language.ts';
import { siteName } from '../../../core/site-name.ts';
import { cleanText } from '../../../core/text.ts';
import type { Services } from '../../services.ts';
import { markPath } from '../companies/index.ts';

import { type ChangedCompany, findChanged } from './store.ts';
import type { SiteTexts } from './texts.ts';

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
export function feedRoutes(
  app: FastifyInstance,
  { database, env }: Services,
  texts: Record<Language, SiteTexts>,
): void {
  async function feed(
    language: Language,
    category: Category | undefined,
    prefix: string,
    format: Format,
  ): Promise<Feed> {
    const { common, categories } = texts[language];
    const site = siteName(env.SITE_NAME, language);
    const section = category ? `/${category}` : '';
    const companies = await findChanged(database.read, language, category ?? 'all', FEED_ENTRIES);
    return {
      language,
      title: [common.feedTitle, ...(category ? [categories[category].name] : []), site].join(' · '),
      description: category ? categories[category].description : common.tagline,
      page: `${env.SITE_URL}${prefix}${section}` || env.SITE_URL,
      self: `${env.SITE_URL}${prefix}${section}/feed.${format}`,
      author: site,
      companies: companies.map((company) => ({
        ...company,
        // A database can hold older texts with signs that no reader of XML takes.
        name: cleanText(company.name),
        description: cleanText(company.description),
        address: `${env.SITE_URL}/${language}/companies/${encodeURIComponent(company.id)}`,
        picture: new URL(
          company.logo ? logoAddress(company.id, company.logo) : markPath(company.id),
          env.SITE_URL,
        ).href,
        label: isCompanyCategory(company.category) ? categories[company.category].name : company.category,
      })),
    };
  }

  for (const fixed of [undefined, ...LANGUAGES]) {
    const prefix = fixed ? `/${fixed}` : '';
    for (const category of [undefined, ...CATEGORIES]) {
      for (const format of ['xml', 'json'] as const) {
        const path = `${prefix}${category ? `/${category}` : ''}/feed.${format}`;
        app.get(path, { config: { cached: 'data' } }, async (request, reply) => {
          const content = await feed(fixed ?? feedLanguage(request), category, prefix, format);
          reply.header('content-type', `${FEED_TYPES[format]}; charset=utf-8`);
          return format === 'xml' ? toAtom(content) : toJson(content);
        });
      }
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

import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  EnumChangefreq,
  SitemapIndexStream,
  type SitemapItemLoose,
  SitemapStream,
  streamToPromise,
} from 'sitemap';
import { CATEGORIES } from '../../core/categories.ts';
import { DOCUMENTS } from '../../core/documents/rules.ts';
import { LANGUAGES } from '../../core/languages.ts';
import type { Services } from '../services.ts';
import { findFacetPages, findSitemapCompanies, type SitemapCompany } from './store.ts';

/** Companies in one sitemap file: four addresses each, and a file holds 50,000 at most. */
const COMPANIES_PER_FILE = 10_000;

const PAGES = ['', ...CATEGORIES, ...DOCUMENTS].map((page) => (page === '' ? '' : `/${page}`));

export function sitemapRoutes(app: FastifyInstance, { database, env }: Services): void {
  const cached = { config: { cached: true } };
  const pages = async () => [...PAGES, ...(await findFacetPages(database.read))];

  app.get('/robots.txt', cached, async (_request, reply) => {
    reply.header('content-type', 'text/plain; charset=utf-8');
    return `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${env.SITE_URL}/sitemap.xml\n`;
  });

  app.get('/sitemap.xml', cached, async (_request, reply) => {
    const companies = await findSitemapCompanies(database.read);
    const files = Math.ceil(companies.length / COMPANIES_PER_FILE);
    if (files <= 1) return sendXml(reply, await sitemap(env.SITE_URL, await pages(), companies));
    const index = new SitemapIndexStream();
    for (let number = 1; number <= files; number++)
      index.write({ url: `${env.SITE_URL}/sitemaps/${number}.xml` });
    index.end();
    return sendXml(reply, await streamToPromise(index));
  });

  app.get<{ Params: { file: string } }>('/sitemaps/:file', cached, async (request, reply) => {
    const number = Number(/^([1-9]\d{0,4})\.xml$/.exec(request.params.file)?.[1]);
    const from = (number - 1) * COMPANIES_PER_FILE;
    const companies = number
      ? (await findSitemapCompanies(database.read)).slice(from, from + COMPANIES_PER_FILE)
      : [];
    if (companies.length === 0) return reply.callNotFound();
    return sendXml(reply, await sitemap(env.SITE_URL, number === 1 ? await pages() : [], companies));
  });
}

function sendXml(reply: FastifyReply, xml: Buffer): string {
  reply.header('content-type', 'application/xml; charset=utf-8');
  return xml.toString('utf8');
}

/** Every page in every language, each naming its other languages; `x-default` is the unprefixed page. */
async function sitemap(
  siteUrl: string,
  pages: readonly string[],
  companies: readonly SitemapCompany[],
): Promise<Buffer> {
  const stream = new SitemapStream({ hostname: siteUrl });
  const all = [
    ...pages.map((path) => ({ path, changed: undefined })),
    ...companies.map(({ id, updated_at }) => ({
      path: `/companies/${encodeURIComponent(id)}`,
      changed: updated_at,
    })),
  ];
  for (const { path, changed } of all) {
    const links = [
      ...LANGUAGES.map((language) => ({ lang: language as string, url: `${siteUrl}/${language}${path}` })),
      { lang: 'x-default', url: `${siteUrl}${path || '/'}` },
    ];
    for (const language of LANGUAGES) {
      const item: SitemapItemLoose = { url: `${siteUrl}/${language}${path}`, links };
      if (changed) item.lastmod = changed;
      else item.changefreq = EnumChangefreq.DAILY;
      stream.write(item);
    }
  }
  stream.end();
  return streamToPromise(stream);
}

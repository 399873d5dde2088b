import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  EnumChangefreq,
  SitemapIndexStream,
  type SitemapItemLoose,
  SitemapStream,
  streamToPromise,
} from 'sitemap';
import { listedCategories } from '../../../core/categories.ts';
import { FACET_PAGES } from '../../../core/companies/facet-pages.ts';
import { DOCUMENTS } from '../../../core/documents/rules.ts';
import { LANGUAGES, offeredLanguages, usualLanguage } from '../../../core/languages.ts';
import type { Services } from '../../services.ts';
import { listCollections } from '../collections/index.ts';
import { archivedIds } from '../newsletter/index.ts';
import { filledReadingPages } from '../reading/index.ts';
import { findFacetPages, findSitemapCompanies } from './store.ts';

/** Pages in one sitemap file: one address in each language, and a file holds 50,000 at most. */
const PAGES_PER_FILE = 10_000;

const pagesOfSite = (readingPages: readonly string[]): string[] =>
  [
    '',
    'all',
    ...listedCategories(),
    'explore',
    'compare',
    'stories',
    ...Object.keys(FACET_PAGES),
    ...DOCUMENTS,
    ...readingPages,
  ].map((page) => (page === '' ? '' : `/${page}`));

interface SitemapPage {
  /** Without language. */
  path: string;
  /** Time of the last change, if known. */
  changed: string | undefined;
}

export function sitemapRoutes(app: FastifyInstance, { database, env }: Services): void {
  const cached = { config: { cached: 'data' } } as const;
  const pages = async (): Promise<SitemapPage[]> => [
    ...[...pagesOfSite(await filledReadingPages(database)), ...(await findFacetPages(database.read))].map(
      (path) => ({
        path,
        changed: undefined,
      }),
    ),
    ...(await listCollections(database, usualLanguage())).map(({ id, updated_at }) => ({
      path: `/collections/${id}`,
      changed: updated_at,
    })),
    ...(await archivedIds(database.read)).map(({ id, started_at }) => ({
      path: `/newsletters/${id}`,
      changed: started_at ?? undefined,
    })),
    ...(await findSitemapCompanies(database.read)).map(({ id, updated_at }) => ({
      path: `/companies/${encodeURIComponent(id)}`,
      changed: updated_at,
    })),
  ];

  app.get('/robots.txt', cached, async (_request, reply) => {
    reply.header('content-type', 'text/plain; charset=utf-8');
    const closed = ['/admin', '/api/', '/surprise', ...LANGUAGES.map((language) => `/${language}/surprise`)];
    const lines = closed.map((path) => `Disallow: ${path}\n`).join('');
    return `User-agent: *\n${lines}\nSitemap: ${env.SITE_URL}/sitemap.xml\n`;
  });

  app.get('/sitemap.xml', cached, async (_request, reply) => {
    const all = await pages();
    const files = Math.ceil(all.length / PAGES_PER_FILE);
    if (files <= 1) return sendXml(reply, await sitemap(env.SITE_URL, all));
    const index = new SitemapIndexStream();
    for (let number = 1; number <= files; number++)
      index.write({ url: `${env.SITE_URL}/sitemaps/${number}.xml` });
    index.end();
    return sendXml(reply, await streamToPromise(index));
  });

  app.get<{ Params: { file: string } }>('/sitemaps/:file', cached, async (request, reply) => {
    const number = Number(/^([1-9]\d{0,4})\.xml$/.exec(request.params.file)?.[1]);
    const from = (number - 1) * PAGES_PER_FILE;
    const some = number ? (await pages()).slice(from, from + PAGES_PER_FILE) : [];
    if (some.length === 0) return reply.callNotFound();
    return sendXml(reply, await sitemap(env.SITE_URL, some));
  });
}

function sendXml(reply: FastifyReply, xml: Buffer): string {
  reply.header('content-type', 'application/xml; charset=utf-8');
  return xml.toString('utf8');
}

/** Every page in every language, each naming its other languages; `x-default` is the unprefixed page. */
async function sitemap(siteUrl: string, pages: readonly SitemapPage[]): Promise<Buffer> {
  const stream = new SitemapStream({ hostname: siteUrl });
  for (const { path, changed } of pages) {
    const links = [
      ...offeredLanguages().map((language) => ({
        lang: language as string,
        url: `${siteUrl}/${language}${path}`,
      })),
      { lang: 'x-default', url: `${siteUrl}${path || '/'}` },
    ];
    for (const language of offeredLanguages()) {
      const item: SitemapItemLoose = { url: `${siteUrl}/${language}${path}`, links };
      if (changed) item.lastmod = changed;
      else item.changefreq = EnumChangefreq.DAILY;
      stream.write(item);
    }
  }
  stream.end();
  return streamToPromise(stream);
}

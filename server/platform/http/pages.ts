import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { ViteDevServer } from 'vite';
import { collectDependencies, trackDependencies } from '#engine/page-cache';
import { type Call, callPath } from '../../../core/call.ts';
import { findChanges } from '../../../core/changes/calls.ts';
import { findCollectionsOf } from '../../../core/collections/calls.ts';
import { findComments } from '../../../core/comments/calls.ts';
import {
  type CompanyDetail,
  findNeighbours,
  findRelated,
  readCompany,
} from '../../../core/companies/calls.ts';
import type { PageDirectory, setPageDirectory } from '../../../core/directory/page-directory.ts';
import type { Language } from '../../../core/languages.ts';
import type { Problem } from '../../../core/problem.ts';
import { requestLanguage } from '../../../core/request-language.ts';
import { DEPENDS_ON_ALL } from '../database/cache-tags.ts';
import { yearOf } from '../time/clock.ts';
import { type MovedCompany, problemOfPage } from './problem-handler.ts';
import type { PageAnswer, PageParts, PageUse } from './route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Renders the page of a company in a state that is not stored: HTML without scripts. Undefined without pages. */
    renderCompany(company: CompanyDetail, language: Language): Promise<string>;
  }
}

export interface PagesOptions {
  siteUrl: string;
  /** What pages show of the directory's configuration in force. */
  directory: () => PageDirectory;
  /** Contact address for readers. */
  contact: string | null;
  /** Whether there is a mail server. */
  sendsMail: boolean;
  timeZone: string;
  today: () => string;
  movedCompany: MovedCompany;
  /** Vite on the same port, with reload. */
  development: boolean;
}

/** Context of the loaders of a page: the API in process, and the site. */
export interface PageContext {
  ask(call: PageCall, parts: PageParts, use: PageUse): Promise<PageAnswer | { refused: RefusedPage }>;
  /** The page, once it is made. */
  html?: string;
  /** Static parts of the rendered document; undefined for a request of the router for data. */
  staticParts?: string[];
  site: { url: string; contact: string | null; sendsMail: boolean; timeZone: string };
  directory: PageDirectory;
  /** The time zone of the site. */
  year: number;
  /** The day in the site's time zone, as `2026-11-27`. Pages that use it change daily. */
  readonly today: string;
}

type PageCall = Pick<Call, 'name' | 'path' | 'costly'>;
/** `movedTo`: the company that the asked one was merged into. */
type RefusedPage = Pick<Problem, 'status' | 'code' | 'message'> & { movedTo?: string | undefined };

/** Exports of the web build's entry, beside the pages. */
interface WebEntry {
  pageContext?: RouterContext<PageContext>;
  setPageDirectory?: typeof setPageDirectory;
}

type WebBuild = ServerBuild & { entry: { module: WebEntry } };

const BUILD = fileURLToPath(new URL('../../../build', import.meta.url));

/** Serves the web: built files, and pages at all addresses outside of the API. */
export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const build = options.development ? await developWith(app) : await loadBuilt(app);
  const handleBuilt = options.development ? undefined : createRequestHandler(await build(), 'production');

  /** Renders the page of a request. @param company a state of it that is not stored */
  async function render(request: Request, company?: CompanyDetail) {
    const loaded = await build();
    const handle = handleBuilt ?? createRequestHandler(loaded, 'development');
    const context = new RouterContextProvider();
    const directory = options.directory();
    const given: PageContext = {
      site: {
        url: options.siteUrl,
        contact: options.contact,
        sendsMail: options.sendsMail,
        timeZone: options.timeZone,
      },
      directory,
      year: yearOf(options.today()),
      get today() {
        trackDependencies({ tags: [], daily: true });
        return options.today();
      },
      ...(isForData(request.url) ? {} : { staticParts: [] }),
      async ask(call, parts, use) {
        if (company && call.name === readCompany.name) return { answer: company };
        const answer = await (call.costly
          ? askThroughCache(app, call, parts)
          : ask(app, call, parts, { use, ...options }));
        // A company that readers do not see has no neighbours, comments and changes either.
        return company && 'refused' in answer ? { answer: NOTHING[call.name] } : answer;
      },
    };
    const { pageContext: token, setPageDirectory } = loaded.entry.module;
    if (token) context.set(token, given);
    setPageDirectory?.(directory);
    const response = await handle(request, context);
    return { response, html: given.html ?? (await response.text()) };
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = normalizeSlashes(request.url);
    if (address !== request.url) return reply.redirect(address, 301);
    const { response, html } = await collectDependencies(request, () =>
      render(toWebRequest(request, options.siteUrl)),
    );
    // A 404 is not cached: the page may appear later, and its language may depend on the reader.
    if (response.status >= 400) reply.header('cache-control', 'no-cache');
    for (const [name, value] of response.headers) reply.header(name, value);
    return reply.code(response.status).send(html);
  }

  app.decorate('renderCompany', async (company, language) => {
    const url = new URL(`/${language}/companies/${encodeURIComponent(company.id)}`, options.siteUrl);
    const { html } = await render(new Request(url), company);
    // Links open beside the frame that shows the page.
    return html.replace(PAGE_SCRIPTS, '').replace('<head>', '<head><base target="_blank">');
  });

  // The console is the same for everybody and asks for its data itself; public pages may be kept.
  app.get('/*', { config: { cached: options.development ? false : 'page' } }, answer);
  await app.register(takeForms);
}

/** Scripts of a page, and what loads them ahead. */
const PAGE_SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*rel="modulepreload"[^>]*>/g;

/** What the calls of a company's page answer where there is nothing. */
const NOTHING: Readonly<Record<string, unknown>> = {
  [findRelated.name]: [],
  [findNeighbours.name]: { previous: null, next: null },
  [findChanges.name]: [],
  [findComments.name]: [],
  [findCollectionsOf.name]: [],
};

/**
 * What a browser without JavaScript sends of a page's form: the page, which says that it needs JavaScript. What was
 * typed is not looked at, and a reload does not send it again.
 */
async function takeForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(null);
  });
  app.post('/*', { logLevel: 'silent' }, async (request, reply) =>
    reply.header('cache-control', 'no-store').redirect(normalizeSlashes(request.url), 303),
  );
}

/** Makes a call without a request: its parts are checked, and nothing is written down and read again. */
async function ask(
  app: FastifyInstance,
  { name }: PageCall,
  parts: PageParts,
  { use, movedCompany }: { use: PageUse } & Pick<PagesOptions, 'movedCompany'>,
) {
  try {
    const answerPage = app.forPages.get(name);
    if (!answerPage) throw new Error(`Pages are not made of ${name}.`);
    return await answerPage(parts, use);
  } catch (error) {
    trackDependencies(DEPENDS_ON_ALL);
    const { status, code, message } = problemOfPage(app.log, error);
    const isGone = code === 'company_not_found';
    const id = parts.params?.['id'] ?? parts.query?.['company'];
    const movedTo = isGone ? await movedCompany(String(id)) : undefined;
    return { refused: { status, code, message, movedTo } };
  }
}

/** Makes a costly call through the cache of API answers. */
async function askThroughCache(app: FastifyInstance, call: PageCall, parts: PageParts) {
  const response = await app.inject(`/api${callPath(call, parts)}`);
  const status = response.statusCode;
  const answer = response.json();
  if (status >= 400) return { refused: { ...answer, status } };
  const total = response.headers['x-total-count'];
  return total === undefined ? { answer } : { answer, total: Number(total) };
}

/** Whether a request of the router asks for data instead of HTML. */
const isForData = (url: string): boolean => /^[^?]*\.data(?:\?|$)/.test(url);

/** `/all/` -> `/all`. One slash leads: with two, or a backslash, a browser would read a host. */
export function normalizeSlashes(url: string): string {
  const [path = '', ...query] = url.split('?');
  const plain = path.replace(/[/\\]+/g, '/').replace(/(?<=.)\/$/, '');
  return [plain, ...query].join('?');
}

/** Only the inputs on which a page may depend: address, language, user agent and Accept. */
function toWebRequest(request: FastifyRequest, siteUrl: string): Request {
  const headers = new Headers();
  for (const name of ['user-agent', 'accept'] as const) {
    const value = request.headers[name];
    if (value) headers.set(name, value);
  }
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  headers.set('accept-language', requestLanguage({ pathname: request.url, cookie, acceptLanguage }));
  return new Request(new URL(request.url, siteUrl), { method: 'GET', headers });
}

async function loadBuilt(app: FastifyInstance): Promise<() => Promise<WebBuild>> {
  const entry = `${BUILD}/server/index.js`;
  if (!existsSync(entry)) throw new Error('The web is not built; npm start builds it.');
  const options: FastifyStaticOptions = {
    root: `${BUILD}/client`,
    preCompressed: true,
    // A few bytes less for each of a page's files: those without a hash have the ETag to look again.
    lastModified: false,
    acceptRanges: false,
    index: false,
    immutable: true,
    maxAge: '365d',
  };
  // One route for all: a route for each of the hundreds would take a tenth of the start. The plugin's own wildcard route
  // reads the whole folder for each request, to compare how the name is spelled.
  await app.register(fastifyStatic, {
    ...options,
    etag: false,
    root: `${BUILD}/client/assets`,
    serve: false,
  });
  app.get<{ Params: { name: string } }>('/assets/:name', ({ params }, reply) => reply.sendFile(params.name));
  await app.register(fastifyStatic, {
    ...options,
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
    // Names without a hash of their content are looked at again.
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=3600'),
  });
  const loaded = (await import(entry)) as WebBuild;
  return async () => loaded;
}

async function developWith(app: FastifyInstance): Promise<() => Promise<WebBuild>> {
  const { createServer } = await import('vite');
  const vite: ViteDevServer = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) return;
    await new Promise<void>((resolve) => {
      reply.raw.once('close', resolve);
      vite.middlewares(request.raw, reply.raw, () => resolve());
    });
    // Answered by Vite, or left by the browser meanwhile.
    if (reply.raw.headersSent || reply.raw.closed) reply.hijack();
  });
  app.addHook('onClose', () => vite.close());
  return () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<WebBuild>;
}

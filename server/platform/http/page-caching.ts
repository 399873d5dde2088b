import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createPageCache } from '#engine/page-cache';
import { MEBIBYTE } from '../../../core/bytes.ts';
import { LANGUAGES, type Language, pathLanguage } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { requestLanguage } from '../../../core/request-language.ts';
import { DEPENDS_ON_ALL, SOFT_STALE_MS } from '../database/cache-tags.ts';
import { databaseProblem } from '../database/failure.ts';
import type { Database } from '../database/types.ts';
import { lineOf } from '../limits/network.ts';
import type { RenderQueue } from '../limits/render-queue.ts';
import { BUSY_POLICY, busyPage } from './busy-page.ts';

/** Memory for cached responses in all encodings, in bytes. */
const CACHE_MEMORY = 64 * MEBIBYTE;
/** Seconds after which a refused request may come again. */
const PAGE_RETRY_AFTER = 2;

const textsSchema = z.object({ problem: z.object({ unavailable: z.string() }) });

/** The sentence of the page that refuses a request, in each language. */
const BUSY_TEXTS = Object.fromEntries(
  LANGUAGES.map((language) => {
    const file = new URL(`../../../web/i18n/locales/${language}/on-demand/problems.json`, import.meta.url);
    return [language, textsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).problem.unavailable];
  }),
) as Record<Language, string>;

interface PageCachingOptions {
  database: Database;
  today: () => string;
  beforeSend: (request: IncomingMessage, response: ServerResponse) => void;
  onHit: (request: IncomingMessage, route: string, status: number) => void;
  /** Queues for rendering pages and for computing data of the API. */
  queues: { page: RenderQueue; data: RenderQueue };
  softStaleMs?: number | undefined;
  maxBytes?: number | undefined;
  cdnSeconds?: number | undefined;
}

/** Caches the public pages and API responses: what decides about a response, who waits, and what a refusal says. */
export function cachePages(
  app: FastifyInstance,
  {
    database,
    queues,
    softStaleMs = SOFT_STALE_MS,
    maxBytes = CACHE_MEMORY,
    cdnSeconds,
    today,
    beforeSend,
    onHit,
  }: PageCachingOptions,
): ReturnType<typeof createPageCache> {
  return createPageCache(app, {
    revision: database.revision,
    dependsOnAll: DEPENDS_ON_ALL,
    isUnavailable: (error) => databaseProblem(error) !== undefined,
    acquire: (request, kind) => queues[kind].acquire(lineOf(request.ip)),
    ...{
      softStaleMs,
      maxBytes,
      cdnSeconds,
      today,
      beforeSend,
      onHit,
      variantOf,
      varyOf,
      isPersonal,
      refuse: refuseWhileBusy,
    },
    variantHeaders: (language) => ({ 'accept-language': language }),
  });
}

const isApi = (url: string) => url.startsWith('/api/');

/**
 * Cache variant of a page: its language. Empty for API addresses, which name the language, and for files
 * without a language.
 */
function variantOf({ url = '', headers }: IncomingMessage): string {
  if (isApi(url) || WITHOUT_LANGUAGE.test(url.split('?')[0] ?? '')) return '';
  const { cookie, 'accept-language': acceptLanguage } = headers;
  return requestLanguage({ pathname: url, cookie, acceptLanguage });
}

/** Files for crawlers: the same in every language. */
const WITHOUT_LANGUAGE = /^\/(?:robots\.txt|sitemap\.xml|sitemaps\/.*)$/;

function varyOf(url: string): string {
  const [path = ''] = url.split('?');
  return isApi(url) || pathLanguage(path) || WITHOUT_LANGUAGE.test(path)
    ? 'Accept-Encoding'
    : 'Accept-Encoding, Accept-Language, Cookie';
}

/** API answers may depend on the caller; pages are the same for all visitors. */
const isPersonal = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.authorization !== undefined && isApi(url);

function refuseWhileBusy(request: FastifyRequest, reply: FastifyReply, kind: 'page' | 'data'): FastifyReply {
  if (kind === 'data')
    throw problem('unavailable', 'Too many requests are waiting; try again in a moment.', {
      retryAfter: PAGE_RETRY_AFTER,
    });
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const language = requestLanguage({ pathname: request.url, cookie, acceptLanguage });
  return reply
    .code(503)
    .header('retry-after', PAGE_RETRY_AFTER)
    .header('cache-control', 'no-store')
    .header('content-security-policy', BUSY_POLICY)
    .type('text/html; charset=utf-8')
    .send(busyPage(language, BUSY_TEXTS[language], PAGE_RETRY_AFTER));
}

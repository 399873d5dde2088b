import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CachedResponse } from './cached-response.ts';
import { type CacheDependencies, trackDependencies } from './dependencies.ts';
import { acceptedEncoding } from './encoding.ts';
import type { PageCacheOptions } from './options.ts';
import { createSingleFlight } from './single-flight.ts';
import { createStoredResponses } from './stored-responses.ts';

/** How long to wait for the revision if a cached response can be sent instead, in milliseconds. */
const REVISION_TIMEOUT = 1000;
/** Pause after a timeout before the revision is queried again, in milliseconds. */
const RETRY_REVISION_AFTER = 1000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether responses of the route are cached: as pages for readers, or as data for programs. */
    cached?: 'page' | 'data' | false;
  }
  interface FastifyRequest {
    isQueued: boolean;
    /** What the response depends on; a response without dependencies depends on everything. */
    cacheDependencies: CacheDependencies | undefined;
  }
}

/** Answers a request from the cache. @returns false where it has to be routed */
export type AnswerFromCache = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Caches GET responses of routes with `config.cached`, by URL and variant, until one of their tags changes. Of
 * requests for the same missing response one renders it and the others wait (single flight). Soft-stale pages are
 * sent and rendered again in the background; while the database is away, stale ones are sent as well.
 */
export function createPageCache(app: FastifyInstance, options: PageCacheOptions): AnswerFromCache {
  const { revision, today, cdnSeconds, dependsOnAll } = options;
  const { responses, keyOf, lookup, encode, send, sendStale, stopRevalidating } = createStoredResponses(
    app,
    options,
  );
  const { renderingOf, begin, finish } = createSingleFlight(app);
  const revisionSoon = createRevisionReader(options);
  let closing = false;

  const isCacheable = (request: IncomingMessage) =>
    (request.method === 'GET' || request.method === 'HEAD') && !options.isPersonal(request);

  app.decorateRequest('isQueued', false);
  app.decorateRequest('cacheDependencies', undefined);

  app.addHook('onRequest', async (request, reply) => {
    const { cached: kind } = request.routeOptions.config;
    if (!kind || !isCacheable(request.raw)) return;
    const key = keyOf(request.raw);
    const kept = responses.get(key);
    const current = kept ? await revisionSoon() : await revision.current();
    if (kept && current === undefined) return sendStale(request, reply, kept);
    // Includes the revision: a request after a change must not wait for a rendering that began before.
    const slot = `${current} ${key}`;
    let response = lookup(key);
    while (!response) {
      const other = renderingOf(slot);
      if (other) {
        response = await other;
        continue;
      }
      begin(request, { slot, key, revision: current ?? 0 });
      request.isQueued = true;
      request.release = await options.acquire(request, kind);
      request.isQueued = false;
      if (request.release && request.inFlight) return;
      const hungUp = !request.inFlight;
      finish(request);
      if (hungUp) return reply.hijack();
      const old = responses.get(key);
      return old ? sendStale(request, reply, old) : options.refuse(request, reply, kind);
    }
    trackDependencies(response.dependencies);
    const encoded = await encode(key, response, request.raw);
    reply.hijack();
    send(request.raw, reply.raw, response, encoded);
    return reply;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const job = request.inFlight;
    const isPrivate = /private|no-store/.test(String(reply.getHeader('cache-control') ?? ''));
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!job || isPrivate || reply.statusCode !== 200 || !isWhole) {
      finish(request);
      trackDependencies(dependsOnAll);
      return payload;
    }
    const isPage = request.routeOptions.config.cached === 'page';
    const vary = options.varyOf(request.url);
    const response = new CachedResponse(payload, {
      route: request.routeOptions.url ?? 'none',
      isPage,
      status: reply.statusCode,
      headers: reply.getHeaders(),
      vary,
      dependencies: request.cacheDependencies ?? dependsOnAll,
      revision: job.revision,
      day: today(),
      // Data is read right after a write, and what depends on a cookie is for no shared cache.
      cdnSeconds: isPage && vary === 'Accept-Encoding' ? cdnSeconds : undefined,
    });
    trackDependencies(response.dependencies);
    responses.set(job.key, response);
    finish(request, response);
    if (response.isKnownTo(request.raw)) {
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      setHeaders(reply, response.notModifiedHeaders);
      return '';
    }
    const { headers, body } = await encode(job.key, response, request.raw);
    setHeaders(reply, headers);
    return body;
  });

  app.addHook('onResponse', async (request) => finish(request));
  app.addHook('onTimeout', async (request) => finish(request));
  // A client that hangs up does not free the place of work that has begun: hanging up would be a way past the queue.
  app.addHook('onRequestAbort', async (request) => {
    if (request.isQueued) finish(request);
  });
  app.addHook('preClose', async () => {
    // From here on Fastify tells clients to close their connections.
    closing = true;
    await stopRevalidating();
  });

  return (request, response) => {
    if (closing || !isCacheable(request) || revision.known() === undefined) return false;
    const cached = lookup(keyOf(request));
    const encoded = cached?.encodedAlready(acceptedEncoding(request, cached.length));
    if (!cached || !encoded) return false;
    send(request, response, cached, encoded);
    options.onHit(request, cached.route, response.statusCode);
    return true;
  };
}

function setHeaders(reply: FastifyReply, headers: readonly string[]): void {
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1]);
}

/** @returns a reader of the revision that gives up after a second where the database does not answer */
function createRevisionReader({ revision, isUnavailable }: PageCacheOptions) {
  let awayUntil = 0;
  return async (): Promise<number | undefined> => {
    const known = revision.known();
    if (known !== undefined || performance.now() < awayUntil) return known;
    try {
      const late = setTimeout(REVISION_TIMEOUT, undefined, { ref: false });
      const current = await Promise.race([revision.current(), late]);
      if (current !== undefined) return current;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    awayUntil = performance.now() + RETRY_REVISION_AFTER;
    return undefined;
  };
}

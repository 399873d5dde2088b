import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse } from './cached-response.ts';
import { trackDependencies } from './dependencies.ts';
import { acceptedEncoding } from './encoding.ts';
import type { PageCacheOptions } from './options.ts';
import { createStore, freshness } from './page-cache.ts';
import { createRevalidator } from './revalidator.ts';

/** Set while a page is rendered in the background: a soft-stale page must not answer with itself. */
const revalidating = new AsyncLocalStorage<true>();

/** The stored responses of a server: which may be sent, and how; soft-stale ones are rendered again. */
export function createStoredResponses(app: FastifyInstance, options: PageCacheOptions) {
  const responses = createStore(options.maxBytes);
  const keyOf = (request: IncomingMessage) => `${options.variantOf(request)} ${request.url}`;

  const revalidator = createRevalidator((key) => {
    const [variant = '', url = ''] = key.split(' ');
    const headers = { ...options.variantHeaders(variant), 'accept-encoding': 'br' };
    return revalidating.run(true, async () => void (await app.inject({ url, headers })));
  });

  /** The cached response for a key, where it may be sent. */
  const lookup = (key: string): CachedResponse | undefined => {
    const response = responses.get(key);
    const state = response && freshness(response, options);
    if (state !== 'soft-stale') return state === 'fresh' ? response : undefined;
    if (revalidating.getStore()) return undefined;
    revalidator.add(key);
    return response;
  };

  /** Encodes a response; the store learns of its new size. */
  const encode = async (key: string, response: CachedResponse, request: IncomingMessage) => {
    const encoding = acceptedEncoding(request, response.length);
    const ready = response.encodedAlready(encoding);
    if (ready) return ready;
    const encoded = await response.encoded(encoding);
    if (responses.peek(key) === response) {
      responses.delete(key);
      responses.set(key, response);
    }
    return encoded;
  };

  const send = (
    request: IncomingMessage,
    response: ServerResponse,
    cached: CachedResponse,
    encoded: Parameters<CachedResponse['send']>[2],
  ) => {
    options.beforeSend(request, response);
    cached.send(request, response, encoded);
  };

  const sendStale = async (request: FastifyRequest, reply: FastifyReply, response: CachedResponse) => {
    const encoded = await response.encodedStale(acceptedEncoding(request.raw, response.length));
    trackDependencies(response.dependencies, response.revision);
    reply.hijack();
    send(request.raw, reply.raw, response, encoded);
    return reply;
  };

  return { responses, keyOf, lookup, encode, send, sendStale, stopRevalidating: () => revalidator.stop() };
}

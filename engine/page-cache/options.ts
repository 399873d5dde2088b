import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheDependencies } from './dependencies.ts';
import type { FreshnessOptions } from './page-cache.ts';

/** Gives a place in the queue to the next request. */
export type ReleaseTurn = () => void;

export interface PageCacheOptions extends FreshnessOptions {
  /** Memory for cached responses, in bytes. */
  maxBytes: number;
  /** How long a CDN may keep a page, in seconds; undefined where none may. */
  cdnSeconds: number | undefined;
  /** Default dependencies of a response. */
  dependsOnAll: CacheDependencies;
  /** The part of a request beside its URL that decides about the response, such as the language. */
  variantOf(request: IncomingMessage): string;
  /** Request headers that ask for a variant. */
  variantHeaders(variant: string): Record<string, string>;
  /** Value of the `Vary` header. */
  varyOf(url: string): string;
  /** Whether the response may depend on who asks: then it is neither cached nor answered from the cache. */
  isPersonal(request: IncomingMessage): boolean;
  /** Waits for a turn to render; resolves to undefined where too many requests wait. */
  acquire(request: FastifyRequest, kind: 'page' | 'data'): Promise<ReleaseTurn | undefined>;
  /** Refuses a request that found no place in the queue. @throws an error that says so */
  refuse(request: FastifyRequest, reply: FastifyReply, kind: 'page' | 'data'): FastifyReply;
  /** Whether an error says that the database is away for now. */
  isUnavailable(error: unknown): boolean;
  /** Called before a cached response is sent past the hooks; may set headers that are of this request alone. */
  beforeSend(request: IncomingMessage, response: ServerResponse): void;
  /** Called for each request that is answered before routing, which no hook hears of. */
  onHit(request: IncomingMessage, route: string, status: number): void;
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** Name of a piece of data that responses are made of. A write says which tags it changes. */
export type CacheTag = string;

/** Tags of the data that a response is made of. */
export interface CacheDependencies {
  /** A change of one of these makes the response stale. */
  tags: readonly CacheTag[];
  /** Counters that move with every reader: a change makes a page stale only after `softStaleMs`. */
  softTags?: readonly CacheTag[];
  /** The response contains figures of today: it is stale on the next day. */
  daily?: boolean;
}

interface Scope {
  tags: Set<CacheTag>;
  softTags: Set<CacheTag>;
  daily: boolean;
  revision: number;
  shared: Map<string, Promise<unknown>>;
}

/** The page that is being rendered. */
const rendering = new AsyncLocalStorage<Scope>();

/**
 * Adds dependencies to the page that is being rendered; does nothing outside of a page.
 * @param revision of the data, where it was served stale
 */
export function trackDependencies(
  { tags, softTags = [], daily = false }: CacheDependencies,
  revision = Number.POSITIVE_INFINITY,
): void {
  const page = rendering.getStore();
  if (!page) return;
  for (const tag of tags) page.tags.add(tag);
  for (const tag of softTags) page.softTags.add(tag);
  page.daily ||= daily;
  page.revision = Math.min(page.revision, revision);
}

/** Renders a page, and notes on its request the dependencies of all the data that it reads meanwhile. */
export async function collectDependencies<T>(request: FastifyRequest, render: () => Promise<T>): Promise<T> {
  const page: Scope = {
    tags: new Set(),
    softTags: new Set(),
    daily: false,
    revision: Number.POSITIVE_INFINITY,
    shared: new Map(),
  };
  const result = await rendering.run(page, render);
  request.cacheDependencies = { tags: [...page.tags], softTags: [...page.softTags], daily: page.daily };
  if (request.inFlight) request.inFlight.revision = Math.min(request.inFlight.revision, page.revision);
  return result;
}

/** Reads data that several calls of the same page need once for all of them. */
export function oncePerPage<T>(key: string, read: () => Promise<T>): Promise<T> {
  const page = rendering.getStore();
  if (!page) return read();
  const value = (page.shared.get(key) as Promise<T> | undefined) ?? read();
  page.shared.set(key, value);
  return value;
}

import type { FastifyReply, FastifyRequest } from 'fastify';

export interface PageCount {
  /** All that match, on any page. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** X-Total-Count, and where the next page is. */
export function announcePage(request: FastifyRequest, reply: FastifyReply, page: PageCount): void {
  reply.header('x-total-count', page.total);
  if (page.next !== null) announceNext(request, reply, page.next);
}

/** Where the next page is. */
export function announceNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const address = new URL(request.url, 'http://localhost');
  address.searchParams.set('cursor', cursor);
  // The cursor already stands behind what was skipped.
  address.searchParams.delete('offset');
  reply.header('link', `<${address.pathname}${address.search}>; rel="next"`);
}

import type { FastifyReply, FastifyRequest } from 'fastify';

export interface PageCount {
  /** Number of all matches, on all pages. */
  total: number;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** Sets X-Total-Count, and Link to the next page. */
export function announcePage(request: FastifyRequest, reply: FastifyReply, page: PageCount): void {
  reply.header('x-total-count', page.total);
  if (page.next !== null) announceNext(request, reply, page.next);
}

/** Sets Link to the next page. */
export function announceNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  const address = new URL(request.url, 'http://localhost');
  address.searchParams.set('cursor', cursor);
  // The cursor is already behind the skipped rows.
  address.searchParams.delete('offset');
  reply.header('link', `<${address.pathname}${address.search}>; rel="next"`);
}

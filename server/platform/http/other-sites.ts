import type { FastifyInstance, FastifyRequest } from 'fastify';
import { VISITOR_HEADER } from '../../../core/analytics/visitor-session.ts';
import { problem } from '../../../core/problem.ts';

/** Headers that a browser sends across sites only after a preflight, which is never allowed. */
const PREFLIGHTED_HEADERS = ['authorization', VISITOR_HEADER];

/**
 * Refuses writes that another site has a visitor's browser make without asking: by a form, a beacon or
 * a request without a body. Programs that are no browsers say nothing of a site and are let through.
 */
export function refuseOtherSites(app: FastifyInstance, siteUrl: string): void {
  const site = new URL(siteUrl).host;
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || needsPreflight(request)) return;
    if (isFromOtherSite(request, site)) {
      throw problem('forbidden', 'Another site cannot do this for a visitor.');
    }
  });
}

function needsPreflight({ headers }: FastifyRequest): boolean {
  return (
    PREFLIGHTED_HEADERS.some((name) => headers[name] !== undefined) ||
    /^application\/json\b/i.test(headers['content-type'] ?? '')
  );
}

function isFromOtherSite({ headers, host }: FastifyRequest, site: string): boolean {
  const relation = headers['sec-fetch-site'];
  if (relation !== undefined) return relation !== 'same-origin' && relation !== 'none';
  // Browsers leave that out where the address is no https.
  const { origin } = headers;
  if (origin === undefined) return false;
  const from = URL.parse(origin)?.host;
  return from !== host && from !== site;
}

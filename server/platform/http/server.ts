import Fastify, { type FastifyInstance } from 'fastify';
import type { createPageCache } from '#engine/page-cache';
import { knownAddress } from '../../../core/page-address.ts';
import type { Env } from '../../env.ts';
import { withPlainAddresses } from '../limits/network.ts';
import { loggerOptions } from './logging.ts';
import { normalizeAddress, readableAddress } from './request-address.ts';
import { requestIdOf } from './request-id.ts';
import { serverWithTimeouts, type Timeouts } from './timeouts.ts';
import { trustedProxies, trustsProxy } from './trusted-proxies.ts';

/** Largest body of a call that does not say otherwise, in bytes. */
const BODY_LIMIT = 256 * 1024;

interface HttpServerOptions {
  env: Pick<Env, 'LOG_LEVEL' | 'TRUST_PROXY'>;
  timeouts: Timeouts;
  /** Whether Vite serves the pages: it adds query parameters of its own. */
  isDevelopment: boolean;
  /** Answers before routing where it can. */
  answerFromCache: ReturnType<typeof createPageCache>;
}

/** Makes the server without hooks and routes: its connections, addresses of requests, proxies and log. */
export function createHttpServer({
  env,
  timeouts,
  isDevelopment,
  answerFromCache,
}: HttpServerOptions): FastifyInstance {
  const addressOf = (url = '/') =>
    isDevelopment ? normalizeAddress(url) : knownAddress(normalizeAddress(url));
  const isProxyTrusted = trustsProxy(env.TRUST_PROXY);
  let isProxyWarned = false;
  const app = Fastify({
    serverFactory: (route) =>
      serverWithTimeouts(timeouts, (request, response) => {
        request.url = addressOf(request.url);
        try {
          if (answerFromCache(request, response)) return;
        } catch (error) {
          // This runs outside of Fastify, which would catch the error: one request must not end the process.
          app.log.error(error);
          response.destroy();
          return;
        }
        route(request, response);
      }),
    logger: loggerOptions(env.LOG_LEVEL) ?? false,
    bodyLimit: BODY_LIMIT,
    rewriteUrl: (request) => {
      const { 'x-forwarded-for': forwarded } = request.headers;
      if (forwarded !== undefined && !isProxyTrusted && !isProxyWarned) {
        isProxyWarned = true;
        app.log.warn(
          'X-Forwarded-For comes, and TRUST_PROXY is not set: clients behind a proxy count as one',
        );
      }
      if (typeof forwarded === 'string') request.headers['x-forwarded-for'] = withPlainAddresses(forwarded);
      return readableAddress(addressOf(request.url));
    },
    trustProxy: trustedProxies(env.TRUST_PROXY),
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: 1000 },
    // Requests that arrive on open connections while closing are answered, not refused.
    return503OnClosing: false,
  });
  return app;
}

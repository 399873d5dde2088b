import type { FastifyInstance } from 'fastify';

/**
 * Addresses that are as good as a password: pages that mailed links lead to, the console's invitation and the way
 * back from an OpenID provider, and whatever else carries a token.
 */
const WITH_TOKEN =
  /^\/(?:[\w-]+\/)?(?:verify-email|reset-password|invitation|sign-in)(?:[?.]|$)|[?&](?:token|code|state|link|join)=/;

/** Policy of everything that is not a page; pages bring their own with the hashes of their scripts. */
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'";

export function setSecurityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('x-content-type-options', 'nosniff');
    // The built scripts and styles of a page: what they may do, the page's own headers say.
    if (request.url.startsWith('/assets/')) return payload;
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NOTHING_RUNS);
    const isSecret = WITH_TOKEN.test(request.url);
    reply.header('referrer-policy', isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin');
    // No cache, a CDN included, may store responses of these addresses.
    if (isSecret) reply.header('cache-control', 'no-store');
    if (request.headers.authorization && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    reply.header('cross-origin-opener-policy', 'same-origin');
    if (options.https) reply.header('strict-transport-security', 'max-age=31536000');
    return payload;
  });
}

import type { FastifyInstance } from 'fastify';
import { offeredLanguages, pathLanguage, usualLanguage } from '../../../core/languages.ts';

/**
 * Redirects addresses in a language that the directory does not offer to the same page, feed or file in its usual
 * language. For now only (302): the language may be offered again.
 */
export function leaveUnofferedLanguages(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const language = pathLanguage(request.url);
    if (language === undefined || offeredLanguages().includes(language)) return;
    const rest = request.url.slice(language.length + 1);
    return reply.header('cache-control', 'no-cache').redirect(`/${usualLanguage()}${rest}`, 302);
  });
}

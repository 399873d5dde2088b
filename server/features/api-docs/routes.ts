import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding, encodeBody } from '#engine/page-cache';
import { calls } from '../../../core/api/calls.ts';
import { MEBIBYTE } from '../../../core/bytes.ts';
import { oncePerDirectory } from '../../../core/directory/current.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import type { Services } from '../../services.ts';
import { openApi } from './openapi.ts';
import { DOCS_STYLE, docsPage } from './page.ts';

/** The description and its page have about a megabyte. */
const LARGE_BYTES = MEBIBYTE;

/** A text in each encoding, documents when it is first asked for. */
function encodedOnce(text: string): (encoding: Encoding) => Promise<Buffer> {
  const documents: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return (encoding) => {
    documents[encoding] ??= encodeBody(Buffer.from(text), encoding, { isCached: true });
    return documents[encoding];
  };
}

export function apiDocsRoutes(app: FastifyInstance, { env }: Services): void {
  // The description names today's categories.
  const documents = oncePerDirectory(() => {
    const api = openApi(calls, { title: env.SITE_NAME, url: env.SITE_URL, version: packageFile.version });
    return { json: encodedOnce(JSON.stringify(api)), html: encodedOnce(docsPage(api, env.SITE_NAME)) };
  });
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    of: 'json' | 'html',
  ): Promise<FastifyReply> {
    const encoding = acceptedEncoding(request.raw, LARGE_BYTES);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.header('vary', 'Accept-Encoding').send(await documents()[of](encoding));
  }
  app.get('/api/openapi.json', async (request, reply) =>
    send(request, reply.header('content-type', 'application/json; charset=utf-8'), 'json'),
  );
  app.get('/api/docs', async (request, reply) => {
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
    return send(request, reply, 'html');
  });
  app.get('/api/docs/style.css', async (_request, reply) =>
    reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(DOCS_STYLE),
  );
}

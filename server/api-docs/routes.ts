import type { FastifyInstance } from 'fastify';
import { calls } from '../../core/calls.ts';
import packageFile from '../../package.json' with { type: 'json' };
import type { Services } from '../services.ts';
import { openApi } from './openapi.ts';
import { DOCS_STYLE, docsPage } from './page.ts';

export function apiDocsRoutes(app: FastifyInstance, { env }: Services): void {
  let made: { json: string; html: string } | undefined;
  const make = () => {
    const api = openApi(calls, { title: env.SITE_NAME, url: env.SITE_URL, version: packageFile.version });
    return { json: JSON.stringify(api), html: docsPage(api) };
  };
  app.get('/api/openapi.json', async (_request, reply) => {
    made ??= make();
    return reply.header('content-type', 'application/json; charset=utf-8').send(made.json);
  });
  app.get('/api/docs', async (_request, reply) => {
    made ??= make();
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      .send(made.html);
  });
  app.get('/api/docs/style.css', async (_request, reply) =>
    reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(DOCS_STYLE),
  );
}

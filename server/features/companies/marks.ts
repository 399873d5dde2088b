import type { FastifyInstance } from 'fastify';
import { markSvg } from '../../../core/design/mark-svg.ts';
import { lightHue } from '../../../core/directory/current.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { isStorable } from '../../../core/text.ts';
import type { Services } from '../../services.ts';
import { readCompany } from './store.ts';

const MARK_FILE = /^(.{1,200})\.svg$/u;

/** Serves the mark of each company that is shown, as a picture that others can link to. */
export function serveMarks(app: FastifyInstance, { database }: Services): void {
  app.get<{ Params: { file: string } }>('/marks/:file', { logLevel: 'warn' }, async (request, reply) => {
    const id = MARK_FILE.exec(request.params.file)?.[1];
    if (!id || !isStorable(id)) throw problem('not_found', 'There is no such mark.');
    // Hidden companies are not found.
    const company = await readCompany(database.read, id, DEFAULT_LANGUAGE);
    return reply
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'public, max-age=3600')
      .send(markSvg(company, lightHue(company.category)));
  });
}

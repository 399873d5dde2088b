import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { requestLanguage } from '../../../core/request-language.ts';
import type { Database } from '../../platform/database/types.ts';
import type { Services } from '../../services.ts';
import { searchConnection } from './list-query.ts';

/**
 * Leads to any company, another one than `?company=` names: that which is being read. Outside of the
 * pages, because those are kept.
 */
export function surpriseRoutes(app: FastifyInstance, { database }: Services): void {
  for (const fixed of [undefined, ...LANGUAGES]) {
    const prefix = fixed ? `/${fixed}` : '';
    app.get<{ Querystring: { company?: unknown } }>(`${prefix}/surprise`, async (request, reply) => {
      const { cookie, 'accept-language': acceptLanguage } = request.headers;
      const language = requestLanguage({ pathname: request.url, cookie, acceptLanguage });
      const id = await findSurprise(database, language, request.query.company);
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
      return reply.redirect(`${prefix}${id ? `/companies/${encodeURIComponent(id)}` : '/all'}`, 302);
    });
  }
}

async function findSurprise(
  database: Database,
  language: Language,
  without: unknown,
): Promise<string | undefined> {
  const ids = await idsIn(database, language);
  if (ids.length === 0) return undefined;
  const at = randomInt(ids.length);
  if (ids[at] !== without) return ids[at];
  return ids.length > 1 ? ids[(at + 1) % ids.length] : undefined;
}

/** The shown companies that have a text in a language; read once until the directory changes. */
function idsIn(database: Database, language: Language): Promise<string[]> {
  return database.cached(`shown in ${language}`, async () => {
    const db = await searchConnection(database);
    const rows = await db
      .selectFrom('companies as c')
      .innerJoin('company_texts as t', 'c.id', 't.company_id')
      .select('c.id')
      .where('c.show_on_site', '=', 1)
      .where('t.language', '=', language)
      .execute();
    return rows.map(({ id }) => id);
  });
}

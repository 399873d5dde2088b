import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changeLine } from '../../../core/changes/text.ts';
import { companyNotFound } from '../../../core/companies/not-found.ts';
import { siteName } from '../../../core/directory/site-name.ts';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { isStorable } from '../../../core/text.ts';
import type { Services } from '../../services.ts';
import { findChanges } from '../changes/index.ts';
import { readCompany } from '../companies/index.ts';
import { taglineIn, textsOf } from '../directory/index.ts';
import { feedLanguage } from './feeds.ts';
import { type Feed, type FeedFormat, sendFeed } from './format.ts';

/** Entries of a feed of changes. */
const FEED_CHANGES = 50;

/** What changed in the directory and at each company, as Atom and as JSON Feed, for each language. */
export function changeFeedRoutes(app: FastifyInstance, { database, env }: Services): void {
  async function feed(
    language: Language,
    prefix: string,
    format: FeedFormat,
    company?: { id: string; name: string; description: string },
  ): Promise<Feed> {
    const companies = textsOf(language, 'companies');
    const categories = textsOf(language, 'categories') as Record<string, { name: string }>;
    const texts = {
      text: (key: string) => String(companies[key] ?? key),
      category: (id: string) => categories[id]?.name ?? id,
    };
    const site = siteName(env.SITE_NAME, language);
    const { changes } = await findChanges(database.read, {
      language,
      limit: FEED_CHANGES,
      company: company?.id,
    });
    const path = company ? `/companies/${encodeURIComponent(company.id)}` : '';
    return {
      language,
      title: [String(companies['changesTitle']), ...(company ? [company.name] : []), site].join(' · '),
      description: company?.description ?? taglineIn(language),
      page: `${env.SITE_URL}${prefix}${path}` || env.SITE_URL,
      self: `${env.SITE_URL}${prefix}${path || '/changes'}/feed.${format}`,
      author: site,
      entries: changes.map((change) => {
        const address = `${env.SITE_URL}/${language}/companies/${encodeURIComponent(change.company.id)}`;
        const line = changeLine(change, language, texts);
        return {
          id: `${address}#${change.id}`,
          address,
          title: `${change.company.name} · ${line}`,
          text: change.source ? `${line} ${change.source}` : line,
          published: change.at,
          updated: change.at,
        };
      }),
    };
  }

  for (const fixed of [undefined, ...LANGUAGES]) {
    const prefix = fixed ? `/${fixed}` : '';
    const languageOf = (request: FastifyRequest) => fixed ?? feedLanguage(request);
    for (const format of ['xml', 'json'] as const) {
      const send = async (request: FastifyRequest, reply: FastifyReply, id?: string) => {
        const language = languageOf(request);
        if (id !== undefined && !isStorable(id)) throw companyNotFound(id);
        const company = id === undefined ? undefined : await readCompany(database.read, id, language);
        return sendFeed(reply, await feed(language, prefix, format, company), format);
      };
      app.get(`${prefix}/changes/feed.${format}`, { config: { cached: 'data' } }, send);
      app.get<{ Params: { id: string } }>(
        `${prefix}/companies/:id/feed.${format}`,
        { config: { cached: 'data' } },
        (request, reply) => send(request, reply, request.params.id),
      );
    }
  }
}

import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/translations/calls.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { markAllReviewed, markReviewed, readStatus } from './store.ts';
import { saveTranslations, translate } from './translate.ts';

export function translationRoutes(app: FastifyInstance, { database, ai }: Services): void {
  route(app, calls.readTranslationStatus, async ({ query, reply }) => {
    const { total, ...status } = await readStatus(database, query);
    reply.header('x-total-count', total);
    return status;
  });

  route(app, calls.generateTranslations, async ({ body, write }) => {
    const { companyId, targetLanguages, provider } = body;
    const made = await translate(database.read, ai, companyId, { targets: targetLanguages, provider });
    // Nothing came of it at all: the reason says more than a list of languages.
    if (made.failure && Object.keys(made.texts).length === 0) throw made.failure;
    const translated = await write(async (unit) => (await saveTranslations(unit, companyId, made)).saved);
    const failed = targetLanguages.filter((language) => !translated.includes(language));
    return { success: failed.length === 0, translated, failed };
  });

  route(app, calls.reviewTranslations, async ({ body, write }) => ({
    reviewed: await write((unit) => markAllReviewed(unit, [...new Set(body.companyIds)])),
  }));

  route(app, calls.reviewTranslation, async ({ params: { id }, body: { language }, write }) => {
    await write((unit) => markReviewed(unit, id, language));
    return { success: true as const };
  });
}

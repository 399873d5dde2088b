import type { FastifyInstance } from 'fastify';
import * as calls from '../../core/translations/calls.ts';
import type { App } from '../app.ts';
import { audit } from '../audit/audit.ts';
import { route } from '../http/route.ts';
import { markReviewed, readStatus } from './store.ts';
import { saveTranslations, translate } from './translate.ts';

export function translationRoutes(app: FastifyInstance, { database, admins, ai, now }: App): void {
  route(app, calls.readTranslationStatus, async () => readStatus(database.read));

  route(app, calls.generateTranslations, async ({ body, request }) => {
    const { admin } = await admins.require(request);
    const { companyId, targetLanguages, provider } = body;
    const made = await translate(database.read, ai, companyId, { targets: targetLanguages, provider });
    // Nothing came of it at all: the reason says more than a list of languages.
    if (made.failure && Object.keys(made.texts).length === 0) throw made.failure;
    const translated = await database.write(async (tx) => {
      const { saved } = await saveTranslations(tx, companyId, made, now());
      await audit(tx, {
        admin: admin.username,
        action: 'translations.generate',
        subject: companyId,
        after: { from: made.source, to: saved, model: made.model },
        at: now().toISOString(),
      });
      database.touch();
      return saved;
    });
    const failed = targetLanguages.filter((language) => !translated.includes(language));
    return { success: failed.length === 0, translated, failed };
  });

  route(app, calls.reviewTranslation, async ({ params: { id }, body: { language }, request }) => {
    const { admin } = await admins.require(request);
    await database.write(async (tx) => {
      await markReviewed(tx, id, language);
      await audit(tx, {
        admin: admin.username,
        action: 'translations.review',
        subject: id,
        after: { language },
        at: now().toISOString(),
      });
      database.touch();
    });
    return { success: true as const };
  });
}

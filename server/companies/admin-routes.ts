import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '../../core/companies/admin-calls.ts';
import { LIST_MAX } from '../../core/companies/calls.ts';
import { COMMON_FIELDS, TEXT_FIELDS } from '../../core/companies/fields.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../core/languages.ts';
import type { App } from '../app.ts';
import { audit } from '../audit/audit.ts';
import { yearOf } from '../clock.ts';
import { announcePage } from '../http/list-headers.ts';
import { route } from '../http/route.ts';
import { findCompanyRows, readAdminCompanies, readAdminCompany } from './admin-store.ts';
import { findBin, moveToBin, removeFromBin, restoreFromBin } from './bin.ts';
import { type CompanySave, createCompany, saveCompany } from './editing.ts';
import { previewEvaluation, runEvaluation } from './evaluation.ts';
import { readHistory, stateAt } from './history.ts';
import { findCompanies } from './store.ts';

/** Moves that a preview lists without a limit. */
const PREVIEW = 100;

const languageOf = (given: { language?: Language | undefined; lang?: Language | undefined } | undefined) =>
  given?.language ?? given?.lang ?? DEFAULT_LANGUAGE;

/**
 * The fields of a body, some of them in the body's language, as a save. `founder` is a common field;
 * a change in another language than English is that language's spelling.
 */
export function toSave(body: calls.CompanyChanges | calls.NewCompany, { isNew = false } = {}): CompanySave {
  const language = languageOf(body);
  const { content = {} } = body;
  const pick = (fields: readonly string[]) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = (body as Record<string, unknown>)[field];
        return value === undefined ? [] : [[field, value]];
      }),
    );
  const local = language !== DEFAULT_LANGUAGE && !isNew;
  const common = pick(COMMON_FIELDS.filter((field) => field !== 'founder' || !local));
  const text = pick(TEXT_FIELDS.filter((field) => field !== 'founder' || local));
  const texts = { ...content };
  if (Object.keys(text).length > 0) texts[language] = { ...text, ...content[language] };
  return { common, texts };
}

export function adminCompanyRoutes(app: FastifyInstance, context: App): void {
  const { database, admins, now, today } = context;
  const year = () => yearOf(today());
  const person = async (request: FastifyRequest) => {
    const { admin } = await admins.require(request);
    return { admin: admin.username, actor: { kind: 'person' as const, name: admin.username } };
  };

  route(app, calls.findAdminCompanies, async ({ query, request, reply }) => {
    const language = languageOf(query);
    const page = await findCompanies(
      database,
      { ...query, language, sort: query.sort ?? 'score', limit: query.limit ?? LIST_MAX },
      { includeHidden: true },
    );
    announcePage(request, reply, page);
    return readAdminCompanies(
      database.read,
      page.companies.map((company) => company.id),
      language,
    );
  });

  route(app, calls.findCompanyRows, async ({ query }) => findCompanyRows(database.read, languageOf(query)));

  route(app, calls.searchAdminCompanies, async ({ query, request, reply }) => {
    const language = languageOf(query);
    const page = await findCompanies(
      database,
      { q: query.q, language, sort: 'score', limit: query.limit ?? LIST_MAX },
      { includeHidden: true },
    );
    announcePage(request, reply, page);
    return readAdminCompanies(
      database.read,
      page.companies.map((company) => company.id),
      language,
    );
  });

  route(app, calls.readAdminCompany, async ({ params }) => readAdminCompany(database.read, params.id));

  route(app, calls.createCompany, async ({ body, request }) => {
    const { admin, actor } = await person(request);
    return database.write(async (tx) => {
      const id = await createCompany(tx, toSave(body, { isNew: true }), {
        actor: body.model === undefined ? actor : { kind: 'ai', name: body.model },
        proposed: body.model_fields,
        now: now(),
        year: year(),
      });
      const company = await readAdminCompany(tx, id, languageOf(body));
      await audit(tx, {
        admin,
        action: 'company.create',
        subject: id,
        after: company.name,
        at: now().toISOString(),
      });
      database.touch();
      return company;
    });
  });

  route(app, calls.updateCompany, async ({ params: { id }, body, request }) => {
    const { admin, actor } = await person(request);
    return database.write(async (tx) => {
      const changes = await saveCompany(tx, id, toSave(body), {
        actor: body.model === undefined ? actor : { kind: 'ai', name: body.model },
        now: now(),
        expectedVersion: body.version,
      });
      if (changes.length > 0) {
        await audit(tx, {
          admin,
          action: 'company.update',
          subject: id,
          before: changes.map(({ field, language, before }) => ({ field, language, value: before })),
          after: changes.map(({ field, language, after }) => ({ field, language, value: after })),
          at: now().toISOString(),
        });
      }
      database.touch();
      return readAdminCompany(tx, id, languageOf(body));
    });
  });

  route(app, calls.deleteCompany, async ({ params: { id }, request }) => {
    const { admin } = await person(request);
    return database.write(async (tx) => {
      const bin_id = await moveToBin(tx, id, admin, now());
      await audit(tx, { admin, action: 'company.delete', subject: id, at: now().toISOString() });
      database.touch();
      return { success: true as const, bin_id };
    });
  });

  route(app, calls.setVisibility, async ({ params: { id }, body: { show_on_site }, request }) => {
    const { admin, actor } = await person(request);
    return database.write(async (tx) => {
      const changes = await saveCompany(
        tx,
        id,
        { common: { show_on_site } },
        { actor, now: now(), action: 'visibility' },
      );
      if (changes.length > 0) {
        await audit(tx, {
          admin,
          action: show_on_site ? 'company.show' : 'company.hide',
          subject: id,
          at: now().toISOString(),
        });
      }
      database.touch();
      return { id, show_on_site };
    });
  });

  route(app, calls.readHistory, async ({ params }) => readHistory(database.read, params.id));

  route(app, calls.restoreVersion, async ({ params: { id }, body: { version }, request }) => {
    const { admin, actor } = await person(request);
    return database.write(async (tx) => {
      await saveCompany(tx, id, await stateAt(tx, id, version), { actor, now: now(), action: 'restore' });
      await audit(tx, {
        admin,
        action: 'company.restore_version',
        subject: id,
        after: { version },
        at: now().toISOString(),
      });
      database.touch();
      return readAdminCompany(tx, id);
    });
  });

  route(app, calls.findBin, async () => findBin(database.read, now()));

  route(app, calls.restoreFromBin, async ({ params, request }) => {
    const { admin } = await person(request);
    return database.write(async (tx) => {
      const id = await restoreFromBin(tx, params.id);
      await audit(tx, { admin, action: 'company.undelete', subject: id, at: now().toISOString() });
      database.touch();
      return readAdminCompany(tx, id);
    });
  });

  route(app, calls.emptyBin, async ({ params, request }) => {
    const { admin } = await person(request);
    await database.write(async (tx) => {
      const id = await removeFromBin(tx, params.id);
      await audit(tx, { admin, action: 'company.erase', subject: id, at: now().toISOString() });
    });
    return { success: true as const };
  });

  route(app, calls.previewScores, async ({ query }) =>
    previewEvaluation(database.read, year(), query.limit ?? PREVIEW),
  );

  route(app, calls.evaluateScores, async ({ request }) => {
    const { admin } = await person(request);
    const result = await runEvaluation(database, year(), now());
    await database.write((tx) =>
      audit(tx, { admin, action: 'scores.evaluate', subject: 'all', after: result, at: now().toISOString() }),
    );
    return result;
  });
}

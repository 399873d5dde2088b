import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/companies/admin-calls.ts';
import { LIST_MAX } from '../../../core/companies/calls.ts';
import * as history from '../../../core/companies/history-calls.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import { yearOf } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import { countCompanyRows, findCompanyRows, previewNew } from './admin-rows.ts';
import { readAdminCompanies, readAdminCompany } from './admin-store.ts';
import { applyToEach } from './apply-to-each.ts';
import { createCompany } from './create-company.ts';
import { previewEvaluation, runEvaluation } from './evaluation.ts';
import { readWholeHistory, stateAt } from './history.ts';
import { countCompanyIssues } from './issues.ts';
import { findCompanies } from './list-store.ts';
import { countRowOptions } from './row-filters.ts';
import { saveCompany } from './save-company.ts';
import { toSave } from './to-save.ts';

/** Moves that a preview lists without a limit. */
const PREVIEW = 100;

export function adminCompanyRoutes(app: FastifyInstance, context: Services): void {
  const { database, now, today } = context;
  const year = () => yearOf(today());
  route(app, calls.findAdminCompanies, async ({ query, announce }) => {
    const language = requestedLanguage(query);
    const page = await findCompanies(
      database,
      { ...query, filters: query, language, sort: query.sort ?? 'score', limit: query.limit ?? LIST_MAX },
      { includeHidden: true },
    );
    announce(page);
    return readAdminCompanies(
      database.read,
      page.companies.map((company) => company.id),
      language,
    );
  });

  route(app, calls.findCompanyRows, async ({ query, reply }) => {
    const { rows, total } = await findCompanyRows(database, {
      ...query,
      language: requestedLanguage(query),
      today: today(),
      now: now(),
    });
    reply.header('x-total-count', total);
    return rows;
  });

  route(app, calls.countRowFilters, async ({ query }) =>
    countRowOptions(database, {
      ...query,
      language: requestedLanguage(query),
      today: today(),
      now: now(),
    }),
  );

  route(app, calls.countCompanyRows, async () => countCompanyRows(database));

  route(app, calls.countCompanyIssues, async ({ query }) => countCompanyIssues(database, query, today()));

  route(app, calls.previewNewCompany, async ({ query }) =>
    previewNew(database, { ...query, language: requestedLanguage(query) }),
  );

  route(app, calls.searchAdminCompanies, async ({ query, announce }) => {
    const language = requestedLanguage(query);
    const page = await findCompanies(
      database,
      { q: query.q, language, sort: 'score', limit: query.limit ?? LIST_MAX },
      { includeHidden: true },
    );
    announce(page);
    return readAdminCompanies(
      database.read,
      page.companies.map((company) => company.id),
      language,
    );
  });

  route(app, calls.readAdminCompany, async ({ params }) => readAdminCompany(database.read, params.id));

  route(app, calls.createCompany, async ({ body, write }) =>
    write(async (unit) => {
      const id = await createCompany(unit, toSave(body, { isNew: true }), {
        ...(body.model === undefined ? {} : { actor: { kind: 'ai', name: body.model } }),
        proposed: body.model_fields,
        year: year(),
      });
      return readAdminCompany(unit.tx, id, requestedLanguage(body));
    }),
  );

  route(app, calls.updateCompany, async ({ params: { id }, body, write }) =>
    write(async (unit) => {
      await saveCompany(unit, id, toSave(body), {
        ...(body.model === undefined ? {} : { actor: { kind: 'ai', name: body.model } }),
        expectedVersion: body.version,
      });
      return readAdminCompany(unit.tx, id, requestedLanguage(body));
    }),
  );

  route(app, calls.setVisibility, async ({ params: { id }, body: { show_on_site }, write }) => {
    await write(
      (unit) => saveCompany(unit, id, { shared: { show_on_site } }, { action: 'visibility' }),
      show_on_site ? 'company.show' : 'company.hide',
    );
    return { id, show_on_site };
  });

  route(app, calls.setVisibilities, async ({ body: { ids, show_on_site }, write }) => {
    const { done, refused } = await write(
      (unit) =>
        applyToEach(ids, ['company_not_found'], (id) =>
          saveCompany(unit, id, { shared: { show_on_site } }, { action: 'visibility' }),
        ),
      show_on_site ? 'company.show' : 'company.hide',
    );
    return { changed: done.map(({ id }) => id), missing: refused.map(({ id }) => id) };
  });

  route(app, history.readHistory, async ({ params }) => readWholeHistory(database.read, params.id));

  route(app, history.restoreVersion, async ({ params: { id }, body: { version }, write }) =>
    write(async (unit) => {
      await saveCompany(unit, id, await stateAt(unit.tx, id, version), { action: 'restore' });
      return readAdminCompany(unit.tx, id);
    }),
  );

  route(app, calls.previewScores, async ({ query }) =>
    previewEvaluation(database.read, year(), query.limit ?? PREVIEW),
  );

  route(app, calls.tryScoreRules, async ({ body: { rules } }) =>
    previewEvaluation(database.read, year(), PREVIEW, rules),
  );

  route(app, calls.evaluateScores, async ({ write }) => {
    const result = await runEvaluation(database, year(), now());
    await write(async (unit) => unit.changed('act', 'all', { after: result }));
    return result;
  });
}

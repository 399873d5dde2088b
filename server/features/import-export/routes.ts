import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import * as calls from '../../../core/import-export/calls.ts';
import type { Selection } from '../../../core/jobs/bulk-change-calls.ts';
import type { Language } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import { requestedLanguage } from '../../../core/schemas.ts';
import { route } from '../../platform/http/route.ts';
import { yearOf } from '../../platform/time/clock.ts';
import type { Services } from '../../services.ts';
import { selectedIds } from '../companies/index.ts';
import { countExported, type ExportScope, exportLegacy, exportMultilingual, exportTable } from './export.ts';
import { type ImportOptions, type ImportResult, importFile } from './import.ts';
import { acceptUploads, type Upload, uploadSchema } from './upload.ts';

/** Imports whose progress is remembered. */
const JOBS = 100;

interface ImportQuery {
  language?: Language | undefined;
  lang?: Language | undefined;
  job?: string | undefined;
  dry_run?: boolean;
}

function importSummary({ created, updated, unchanged, failed }: ImportResult, dryRun: boolean): string {
  const done = `${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed.`;
  return dryRun ? `Nothing was saved. An import would give: ${done}` : `Imported: ${done}`;
}

function toAnswer(result: ImportResult, dryRun: boolean): calls.ImportAnswer {
  const { created, updated, unchanged, failed, errors, problems, items } = result;
  return {
    success: failed === 0,
    processed: created + updated + unchanged,
    errors: failed,
    errorDetails: errors,
    problems,
    message: importSummary(result, dryRun),
    created,
    updated,
    unchanged,
    failed,
    dryRun,
    ...(dryRun ? { items } : {}),
  };
}

export function importExportRoutes(app: FastifyInstance, context: Services): void {
  const { database, admins, security, now, today } = context;
  const progress = new LRUCache<string, z.output<typeof calls.readImportProgress.answer>>({ max: JOBS });

  async function runImport(
    request: FastifyRequest,
    query: ImportQuery,
    upload: Upload,
    options: Pick<ImportOptions, 'mode' | 'complete' | 'taken'>,
  ): Promise<ImportResult> {
    const { admin } = await admins.require(request);
    const actor = await admins.actor(request);
    const { job } = query;
    const tell = (state: 'running' | 'ended', processed: number, total: number) =>
      job && progress.set(job, { job, state, processed, total });
    let last = { processed: 0, total: 0 };
    tell('running', 0, 0);
    try {
      const result = await importFile(database, upload, {
        ...options,
        language: requestedLanguage(query),
        actor: { kind: 'import', name: admin.username },
        now: now(),
        year: yearOf(today()),
        dryRun: query.dry_run ?? false,
        onProgress: (reached) => {
          last = reached;
          tell('running', reached.processed, reached.total);
        },
        onFault: (error) => request.log.error({ err: error }, 'a company could not be imported'),
      });
      if (!query.dry_run) {
        const { created, updated, failed } = result;
        const subject = `${created + updated} companies, ${failed} failed`;
        await database.write(({ tx }) => security.record(tx, request, { event: 'import', actor, subject }));
      }
      return result;
    } finally {
      tell('ended', last.processed, last.total);
    }
  }

  app.register(async (scope) => {
    acceptUploads(scope);

    route(scope, { ...calls.bulkCreate, body: uploadSchema }, async ({ query, body, request }) => {
      const { taken } = query;
      const result = await runImport(request, query, body, { mode: 'create', complete: false, taken });
      return {
        successful: result.created + result.unchanged,
        failed: result.failed,
        errors: result.errors,
        problems: result.problems,
        hidden: result.hidden,
        ...(taken ? { items: result.items } : {}),
      };
    });

    route(scope, { ...calls.upsertCompanies, body: uploadSchema }, async ({ query, body, request }) => {
      const result = await runImport(request, query, body, { mode: 'merge', complete: false });
      // What is the same already was found and is up to date: it counts as updated.
      const updated = result.updated + result.unchanged;
      const { created, failed, errors, problems, hidden } = result;
      return { successful: updated + created, updated, created, failed, errors, problems, hidden };
    });

    route(scope, { ...calls.importCompanies, body: uploadSchema }, async ({ query, body, request }) => {
      const result = await runImport(request, query, body, { mode: 'merge', complete: true });
      return toAnswer(result, query.dry_run);
    });

    route(scope, { ...calls.importTable, body: uploadSchema }, async ({ query, body, request }) => {
      const result = await runImport(request, query, body, { mode: 'merge', complete: true });
      return toAnswer(result, query.dry_run);
    });
  });

  route(app, calls.readImportProgress, async ({ query }) => {
    const known = progress.get(query.job);
    if (!known) throw problem('not_found', 'This process runs no import of that name.');
    return known;
  });

  /** Writes that companies were handed out. */
  async function noteExport(request: FastifyRequest, scope: ExportScope): Promise<void> {
    const actor = await admins.actor(request);
    const subject = `${await countExported(database.read, scope)} companies`;
    await database.write(({ tx }) => security.record(tx, request, { event: 'export', actor, subject }));
  }

  const offer = (reply: FastifyReply, name: string) =>
    reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store');

  route(app, calls.exportCompanies, async ({ query, request, reply }) => {
    await noteExport(request, query);
    const day = today();
    if (query.format === 'legacy') {
      const language = requestedLanguage(query);
      offer(reply, calls.exportFileName(query.type, `legacy-${language}`, day, 'json'));
      return exportLegacy(database.read, language, query);
    }
    offer(reply, calls.exportFileName(query.type, 'multilingual', day, 'json'));
    return exportMultilingual(database.read, now(), query);
  });

  route(app, calls.exportTable, async ({ query, request, reply }) => {
    await noteExport(request, query);
    offer(reply, calls.exportFileName(query.type, 'multilingual', today(), 'csv'));
    return exportTable(database.read, query);
  });

  /** The ids of a selection, as the ids of an export's scope. */
  const scopeOf = async (selection: Selection): Promise<ExportScope> => ({
    ids: await selectedIds(database, selection, { today: today(), now: now() }),
  });

  route(app, calls.exportSelection, async ({ body, request, reply }) => {
    const scope = await scopeOf(body);
    await noteExport(request, scope);
    offer(reply, calls.exportFileName('migration', 'multilingual', today(), 'json'));
    return exportMultilingual(database.read, now(), scope);
  });

  route(app, calls.exportSelectionTable, async ({ body, request, reply }) => {
    const scope = await scopeOf(body);
    await noteExport(request, scope);
    offer(reply, calls.exportFileName('migration', 'multilingual', today(), 'csv'));
    return exportTable(database.read, scope);
  });
}

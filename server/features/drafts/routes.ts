import type { FastifyInstance } from 'fastify';
import * as calls from '../../../core/drafts/calls.ts';
import { problem, refusedField } from '../../../core/problem.ts';
import { refusal } from '../../../core/refusal.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { readAdminCompany } from '../companies/index.ts';
import { noteEditor, otherEditors } from './presence.ts';
import { companyWithDraft } from './preview.ts';
import { publishDraft } from './publish.ts';
import * as store from './store.ts';

export function draftRoutes(app: FastifyInstance, { database, now }: Services): void {
  route(app, calls.readCompanyDraft, async ({ params }) => store.answerDraft(database.read, params.id));

  route(app, calls.saveCompanyDraft, async ({ params, body, write }) =>
    write((unit) => store.saveDraft(unit, params.id, body)),
  );

  route(app, calls.discardCompanyDraft, async ({ params, write }) => {
    await write((unit) => store.discardDraft(unit, params.id));
    return { success: true as const };
  });

  route(app, calls.publishCompanyDraft, async ({ params: { id }, body: { at, draft_version }, write }) => {
    if (at && Date.parse(at) <= now().getTime()) throw refusedField('body.at', refusal('not_in_future'));
    const action =
      at === undefined ? undefined : at === null ? 'company.unschedule_draft' : 'company.schedule_draft';
    return write(async (unit) => {
      await store.lockCompany(unit.tx, id);
      const row = await store.requireDraft(unit.tx, id);
      await store.requireDraftVersion(unit.tx, draft_version, row);
      if (at !== undefined) {
        const moment = at && new Date(at).toISOString();
        return { company: null, draft: await store.scheduleDraft(unit, row, moment) };
      }
      await publishDraft(unit, row);
      return { company: await readAdminCompany(unit.tx, id), draft: null };
    }, action);
  });

  route(app, calls.previewDraft, async ({ params: { id }, query: { language }, reply }) => {
    const company = await companyWithDraft(database, id, language, now());
    if (!app.hasDecorator('renderCompany')) throw problem('unavailable', 'This server has no pages.');
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
    return app.renderCompany(company, language);
  });

  route(app, calls.notePresence, async ({ params: { id }, body: { editing }, write }) =>
    write(async ({ tx, actor, now: at }) => {
      const version = await store.companyVersion(tx, id);
      const editor = { company_id: id, admin: actor.name };
      await noteEditor(tx, editor, editing, at);
      const row = await tx
        .selectFrom('company_drafts')
        .selectAll()
        .where('company_id', '=', id)
        .executeTakeFirst();
      return {
        others: await otherEditors(tx, editor, at),
        draft: row ? store.toSummary(row) : null,
        version,
      };
    }),
  );
}
